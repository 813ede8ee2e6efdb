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
from tests.check import Failed, Outcome, Skipped, Step
from tests.journeys import browser

PERSON = 1000
MARK = "mark" + ".journey"
COMMAND = "sudo apt-get install chromium chromium-sandbox fonts-noto-color-emoji"


def python(code: str) -> Callable[[], list[str]]:
    return lambda: [sys.executable, "-c", code]


def raises(reason: Exception) -> Callable[[], list[str]]:
    def command() -> list[str]:
        raise reason

    return command


@pytest.mark.parametrize(
    ("command", "verdict", "words"),
    [
        (python("pass"), "passed", ""),
        (python("raise SystemExit(3)"), "failed", ""),
        (raises(Skipped("no tool here")), "skipped", "no tool here"),
        (raises(Failed("no network")), "failed", "no network"),
    ],
)
def test_a_step_has_a_verdict(command: Callable[[], list[str]], verdict: str, words: str) -> None:
    outcome = check.perform(Step("step", command))
    assert ("step", verdict, words) == (outcome.name, outcome.verdict, outcome.words)


def test_a_step_runs_in_its_folder_with_the_options_and_this_venvs_programs(tmp_path: Path) -> None:
    code = "import os, sys; open('seen', 'w').write(sys.argv[1] + os.environ['PATH'])"
    check.perform(Step("step", python(code), tmp_path), ["--option"])
    assert (tmp_path / "seen").read_text().startswith(f"--option{Path(sys.executable).parent}{os.pathsep}")


def test_what_a_step_imports_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "imported.py").touch()
    check.perform(Step("step", python("import imported"), tmp_path))
    assert (tmp_path / "__pycache__").exists()


def test_each_step_is_printed_with_its_time(capfd: pytest.CaptureFixture[str]) -> None:
    check.perform(Step("step", python("print('its own output')")))
    heading, output, verdict = capfd.readouterr().out.strip().splitlines()
    assert ("── step", "its own output") == (heading, output)
    assert verdict.startswith("step         passed ")
    assert verdict.endswith(" s")


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [(["passed"], 0), (["passed", "skipped"], 0), (["failed", "passed"], 1), (["skipped", "failed"], 1)],
)
def test_only_a_failure_fails_the_whole(verdicts: list[str], code: int) -> None:
    assert code == check.conclude([Outcome("step", verdict, 0) for verdict in verdicts])


def test_skipped_steps_are_reported_last(capsys: pytest.CaptureFixture[str]) -> None:
    check.conclude([Outcome("journeys", "skipped", 0, "to bring it: this"), Outcome("ruff", "passed", 1)])
    assert capsys.readouterr().out.endswith("to bring it: this\n")


def test_one_step_may_be_chosen_with_its_own_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == check.main(["pytest", "--version"])
    assert "\n── pytest\n" in capfd.readouterr().out
    assert 1 == check.main(["pytest", "--no-such-option"])


def test_an_unknown_step_is_rejected_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == check.main(["lint"])
    known = "ruff, format, mypy, shellcheck, vitest, svelte-check, eslint, prettier, pytest, journeys"
    assert f"There is no step lint. The steps are: {known}.\n" == capsys.readouterr().out


@pytest.mark.parametrize(("slow", "marks"), [(False, "not journey and not slow"), (True, "not journey")])
def test_slow_tests_are_left_out_unless_asked_for(slow: bool, marks: str) -> None:
    tests = next(step for step in check.steps(slow=slow) if step.name == "pytest")
    assert marks == tests.command()[-1]


def test_fast_runs_linters_types_and_the_tests_of_rules_and_actions() -> None:
    chosen = {step.name: step for step in check.steps(fast=True)}
    assert ["ruff", "format", "mypy", "shellcheck", "svelte-check", "eslint", "prettier", "pytest"] == list(chosen)
    files = [word for word in chosen["pytest"].command() if str(word).endswith(".py")]
    assert {"tests/lists/test_rules.py", "tests/chores/test_actions.py", "tests/test_architecture.py"} < set(files)
    assert {"test_rules.py", "test_actions.py", "test_architecture.py"} == {Path(file).name for file in files}


def test_tests_are_spread_unless_options_are_given() -> None:
    for name in ("pytest", "journeys"):
        assert "loadgroup" in check.pytest(name, "marks")
        assert "loadgroup" not in check.pytest(name, "marks", spread=False)


def test_workers_keep_the_order_of_the_conftest() -> None:
    for name in check.USES_EVERY_CORE:
        assert "--no-loadscope-reorder" in check.pytest(name, "marks")


def test_the_files_of_a_step_hold_all_of_its_tests() -> None:
    files = check.files_of("journeys")
    assert ["tests/journeys", "tests/kiosk/test_bridge.py"] == files[:2]
    tests = check.ROOT / "tests"
    elsewhere = {str(path.relative_to(check.ROOT)) for path in tests.rglob("test_*.py") if MARK in path.read_text()}
    assert elsewhere - set(files) == {each for each in elsewhere if each.startswith("tests/journeys/")}
    # Every test in that folder is a journey; the folder's conftest.py gives the mark.
    assert ["--ignore=tests/journeys"] == check.files_of("pytest")


def test_steps_side_by_side_keep_their_output_together(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first step waits until the second is printed."""
    monologue = "import pathlib, sys, time\nprint('{0} begins', flush=True)\n{1}\nprint('{0} ends')"
    wait = f"while not pathlib.Path({str(tmp_path / 'b')!r}).exists(): time.sleep(0.01)"
    steps = [
        Step("a", python(monologue.format("a", wait))),
        Step("b", python(monologue.format("b", "sys.exit('b fails')"))),
    ]

    def line(outcome: Outcome, line: Callable[[Outcome], str] = check.line) -> str:
        (tmp_path / outcome.name).touch()
        return line(outcome)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(check, "cores", lambda: 2)
        patched.setattr(check, "line", line)
        outcomes = check.side_by_side(steps)
    assert [("a", "passed"), ("b", "failed")] == [(each.name, each.verdict) for each in outcomes]
    printed = [line for line in capfd.readouterr().out.splitlines() if line]
    assert ["── b", "b begins", "b fails"] == printed[:3]
    assert ["── a", "a begins", "a ends"] == printed[4:7]


def test_the_summary_names_the_slowest_tests(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("pytest", "journeys"):
        cases = "".join(f'<testcase classname="tests.{name}" name="test_{n}" time="{n}.5"/>' for n in range(8))
        (tmp_path / f"{name}.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    check.conclude([Outcome("pytest", "passed", 60)], check.slowest(tmp_path))
    _, heading, *lines, last = capsys.readouterr().out.splitlines()
    assert "── summary" == heading
    assert 10 == len(lines)
    assert {"    7.5 s  tests.pytest::test_7", "    7.5 s  tests.journeys::test_7"} == set(lines[:2])
    assert last.startswith("pytest       passed")


def test_a_run_writes_the_times_that_the_summary_reads(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("import time\ndef test_sleeps(): time.sleep(0.2)\n")
    command = check.pytest("pytest", "not slow", files=["test_one.py"], spread=False, reports=tmp_path)
    assert "passed" == check.perform(Step("pytest", lambda: command, tmp_path)).verdict
    [(seconds, name)] = check.slowest(tmp_path)
    assert "test_one::test_sleeps" == name
    assert seconds >= 0.2


def test_temporary_files_are_in_memory_where_there_is_plenty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"TMPDIR": str(tmp_path)} == check.temporary_folder(tmp_path, least=1)
    assert {} == check.temporary_folder(tmp_path, least=2**60)
    assert {} == check.temporary_folder(tmp_path / "missing", least=1)
    monkeypatch.setenv("TMPDIR", "/var/tmp")
    assert "/var/tmp" == check.environment()["TMPDIR"]


def test_node_comes_with_the_test_tools() -> None:
    assert check.perform(Step("node", lambda: [check.node(), "--version"])).verdict == "passed"
    assert check.perform(Step("npm", lambda: check.npm("--version"))).verdict == "passed"


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
    assert ["-m", "journey"] == check.journeys("journey")[-2:]
    assert [] == machine.log()


def test_a_journey_uses_the_shell_where_there_is_one(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.gets("chromium")
    assert str(machine.path / "chromium") == browser.without_window()
    machine.gets("chromium-headless-shell")
    assert str(machine.path / "chromium-headless-shell") == browser.without_window()
    monkeypatch.setenv("CHROMIUM", "chromium")
    assert str(machine.path / "chromium") == browser.without_window()


def test_root_installs_chromium(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.has_apt()
    assert ["-m", "journey"] == check.journeys("journey")[-2:]
    assert [UPDATE, INSTALL, SHELL] == machine.log()
    assert str(machine.path / "chromium") == browser.chromium()


def test_sudo_without_a_password_installs_chromium(machine: Machine) -> None:
    machine.has_apt()
    machine.has_sudo()
    assert ["-m", "journey"] == check.journeys("journey")[-2:]
    quiet = "sudo -n env DEBIAN_FRONTEND=noninteractive"
    installed = [word for command in (UPDATE, INSTALL, SHELL) for word in (f"{quiet} {command}", command)]
    assert ["sudo -n true", *installed] == machine.log()


def test_a_user_who_may_not_install_gets_the_command_at_the_end(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.has_apt()
    machine.has_sudo(asks=True)
    journeys = check.perform(Step("journeys", lambda: check.journeys("journey")))
    assert 0 == check.conclude([journeys, Outcome("ruff", "passed", 0)])
    last = capsys.readouterr().out.splitlines()[-1]
    assert "The browser journeys were skipped. There is no Chromium on this machine." in last
    assert last.endswith(COMMAND)
    assert ["sudo -n true"] == machine.log()


def test_in_ci_a_missing_chromium_fails(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    machine.has_apt()
    outcome = check.perform(Step("journeys", lambda: check.journeys("journey")))
    assert "failed" == outcome.verdict
    assert COMMAND in outcome.words


def test_a_failed_installation_is_a_skip_that_names_it(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.has_apt(working=False)
    with pytest.raises(Skipped, match="apt-get update failed"):
        check.journeys("journey")


def test_a_package_without_a_chromium_in_it_is_not_enough(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.gets("apt-get")
    with pytest.raises(Skipped, match="installed without it"):
        check.journeys("journey")


def test_a_system_without_apt_is_pointed_to_its_own_packages(machine: Machine) -> None:
    with pytest.raises(Skipped, match="system's package manager"):
        check.journeys("journey")


@pytest.mark.parametrize(("ci", "raised"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_one_journey_alone_is_skipped_or_fails_likewise(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, ci: str, raised: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(raised, match="There is no Chromium on this machine"):
        browser.required()


@pytest.mark.parametrize(
    ("value", "demanded"), [("", False), ("false", False), ("0", False), ("true", True), ("1", True)]
)
def test_what_counts_as_ci(machine: Machine, monkeypatch: pytest.MonkeyPatch, value: str, demanded: bool) -> None:
    monkeypatch.setenv("CI", value)
    assert demanded == browser.demanded()


def test_shellcheck_comes_with_the_tools_or_is_skipped(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(machine.path / "python"))
    with pytest.raises(Skipped, match="sudo apt install shellcheck"):
        check.shellcheck()
    machine.gets("shellcheck")
    assert str(machine.path / "shellcheck") == check.shellcheck()[0]


def test_a_worker_gets_whole_files() -> None:
    files = ["tests/kernel/test_clock.py", "tests/kernel/test_encryption.py", "tests/test_morning.py"]
    command = [*check.pytest("pytest", "not slow", files=files), "-vv"]
    ran = subprocess.run(command, cwd=check.ROOT, env=check.environment(), capture_output=True, text=True, check=False)
    workers: dict[str, set[str]] = {}
    for worker, file in re.findall(r"\[(gw\d+)\].* PASSED (tests/[\w/]+\.py)::", ran.stdout):
        workers.setdefault(file, set()).add(worker)
    assert dict.fromkeys(files, 1) == {file: len(found) for file, found in sorted(workers.items())}, ran.stdout
