"""The check runner: what it runs, how it ends, and what it does where Chromium is missing."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import check
from tests.check import Skipped, Step
from tests.journeys import browser

PERSON = 1000
COMMAND = "sudo apt-get install chromium chromium-sandbox fonts-noto-color-emoji"


def test_each_step_has_a_verdict_and_what_was_skipped_is_named_last(capfd: pytest.CaptureFixture[str]) -> None:
    def skip() -> list[str]:
        raise Skipped("to bring it: this")

    def end(code: int) -> Callable[[], list[str]]:
        return lambda: [sys.executable, "-c", f"print('its own output'); raise SystemExit({code})"]

    commands = {"skips": skip, "passes": end(0), "fails": end(3)}
    outcomes = [check.perform(Step(name, command), kept=name == "passes") for name, command in commands.items()]
    assert ["skipped", "passed", "failed"] == [outcome.verdict for outcome in outcomes]
    assert [0, 1] == [check.conclude(outcomes[:2]), check.conclude(outcomes)]
    printed = capfd.readouterr().out
    assert printed.startswith("\n── skips\nskips        skipped ")
    assert re.search(r"── passes\nits own output\npasses +passed +\d+\.\d s\n", printed)
    assert printed.endswith("to bring it: this\n")


def test_what_passed_at_the_second_try_is_named_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "SECOND_TRIES", tmp_path / "tries")
    (tmp_path / "tries").write_text("tests/journeys/test_x.py::test_y\n")
    assert 0 == check.conclude([check.Outcome("journeys", "passed", 1.0)])
    last = "Passed at the second try, see tests/flaky.md:\ntests/journeys/test_x.py::test_y\n"
    assert capsys.readouterr().out.endswith(last)


def test_a_step_has_its_folder_its_options_and_this_venvs_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it imports is compiled once for all workers."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "imported.py").touch()
    code = "import imported, os, sys; open('seen', 'w').write(sys.argv[1] + os.environ['PATH'])"
    check.perform(Step("step", lambda: [sys.executable, "-c", code], tmp_path), ["--option"])
    assert (tmp_path / "seen").read_text().startswith(f"--option{Path(sys.executable).parent}{os.pathsep}")
    assert (tmp_path / "__pycache__").exists()


def test_one_step_may_be_chosen_with_its_own_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert [0, 1] == [check.main(["pytest", "--version"]), check.main(["pytest", "--no-such-option"])]
    assert "\n── pytest\n" in capfd.readouterr().out


def test_an_unknown_step_is_rejected_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == check.main(["lint"])
    known = "ruff, format, mypy, shellcheck, vitest, svelte-check, eslint, prettier, components, pytest, journeys"
    assert f"There is no step lint. The steps are: {known}.\n" == capsys.readouterr().out


def test_slow_tests_are_left_out_unless_asked_for_and_options_mean_one_process() -> None:
    def command(*, slow: bool, spread: bool) -> set[str | Path]:
        return {*next(step for step in check.steps(slow=slow, spread=spread) if step.name == "pytest").command()}

    assert {"not journey and not slow", "loadgroup", "--durations=10"} <= command(slow=False, spread=True)
    assert "not journey" in command(slow=True, spread=True)
    assert "loadgroup" not in command(slow=False, spread=False)


def test_fast_runs_linters_types_and_the_tests_of_rules_and_actions() -> None:
    steps = {step.name: step for step in check.steps(fast=True)}
    assert ["ruff", "format", "mypy", "shellcheck", "svelte-check", "eslint", "prettier", "pytest"] == list(steps)
    files = [word for word in steps["pytest"].command() if str(word).endswith(".py")]
    assert {"tests/lists/test_rules.py", "tests/chores/test_actions.py", "tests/test_architecture.py"} < set(files)
    assert {"test_rules.py", "test_actions.py", "test_architecture.py"} == {Path(file).name for file in files}


def test_temporary_files_are_in_memory_where_there_is_plenty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"TMPDIR": str(tmp_path)} == check.temporary_folder(tmp_path, least=1)
    assert {} == check.temporary_folder(tmp_path, least=2**60)
    assert {} == check.temporary_folder(tmp_path / "missing", least=1)
    monkeypatch.setenv("TMPDIR", "/var/tmp")
    assert "/var/tmp" == check.environment()["TMPDIR"]


class Machine:
    """A PATH of its own; `log` holds what was called there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "bin"
        self.path.mkdir()
        self._log = folder / "log"
        self._log.touch()
        for name in ("env", "true"):
            (self.path / name).symlink_to(shutil.which(name) or name)

    def gets(self, name: str, script: str = "") -> None:
        program = self.path / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >>{self._log}\n{script}\n')
        program.chmod(0o755)

    def has_apt(self, *, working: bool = True) -> None:
        install = f"printf '#!/bin/sh\\n' >{self.path}/chromium; /bin/chmod +x {self.path}/chromium"
        self.gets("apt-get", f'[ "$1" = update ] || {{ {install}; }}' if working else "exit 100")

    def has_sudo(self, *, asks: bool = False) -> None:
        self.gets("sudo", "exit 1" if asks else 'shift; exec "$@"')

    def log(self) -> list[str]:
        return self._log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine without Chromium, and nobody's CI; the one at it is no administrator."""
    there = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(there.path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: PERSON)
    return there


UPDATE = "apt-get update"
INSTALL = "apt-get install -y --no-install-recommends chromium chromium-sandbox fonts-noto-color-emoji"
SHELL = "apt-get install -y --no-install-recommends chromium-headless-shell"


def test_chromium_that_is_there_is_used(machine: Machine) -> None:
    machine.gets("chromium")
    machine.has_apt()
    assert "tests/journeys" in check.journeys("journey")
    assert [] == machine.log()


@pytest.mark.parametrize("root", [True, False])
def test_chromium_is_installed_where_that_needs_no_password(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, root: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else PERSON)
    machine.has_apt()
    machine.has_sudo()
    assert "tests/journeys" in check.journeys("journey")
    quiet = "sudo -n env DEBIAN_FRONTEND=noninteractive"
    by_sudo = [word for command in (UPDATE, INSTALL, SHELL) for word in (f"{quiet} {command}", command)]
    assert ([UPDATE, INSTALL, SHELL] if root else ["sudo -n true", *by_sudo]) == machine.log()
    assert str(machine.path / "chromium") == browser.chromium()


@pytest.mark.parametrize(
    ("programs", "root", "reason"),
    [
        ("asks for a password", False, f"There is no Chromium on this machine.*{COMMAND}$"),
        ("apt fails", True, "apt-get update failed"),
        ("empty package", True, "installed without it"),
        ("no apt", False, "system's package manager"),
    ],
)
def test_journeys_without_chromium_are_skipped_with_advice_and_fail_in_ci(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, programs: str, root: bool, reason: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else PERSON)
    if programs == "asks for a password":
        machine.has_apt()
        machine.has_sudo(asks=True)
    elif programs == "apt fails":
        machine.has_apt(working=False)
    elif programs == "empty package":
        machine.gets("apt-get")
    for ci in ("", "false", "0"):
        monkeypatch.setenv("CI", ci)
        with pytest.raises(Skipped, match=reason):
            check.journeys("journey")
    for ci in ("true", "1"):
        monkeypatch.setenv("CI", ci)
        assert "journey" in check.journeys("journey")


def test_a_journey_uses_the_shell_where_there_is_one(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.gets("chromium")
    assert str(machine.path / "chromium") == browser.without_window()
    machine.gets("chromium-headless-shell")
    assert str(machine.path / "chromium-headless-shell") == browser.without_window()
    monkeypatch.setenv("CHROMIUM", "chromium")
    assert str(machine.path / "chromium") == browser.without_window()


@pytest.mark.parametrize(("ci", "raised"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_one_journey_alone_is_skipped_or_fails_likewise(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, ci: str, raised: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(raised, match="There is no Chromium on this machine"):
        browser.required()


def test_shellcheck_comes_with_the_tools_or_is_skipped(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(machine.path / "python"))
    with pytest.raises(Skipped, match="sudo apt install shellcheck"):
        check.shellcheck()
    machine.gets("shellcheck")
    assert str(machine.path / "shellcheck") == check.shellcheck()[0]


def test_a_worker_gets_whole_files() -> None:
    files = ["tests/kernel/test_clock.py", "tests/kernel/test_encryption.py", "tests/test_morning.py"]
    command = [*check.pytest("not slow", files, workers_of="pytest"), "-vv"]
    ran = subprocess.run(command, cwd=check.ROOT, env=check.environment(), capture_output=True, text=True, check=False)
    runs = {*re.findall(r"\[(gw\d+)\].* PASSED (tests/[\w/]+\.py)::", ran.stdout)}
    assert files == sorted(file for _, file in runs), ran.stdout
