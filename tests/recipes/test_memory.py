"""What reading a page takes goes back to the system: the libraries are in a process that ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.settings import Settings
from tests.calendar.sync.web import Web, serving
from tests.client import Client
from tests.recipes.test_imports import PAGE

MOST_BYTES = 10_000_000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The page is on this machine."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)


@pytest.fixture
def web() -> Iterator[Web]:
    """A page of 5 MB with one recipe."""
    with serving() as running:
        running.body = PAGE.encode() + b"<p>" + b"words " * 800_000 + b"</p>"
        yield running


def resident() -> int:
    """The memory of this process, in bytes."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def test_the_memory_of_the_server_after_imports(display: Client, web: Web) -> None:
    def read() -> None:
        answer = display.post("/api/recipes/import/page", {"url": web.url})
        assert 200 == answer.status_code, answer.text

    display.get("/api/recipes")
    before = resident()
    for _ in range(3):
        read()
    assert resident() - before <= MOST_BYTES
