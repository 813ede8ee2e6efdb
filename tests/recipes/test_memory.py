"""What reading a page takes goes back to the system: the libraries are in a process that ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.calendar.sync.web import Web, serving
from tests.machine import Machine
from tests.recipes.test_imports import PAGE
from tests.waiting import until

pytestmark = pytest.mark.waits
MAX_BYTES = 10_000_000


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A server by itself, which may read from this machine."""
    running = Machine(tmp_path / "data", tmp_path / "log", ALLOW_PRIVATE_FEED_URLS="1")
    running.start()
    yield running
    running.kill()


@pytest.fixture
def web() -> Iterator[Web]:
    """A page of 5 MB with one recipe."""
    with serving() as running:
        running.body = PAGE.encode() + b"<p>" + b"words " * 800_000 + b"</p>"
        yield running


def resident(machine: Machine) -> int:
    """The memory of the server, in bytes."""
    assert machine.server
    status = Path(f"/proc/{machine.server.pid}/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def test_the_memory_of_the_server_after_imports(machine: Machine, web: Web) -> None:
    machine.request("GET", "/api/recipes")
    before = resident(machine)
    for _ in range(3):
        status, answer = machine.request("POST", "/api/recipes/import/page", {"url": web.url})
        assert 200 == status, answer
    # Free memory goes back to the system every 30 seconds.
    until(lambda: resident(machine) - before, lambda grown: grown <= MAX_BYTES)
