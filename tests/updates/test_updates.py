"""Updates of the one file: real servers of several versions, real releases, real power cuts."""

import os
import random
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.machine import ROOT, Machine
from tests.updates.release_server import (
    ENDING,
    NOT_STARTING,
    Release,
    Signer,
    Web,
    make_program,
    tree_with_step,
    web_server,
)
from tests.waiting import until

NOW, NEXT = "1.0.0", "1.1.0"
STEP = "CREATE TABLE of_the_next (id INTEGER PRIMARY KEY) STRICT; INSERT INTO of_the_next VALUES (1);"
pytestmark = pytest.mark.waits


class Installation(Machine):
    """A machine whose program is one file."""

    def __init__(self, folder: Path, **variables: str):
        super().__init__(folder / "data", folder / "log", SCHEDULER_INTERVAL_SECONDS="1", **variables)
        self.variables = self._environment
        self.program = make_program(folder / "bin/mantel", NOW)

    def run(self, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        environment = {"PATH": os.environ["PATH"], **self.variables, **variables}
        return subprocess.run(
            [self.program, *arguments], env=environment, text=True, capture_output=True, timeout=300, check=False
        )

    def spawn(self, *arguments: str) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as out:
            return subprocess.Popen(
                [self.program, *arguments], env=self.variables, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=out
            )

    def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        got, answer = self.request(method, path, body)
        assert got == status, answer
        return answer

    def state(self) -> Any:
        """The answer of `GET /api/updates`; None while nobody answers."""
        try:
            return self.ask("GET", "/api/updates")
        except (OSError, HTTPException):
            return None

    def settled(self, version: str) -> Any:
        """The state when a version serves that is not being tried."""
        reached = lambda found: found and (found["version"], found["work"]) == (version, "idle")  # noqa: E731
        return until(self.state, reached)

    def names(self) -> list[str]:
        return [member["name"] for member in self.ask("GET", "/api/members")]

    def add(self, name: str) -> None:
        self.ask("POST", "/api/members", {"name": name, "color": "#c8553d"}, status=201)

    def has(self, name: str) -> bool:
        """Whether a member is there, after adding it; False while nobody answers."""
        with suppress(OSError, HTTPException):
            if name not in self.names():
                self.add(name)
            return True
        return False


@pytest.fixture
def release(tmp_path: Path) -> Release:
    return Release(tmp_path / "release")


@pytest.fixture
def web(release: Release) -> Iterator[Web]:
    with web_server(release.folder) as web:
        yield web


@pytest.fixture
def machine(tmp_path: Path, release: Release, web: Web) -> Iterator[Installation]:
    """A household of one member, and its server."""
    variables = {"UPDATE_URL": web.url, "UPDATE_KEY": release.signer.public, "UPDATE_TRIAL_SECONDS": "2"}
    machine = Installation(tmp_path, **variables)
    machine.start()
    machine.add("Ana")
    yield machine
    machine.kill()


def begin(machine: Installation) -> None:
    found = machine.ask("POST", "/api/updates/check")
    assert (NEXT, None) == (found["release"]["version"], found["problem"])
    machine.ask("POST", "/api/updates/install")


def restart(machine: Installation, trial_seconds: int) -> None:
    machine.stop()
    machine.variables["UPDATE_TRIAL_SECONDS"] = str(trial_seconds)
    machine.start()


@contextmanager
def supervising(machine: Installation) -> Iterator[socket.socket]:
    """The socket of a supervisor, for the starts of the machine's server from now on."""
    # The path of a socket has at most 108 bytes.
    with TemporaryDirectory() as short, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.settimeout(120)
        supervisor.bind(f"{short}/notify")
        machine.variables["NOTIFY_SOCKET"] = f"{short}/notify"
        yield supervisor


def until_ready(supervisor: socket.socket) -> None:
    while supervisor.recv(4096) != b"READY=1":
        pass


def is_tidy(machine: Installation) -> bool:
    """Whether nothing is left of an update but its result and the program before it."""
    left = {path.name for path in (machine.folder / "updates").iterdir()}
    programs = {path.name for path in machine.program.parent.iterdir()}
    return left <= {"result.json", "choice.json", "lock"} and programs <= {"mantel", "mantel.previous"}


def test_a_good_update_is_tried_and_kept(machine: Installation, release: Release, tmp_path: Path) -> None:
    release.publish(NEXT, tree=tree_with_step(tmp_path / "tree", STEP))
    begin(machine)
    # It is tried for two seconds, which a loaded machine may miss.
    until(machine.state, lambda found: found and found["version"] == NEXT and found["work"] in ("watching", "idle"))
    until(lambda: machine.has("Ben"))
    done = machine.settled(NEXT)

    assert (NEXT, True, None) == (done["last"]["version"], done["last"]["kept"], done["last"]["problem"])
    assert done["release"] is None
    assert ["Ana", "Ben"] == machine.names()
    assert machine.run("--version").stdout == f"mantel {NEXT}\n"
    assert is_tidy(machine)
    assert machine.server
    assert machine.server.poll() is None  # the service is the same process


def test_the_notes_are_shown_and_not_now_holds(machine: Installation, release: Release) -> None:
    release.publish(NEXT)
    found = machine.ask("POST", "/api/updates/check")
    assert found["release"] == {"version": NEXT, "notes": f"# Mantel {NEXT}\n\n- The board is calmer.\n"}
    assert machine.ask("POST", "/api/updates/postpone")["postponedUntil"] > found["checkedAt"]
    changed = machine.ask("PATCH", "/api/updates", {"automatic": True, "hour": 4})
    assert (True, 4) == (changed["automatic"], changed["hour"])
    assert "hour" in machine.ask("PATCH", "/api/updates", {"hour": 24}, status=400)["error"]


def test_a_version_that_is_not_newer_is_not_offered(machine: Installation, release: Release) -> None:
    release.publish(NOW)
    assert machine.ask("POST", "/api/updates/check")["release"] is None
    machine.ask("POST", "/api/updates/install", status=404)


def test_a_bad_signature_offers_nothing(machine: Installation, release: Release) -> None:
    release.publish(NEXT)
    release.signer = Signer()
    release.sign(NEXT)
    found = machine.ask("POST", "/api/updates/check")
    assert ("signature", None) == (found["problem"], found["release"])


def test_a_changed_program_is_not_installed(machine: Installation, release: Release) -> None:
    release.publish(NEXT)
    with release.artefact(NEXT).open("a") as file:
        file.write("# one line more\n")
    begin(machine)
    failed = until(machine.state, lambda found: found and found["work"] == "idle")
    assert ("damaged", NOW) == (failed["problem"], failed["version"])
    # The list stays, which is signed.
    left = {path.name for path in (machine.folder / "updates/release").iterdir()}
    assert left <= {"SHA256SUMS", "SHA256SUMS.minisig"}
    assert {"mantel"} == {path.name for path in machine.program.parent.iterdir()}


def test_a_cut_download_goes_on_where_it_was(machine: Installation, release: Release, web: Web) -> None:
    release.publish(NEXT, padding=3_000_000)
    web.cuts, web.cut_after = 2, 1_000_000
    begin(machine)
    machine.settled(NEXT)
    starts = [int(str(asked).removeprefix("bytes=").rstrip("-")) for asked in web.ranges]
    assert (3, 0) == (len(starts), starts[0])
    assert starts == sorted(set(starts))


@pytest.mark.parametrize("problem", ["not_started", "unhealthy"])
def test_a_server_that_does_not_run_gives_way_to_the_earlier_one(
    machine: Installation, release: Release, tmp_path: Path, problem: str
) -> None:
    end = tmp_path / "end"
    fault = NOT_STARTING if problem == "not_started" else ENDING.format(file=str(end))
    release.publish(NEXT, tree=tree_with_step(tmp_path / "tree", STEP), fault=fault)
    with supervising(machine) as supervisor:
        restart(machine, trial_seconds=300)
        until_ready(supervisor)
        begin(machine)
        if problem == "unhealthy":
            # The one that watches says so as soon as it has seen it healthy.
            until_ready(supervisor)
            end.touch()
    back = until(machine.state, lambda found: found and found["last"])

    assert (NOW, False, problem) == (back["version"], back["last"]["kept"], back["last"]["problem"])
    assert ["Ana"] == machine.names()
    assert is_tidy(machine)


def test_what_the_family_enters_in_a_trial_stays_where_the_schema_does(
    machine: Installation, release: Release, tmp_path: Path
) -> None:
    restart(machine, trial_seconds=300)
    end = tmp_path / "end"
    release.publish(NEXT, fault=ENDING.format(file=str(end)))
    begin(machine)
    until(machine.state, lambda found: found and found["work"] == "watching")
    machine.add("Ben")
    end.touch()
    machine.settled(NOW)
    assert ["Ana", "Ben"] == machine.names()


def test_a_migration_that_fails_is_found_on_the_copy(machine: Installation, release: Release, tmp_path: Path) -> None:
    release.publish(NEXT, tree=tree_with_step(tmp_path / "tree", "INSERT INTO no_such_table VALUES (1);"))
    begin(machine)
    failed = until(machine.state, lambda found: found and found["work"] == "idle")
    assert ("cannot_try", NOW) == (failed["problem"], failed["version"])
    assert "no_such_table" in machine.logged()
    assert ["Ana"] == machine.names()


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10))])
def test_a_power_cut_at_any_moment_leaves_the_household_whole(
    machine: Installation, release: Release, tmp_path: Path, seed: int
) -> None:
    release.publish(NEXT, tree=tree_with_step(tmp_path / "tree", STEP), padding=500_000)
    moment = random.Random(seed).uniform(0.0, 9.0)
    begin(machine)
    assert machine.server
    with pytest.raises(subprocess.TimeoutExpired):
        machine.server.wait(moment)
    kill_all(machine.server.pid)
    machine.server.wait()

    machine.start_without_waiting()
    done = until(machine.state, lambda found: found and found["work"] == "idle")
    assert ["Ana"] == machine.names()
    machine.add("Ben")
    if done["version"] == NOW:  # the cut was before the trial
        begin(machine)
    machine.settled(NEXT)
    assert ["Ana", "Ben"] == machine.names()
    assert is_tidy(machine)


@pytest.mark.slow
def test_three_interrupted_trials_bring_the_earlier_version_back(
    machine: Installation, release: Release, tmp_path: Path
) -> None:
    restart(machine, trial_seconds=300)
    release.publish(NEXT, tree=tree_with_step(tmp_path / "tree", STEP))
    begin(machine)
    for _ in range(3):
        until(machine.state, lambda found: found and found["work"] == "watching")
        assert machine.server
        kill_all(machine.server.pid)
        machine.server.wait()
        machine.start_without_waiting()
    back = machine.settled(NOW)
    assert (False, "interrupted") == (back["last"]["kept"], back["last"]["problem"])
    assert ["Ana"] == machine.names()
    # The file that the new version had changed is kept.
    assert any(path.name.startswith("replaced-") for path in (machine.folder / "backups").iterdir())


def test_the_command_prepares_and_the_server_takes_over(machine: Installation, release: Release) -> None:
    release.publish(NEXT)
    assert "can be installed" in machine.run("update", "--check").stdout
    done = machine.run("update")
    assert "within two minutes" in done.stdout, done.stderr
    machine.settled(NEXT)
    assert "is the newest version" in machine.run("update", str(release.folder)).stdout


def test_the_command_says_what_is_wrong(machine: Installation, tmp_path: Path) -> None:
    failed = machine.run("update", str(tmp_path / "empty"))
    assert 1 == failed.returncode
    assert re.fullmatch("mantel: the releases cannot be read\n", failed.stderr.splitlines(keepends=True)[-1])


def kill_all(process: int) -> None:
    """Kill a process and everything that it started, as a power cut does."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    os.kill(process, signal.SIGKILL)
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)
