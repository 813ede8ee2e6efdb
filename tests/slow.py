"""All slow tests, in parts of at most 80 minutes each: `./run slow`; `./run slow PART...` runs some of them."""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests import check
from tests.check import ROOT, Step

# Its processes are one group, so that servers and browsers of the tests are stopped too.
STOPPED_IN_TIME = ("timeout", "--kill-after=10", "80m")
TESTS = Path("tests")
CARD = TESTS / "image/test_card.py"
# Tests that build or start whole systems, which needs the machine for itself.
SYSTEMS = (TESTS / "image", TESTS / "systemd", TESTS / "kiosk", TESTS / "release")


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when every part passed, 2 for a part that does not exist."""
    known = {part.name: part for part in parts()}
    if unknown := [name for name in argv if name not in known]:
        print(f"There is no part {unknown[0]}. The parts are: {', '.join(known)}.")
        return 2
    os.environ["CI"] = "true"
    return check.conclude([check.perform(known[name]) for name in argv or known])


def parts() -> list[Step]:
    """Each test file is in one of them, and those of journeys in "journeys" too."""
    files = sorted(path.relative_to(ROOT) for path in (ROOT / TESTS).rglob("test_*.py"))
    systems = [path for path in files if any(path.is_relative_to(folder) for folder in SYSTEMS)]
    server = [path for path in files if path not in systems and TESTS / "journeys" not in path.parents]
    return [
        _part("server", server, workers="pytest"),
        _part("systems", [path for path in systems if path.parent != TESTS / "image"]),
        _part("images", [path for path in systems if path.parent == TESTS / "image" and path != CARD]),
        _part("card", [CARD]),
        _part("journeys", check.journey_files(), marks="slow and journey", workers="journeys"),
    ]


def _part(
    name: str, files: Iterable[str | Path], *, marks: str = "slow and not journey", workers: str | None = None
) -> Step:
    """`workers` is the step whose number of workers is used; without it the tests run in one process, one by one."""
    # The reasons of skipped tests: a release says what was not tried.
    command = [*STOPPED_IN_TIME, *check.pytest(marks, [*map(str, files)], workers_of=workers), "-rs"]
    return Step(name, lambda: command)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
