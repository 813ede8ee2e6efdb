"""The ports of the tests' servers."""

import subprocess
import sys
from pathlib import Path

from tests.check import MAX_WORKERS
from tests.ports import BLOCK, SERVERS, free_port

ROOT = Path(__file__).resolve().parent.parent
PRINT = "from tests.ports import free_port\nprint(*(free_port() for _ in range(150)), flush=True)\ninput()"


def test_no_port_is_given_to_two_servers() -> None:
    """A server uses its port seconds after it was chosen; until then the port looks free to everybody."""
    given = [free_port() for _ in range(150)]
    others = [
        subprocess.Popen(
            [sys.executable, "-c", PRINT], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for other in others:
        assert other.stdout
        given += map(int, other.stdout.readline().split())
    for other in others:
        other.communicate("\n")

    assert (600, 600) == (len(given), len(set(given)))


def test_there_are_blocks_for_several_runs() -> None:
    assert len(SERVERS) // BLOCK > 4 * max(MAX_WORKERS.values())
