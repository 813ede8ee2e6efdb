"""All slow tests, in parts of at most 80 minutes each: `./run release`; `./run release PART...` runs some of them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests import check
from tests.check import ROOT, Outcome

MAX_SECONDS = 80 * 60
TESTS = Path("tests")
CARD = TESTS / "image/test_card.py"
# Tests that build or start whole systems, which needs the machine for itself.
SYSTEMS = (TESTS / "image", TESTS / "systemd", TESTS / "kiosk")


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when every part passed, 2 for a part that does not exist."""
    known = parts()
    if unknown := [name for name in argv if name not in known]:
        print(f"There is no part {unknown[0]}. The parts are: {', '.join(known)}.")
        return 2
    return check.conclude([perform(name, known[name]) for name in argv or known])


def parts() -> Mapping[str, Sequence[str | Path]]:
    """The command of each part. Each test file is in one of them, and those of journeys in "journeys" too."""
    files = sorted(path.relative_to(ROOT) for path in (ROOT / TESTS).rglob("test_*.py"))
    systems = {path for path in files if any(path.is_relative_to(folder) for folder in SYSTEMS)}
    beside = [path for path in files if TESTS / "journeys" not in path.parents]
    return {
        "server": _pytest([path for path in beside if path not in systems], spread="pytest"),
        "systems": _pytest([path for path in systems if path.parent != TESTS / "image"]),
        "images": _pytest([path for path in systems if path.parent == TESTS / "image" and path != CARD]),
        "card": _pytest([CARD]),
        "journeys": _pytest(map(Path, check.files_of("journeys")), marks="slow and journey", spread="journeys"),
    }


def perform(name: str, command: Sequence[str | Path], most: float = MAX_SECONDS) -> Outcome:
    """Run one part; what takes more than `most` seconds is stopped and has failed."""
    print(f"\n── {name}", flush=True)
    began = time.monotonic()
    # A group of its own, so that servers and browsers of the tests are stopped too.
    process = subprocess.Popen(command, cwd=ROOT, env={**check.environment(), "CI": "true"}, start_new_session=True)
    words = ""
    try:
        code = process.wait(most)
    except subprocess.TimeoutExpired:
        code, words = 1, f"It took more than {most / 60:.0f} minutes; give its tests to two parts in tests/release.py."
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    outcome = Outcome(name, "failed" if code else "passed", time.monotonic() - began, words)
    print(check.line(outcome), flush=True)
    return outcome


def _pytest(files: Iterable[Path], *, marks: str = "slow and not journey", spread: str = "") -> Sequence[str | Path]:
    """`spread` is the step whose number of workers is used; without it the tests run in one process, one by one."""
    command = check.pytest(spread or "pytest", marks, files=sorted(map(str, files)), spread=bool(spread))
    # The reasons of skipped tests: a release says what was not tried.
    return [*command, "-rs"]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
