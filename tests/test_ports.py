"""The ports of the tests' servers."""

import pytest

from tests.check import MAX_WORKERS
from tests.ports import PARTS, free_port


def test_no_port_is_given_to_two_servers_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server uses its port seconds after it was chosen; until then the port looks free to everybody."""
    given = []
    for worker in range(max(MAX_WORKERS.values())):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", f"gw{worker}")
        given += [free_port() for _ in range(500)]

    assert len(given) == len(set(given))
    assert max(MAX_WORKERS.values()) <= PARTS
