"""`./run` on machines with and without certain programs, which scripts on PATH replace."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("sh", "cat", "cksum", "cp", "dirname", "env", "find", "mkdir", "rm", "sort", "touch")

# Plays every Python, uv and mantel. Whatever is more than a question it writes down: its own name and its arguments.
ACTOR = """#!/bin/sh
case "$*" in
    *"sys.version_info <"* | --version) exit {exit_code} ;;
    "-m pip --version") exit "${{LACKS_PIP:-0}}" ;;
    *sys.executable*) echo "$0"; exit 0 ;;
    *"import venv, ensurepip"*) exit "${{LACKS_ENSUREPIP:-0}}" ;;
    *-venv*) echo python3.11-venv; exit 0 ;;
esac
echo "${{CI:+CI=$CI }}${{0##*/}} $*" >>"$CALLS"
case "$*" in
    *" --no-build-isolation -r "*) exit "${{LACKS_PACKAGES:-0}}" ;;
    "-m venv .venv" | "venv "*) mkdir -p .venv/bin; cp "$NEW_PYTHON" .venv/bin/python ;;
    *"install -q"*" -e ."*)
        [ -z "${{LACKS_NETWORK:-}}" ] || exit 4
        mkdir -p appliance/ui/dist; touch appliance/ui/dist/index.html; cp "$NEW_PYTHON" .venv/bin/mantel ;;
esac
"""

START = "mantel serve --demo"
BESIDE = re.compile("--no-build-isolation")


def installs(installer: str, lock: str, options: str = "") -> list[str]:
    """The three commands of an installation: build tools, then side by side dependencies and Mantel itself."""
    return [
        f"{installer} --require-hashes -r requirements/build.txt",
        f"{installer} --require-hashes --no-build-isolation -r requirements/{lock}.txt",
        f"{installer} --no-deps --no-build-isolation{options} -e .",
    ]


PIP = installs("python -m pip install -q", "run")
PIP_TEST = installs("python -m pip install -q", "test")
UV = installs("uv pip install -q --python .venv/bin/python", "run", " --reinstall-package mantel")
UV_TEST = installs("uv pip install -q --python .venv/bin/python", "test", " --reinstall-package mantel")


class Machine:
    """A checkout in a folder with a space in its name, and a PATH that holds nothing but what it is given."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "a checkout"
        self.path = folder / "bin"
        self._calls = folder / "calls"
        self._new_python = folder / "new-python"

        self.path.mkdir()
        for name in NEEDED:
            (self.path / name).symlink_to(shutil.which(name) or name)
        (self.checkout / "appliance/ui/src").mkdir(parents=True)
        (self.checkout / "requirements").mkdir()
        (self.checkout / ".ci").mkdir()
        for script in ("run", ".ci/run"):
            shutil.copy(ROOT / script, self.checkout / script)
        for source in ("pyproject.toml", "requirements/run.txt", "appliance/ui/src/App.svelte"):
            (self.checkout / source).touch()
        self.gets("../new-python")

    def gets(self, name: str, *, unfit: bool = False) -> None:
        """Unfit is a Python that is too old, or a uv that does not start."""
        program = self.path / name
        program.write_text(ACTOR.format(exit_code=int(unfit)))
        program.chmod(0o755)

    def run(self, *words: str, script: str = "run", **environment: str) -> subprocess.CompletedProcess[str]:
        self._calls.write_text("")
        own = {"PATH": str(self.path), "CALLS": str(self._calls), "NEW_PYTHON": str(self._new_python)}
        command = [str(self.checkout / script), *words]
        return subprocess.run(command, cwd="/", env={**own, **environment}, capture_output=True, text=True, check=False)

    def did(self, *words: str, script: str = "run", **environment: str) -> list[str]:
        """What a run that went well called, in order; commands that run side by side in that of `installs`."""
        ended = self.run(*words, script=script, **environment)
        assert 0 == ended.returncode, ended.stderr
        calls = [line.rstrip() for line in self._calls.read_text().splitlines()]
        beside = iter(sorted(filter(BESIDE.search, calls), reverse=True))
        return [next(beside) if BESIDE.search(call) else call for call in calls]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def with_python(machine: Machine) -> Machine:
    machine.gets("python3")
    return machine


def test_venv_and_pip_are_enough(with_python: Machine) -> None:
    assert ["python3 -m venv .venv", *PIP, START] == with_python.did()


def test_uv_is_used_where_it_is(with_python: Machine) -> None:
    with_python.gets("uv")
    python = with_python.path / "python3"
    assert [f"uv venv -q --python {python} .venv", *UV, START] == with_python.did()


def test_uv_may_bring_the_python_too(machine: Machine) -> None:
    machine.gets("uv")
    assert ["uv venv -q --python >=3.11 .venv", *UV, START] == machine.did()


def test_a_uv_that_does_not_start_is_passed_over(with_python: Machine) -> None:
    with_python.gets("uv", unfit=True)
    assert ["python3 -m venv .venv", *PIP, START] == with_python.did()


@pytest.mark.parametrize(
    "changed", ["pyproject.toml", "requirements/run.txt", "appliance/ui/src/App.svelte", "appliance/ui/src/New.svelte"]
)
def test_a_changed_source_is_installed_once(with_python: Machine, changed: str) -> None:
    with_python.did()
    assert [START] == with_python.did()
    (with_python.checkout / changed).write_text("changed")
    assert [*PIP, START] == with_python.did()
    assert [START] == with_python.did()


@pytest.mark.parametrize("made", ["dist/index.html", "node_modules/vite.js", "src/lib/api/schema.d.ts"])
def test_what_the_build_made_is_not_a_source(with_python: Machine, made: str) -> None:
    with_python.did()
    path = with_python.checkout / "appliance/ui" / made
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("made")
    assert [START] == with_python.did()


def test_a_lost_interface_is_built_again_unless_it_is_not_wanted(with_python: Machine) -> None:
    with_python.did()
    shutil.rmtree(with_python.checkout / "appliance/ui/dist")
    assert [START] == with_python.did(MANTEL_UI_SKIP="1")
    assert [*PIP, START] == with_python.did()


def test_a_moved_checkout_is_installed_again(with_python: Machine) -> None:
    with_python.did()
    with_python.checkout = with_python.checkout.rename(with_python.checkout.with_name("moved"))
    assert [*PIP, START] == with_python.did()


def test_a_venv_whose_python_is_gone_is_made_anew(with_python: Machine) -> None:
    with_python.did()
    (with_python.checkout / ".venv/bin/python").unlink()
    (with_python.checkout / ".venv/left-over").touch()
    assert ["python3 -m venv .venv", *PIP, START] == with_python.did()
    assert not (with_python.checkout / ".venv/left-over").exists()


def test_a_venv_without_pip_is_made_anew(with_python: Machine) -> None:
    with_python.did()
    (with_python.checkout / "pyproject.toml").write_text("changed")
    assert ["python3 -m venv .venv", *PIP, START] == with_python.did(LACKS_PIP="1")


@pytest.mark.parametrize(("lacks", "exit_code"), [({"LACKS_NETWORK": "1"}, 4), ({"LACKS_PACKAGES": "5"}, 5)])
def test_a_failed_installation_starts_nothing_and_is_tried_again(
    with_python: Machine, lacks: dict[str, str], exit_code: int
) -> None:
    assert exit_code == with_python.run(**lacks).returncode
    assert [*PIP, START] == with_python.did()


def test_an_older_python3_is_passed_over(machine: Machine) -> None:
    machine.gets("python3", unfit=True)
    machine.gets("python3.12")
    assert ["python3.12 -m venv .venv", *PIP, START] == machine.did()


def test_without_python_the_message_names_the_needed_version(machine: Machine) -> None:
    machine.gets("python3", unfit=True)
    ended = machine.run()
    assert 1 == ended.returncode
    assert "needs Python 3.11 or newer" in ended.stderr
    assert "sudo apt install python3 python3-venv" in ended.stderr
    assert not (machine.checkout / ".venv").exists()


def test_without_ensurepip_it_names_debians_package(with_python: Machine) -> None:
    ended = with_python.run(LACKS_ENSUREPIP="1")
    assert 1 == ended.returncode
    assert "sudo apt install python3.11-venv" in ended.stderr
    assert not (with_python.checkout / ".venv").exists()


def test_the_test_tools_with_uv(with_python: Machine) -> None:
    with_python.gets("uv")
    assert [*UV_TEST, "python -m tests.check --slow"] == with_python.did("test", "--slow")[1:]


def test_test_tools_are_added_to_what_is_there_and_serve_as_well(with_python: Machine) -> None:
    with_python.did()
    assert [*PIP_TEST, "python -m tests.check"] == with_python.did("test")
    assert [START] == with_python.did()
    assert ["python -m tests.check pytest -k a b"] == with_python.did("test", "pytest", "-k", "a b")


@pytest.mark.parametrize(
    ("words", "started"),
    [
        (["--port", "9000"], "mantel serve --demo --port 9000"),
        (["serve"], "mantel serve"),
        (["kiosk", "http://wall.local"], "mantel kiosk http://wall.local"),
    ],
)
def test_commands_and_options_are_passed_on(with_python: Machine, words: list[str], started: str) -> None:
    assert started == with_python.did(*words)[-1]


def test_ci_runs_the_same_steps_and_sets_ci(with_python: Machine) -> None:
    assert "CI=true python -m tests.check" == with_python.did(script=".ci/run")[-1]


def test_help_installs_nothing(machine: Machine) -> None:
    assert "./run test" in machine.run("--help").stdout
    assert not (machine.checkout / ".venv").exists()
