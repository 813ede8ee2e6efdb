"""The trial of a new program: it serves as a child of the present one, and is kept, or the household is as before.

The journal (`UpdateTrial`) is written before each step, and each step may be done again: a power cut at any moment
leaves the present program in its place, which goes on at its next start, or the new one, which only tidies up.
"""

import ctypes
import fcntl
import http.client
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from appliance.backups import actions as backups
from appliance.kernel import systemd
from appliance.kernel.child_process import of_another_program
from appliance.kernel.data_dir_lock import DataDirInUse, DataDirLock
from appliance.kernel.database import db_backup
from appliance.kernel.http.local_connection import connection_to
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.version import version
from appliance.updates import rules
from appliance.updates.folder import BEING_TRIED, LOCK, UpdateFolder
from appliance.updates.models import Problem, UpdateResult, UpdateTrial
from appliance.updates.programs import Program

log = logging.getLogger(__name__)
POLL_SECONDS = 1.0
ANSWER_SECONDS = 10
STOP_SECONDS = 30
PR_SET_PDEATHSIG = 1
StartAgain = Callable[[list[str]], None]


class Household(msgspec.Struct, frozen=True, kw_only=True):
    """What a trial acts on: the household's file, the data folder, the migrations of this program, and its server."""

    file: Path
    schema: Path
    host: str
    port: int
    unix_socket: Path | None = None
    seconds: float


def resume(folder: UpdateFolder, program: Program, household: Household, start_again: StartAgain) -> None:
    """Go on with a trial, if there is one, before the household is opened. Returns when this program shall serve.

    `start_again` replaces this process by a program. Exits when the service is stopped.
    Raises DataDirInUse, OSError, apsw.Error, DamagedFile.
    """
    trial = folder.trial()
    if trial is None:
        return
    # Until this process ends or becomes another program.
    handle = os.open(folder.path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DataDirInUse(f"another Mantel process tries an update in {folder.path}; stop it first") from None
    step = rules.next_step(trial, version(), program.is_staged())
    if step == "try":
        problem = _try(folder, program, household, trial)
        step = "return" if problem else "keep"
        trial = msgspec.structs.replace(trial, state="returning" if problem else "keeping", problem=problem)
        folder.put(trial)
        if not problem:
            log.info("the update is kept", extra={"version": trial.version})
    if step == "keep":
        command = program.keep()
        if command == program.staged():
            os.environ[BEING_TRIED] = "1"  # until somebody else has installed it
        else:
            folder.end_trial(_result(trial, kept=True))
        start_again(command)
    elif step == "kept":
        program.discard()
        folder.end_trial(_result(trial, kept=True))
    elif step == "forget":
        program.discard()
        folder.end_trial()
    elif step == "return":
        _go_back(folder, program, household, trial)


def _try(folder: UpdateFolder, program: Program, household: Household, trial: UpdateTrial) -> Problem | None:
    """Let the new program serve. Why it is not kept; None when it is. Exits when the service is stopped."""
    if not trial.attempts:
        # Nothing was started yet. A copy that is there is of an earlier trial.
        folder.before.unlink(missing_ok=True)
        db_backup.copy(household.file, folder.before)
    folder.put(msgspec.structs.replace(trial, attempts=trial.attempts + 1))
    log.info("trying an update", extra={"version": trial.version, "seconds": household.seconds})
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: signals.append(number))
    environment = {
        name: value
        for name, value in os.environ.items()
        if name != "NOTIFY_SOCKET" and not name.startswith("WATCHDOG_")
    }
    command = [*program.staged(), *sys.argv[1:]]
    try:
        child = subprocess.Popen(
            command,
            env={**of_another_program(environment), BEING_TRIED: "1"},
            preexec_fn=_end_with_parent,
        )
    except OSError:
        return "not_started"
    try:
        problem = _watch(child, household, signals)
    finally:
        _stop(child)
    if signals:
        # The machine shuts down, or a person stops the service: the next start goes on.
        folder.put(msgspec.structs.replace(trial, attempts=max(1, trial.attempts)))
        sys.exit(0)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    return problem


def _watch(child: "subprocess.Popen[bytes]", household: Household, signals: list[int]) -> Problem | None:
    started = time.monotonic()
    first = last = 0.0
    while not signals:
        ready, now = is_healthy(household), time.monotonic()
        if ready:
            if not first:
                first = now
                systemd.ready()
            last = now
        systemd.watchdog()
        verdict = rules.verdict(
            child.poll() is None,
            max(now - first, 0.001) if first else 0,
            now - started,
            now - last,
            household.seconds,
        )
        if verdict is True:
            return None
        if verdict:
            log.error("the update is not kept", extra={"problem": verdict})
            return verdict
        time.sleep(POLL_SECONDS)
    return None


class _Ready(msgspec.Struct):
    page: str | None = None


def is_healthy(household: Household, *, has_wall: bool = False) -> bool:
    """Whether the server can do its work, and its page answers and is drawn where a kiosk shows it.

    `has_wall`: a kiosk must show it.
    """
    connection = connection_to(household.host, household.port, household.unix_socket, ANSWER_SECONDS)
    try:
        _get(connection, "/")
        page = msgspec.json.decode(_get(connection, "/api/ready"), type=_Ready).page
        return page == "ok" or (page is None and not has_wall)
    except (OSError, http.client.HTTPException, msgspec.MsgspecError):
        return False
    finally:
        connection.close()


def _get(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path, headers={"Host": "localhost"})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise OSError(f"{path} answers {answer.status}")
    return content


def _go_back(folder: UpdateFolder, program: Program, household: Household, trial: UpdateTrial) -> None:
    """This program serves again. A file that the new one has changed is replaced by the copy, and kept as a backup.

    A file of the same schema stays as it is: it has what the family entered meanwhile.
    """
    trial = msgspec.structs.replace(trial, state="returning", problem=trial.problem or "interrupted")
    folder.put(trial)
    kept = household.file.parent / "backups"
    with DataDirLock(household.file.parent) as lock:
        if folder.before.exists() and schema_of(household.file) != trial.schema:
            backups.restore(folder.before, household.file, kept, datetime.now(UTC), household.schema)
            lock.ended()  # an interruption concerned the replaced file
    program.discard()
    folder.end_trial(_result(trial, kept=False))
    log.warning("the earlier version is back", extra={"version": trial.from_version, "problem": trial.problem})


def schema_of(file: Path) -> int | None:
    """The version of a household's file; None for a damaged or missing one."""
    try:
        return db_backup.check(file)[1]
    except (db_backup.DamagedFile, OSError):
        return None


def _result(trial: UpdateTrial, *, kept: bool) -> UpdateResult:
    return UpdateResult(version=trial.version, at=instant(datetime.now(UTC)), kept=kept, problem=trial.problem)


def _stop(child: "subprocess.Popen[bytes]") -> None:
    child.terminate()
    try:
        child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _end_with_parent() -> None:
    """Where this process is killed, the program that it tries must not go on without it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
