"""The parent of a cell: forks a process for each household, watches them, and follows the registry.

It never has a thread or an event loop, because each start of a process forks it.
"""

import logging
import os
import select
import signal
import socket
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import apsw
from litestar import Litestar

from appliance.hosting import queries, rules
from appliance.hosting.api_server import serve_api
from appliance.hosting.child import AGAIN, begin, confine, fork, give_folder
from appliance.hosting.models import Child, Pause, Registered
from appliance.hosting.registry import Registry
from appliance.hosting.settings import HostSettings, group_id, household_settings
from appliance.hosting.signs_of_life import NotifySocket
from appliance.kernel import systemd
from appliance.kernel.data_dir_lock import DataDirLock, server_details
from appliance.kernel.scheduling.clock import instant
from appliance.serve import serve_household
from appliance.settings import BadSetting, Settings

log = logging.getLogger(__name__)
# How often the registry is read: a cell of another process may have changed it.
INTERVAL_SECONDS = 0.5
API_PAUSE_SECONDS = 1.0
LONGEST_SOCKET_PATH = 107  # unix(7)
LONGEST_NAME = 32


class Supervisor:
    """One cell."""

    def __init__(self, settings: HostSettings, base: Settings, api: Litestar):
        """`base` are the settings that all households share; `api` is their application."""
        self._settings = settings
        self._base = base
        self._api = api
        self._registry = Registry(settings.registry)
        self._children: dict[int, Child] = {}
        self._pauses: dict[int, Pause] = {}
        self._households: list[Registered] = []
        self._api_pid: int | None = None
        self._api_not_before = 0.0
        self._stopping = False
        self._written: object = None
        self._problem = ""
        self._parent = os.getpid()

    def run(self) -> None:
        """Run until SIGTERM or SIGINT, and until every process has ended. Raises DataDirInUse, OSError, apsw.Error."""
        self._prepare_folders()
        with DataDirLock(self._settings.cell_folder) as self._lock:
            self._registry.prepare()
            self._registry.write(queries.put_cell, self._settings.cell, instant(datetime.now(UTC)))
            self._notify = NotifySocket()
            self._wake, wakeup = socket.socketpair()
            for end in (self._wake, wakeup):
                end.setblocking(False)
            signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
            self._own = [wakeup.fileno(), self._wake.fileno(), self._notify.fileno(), self._lock.fileno()]
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, self._on_stop)
            signal.signal(signal.SIGCHLD, lambda *_: None)
            systemd.ready()
            while not self._stopping or self._children:
                try:
                    self._step()
                except (apsw.Error, OSError) as problem:
                    # A full disk, or too many processes: those that run go on.
                    self._log_once("cannot follow the registry: %s", problem)
                systemd.watchdog()
                select.select([self._wake.fileno(), self._notify.fileno()], [], [], INTERVAL_SECONDS)
                with suppress(BlockingIOError):
                    self._wake.recv(4096)
            self._end_api()

    def _on_stop(self, *_: object) -> None:
        self._stopping = True
        systemd.stopping()

    def _step(self) -> None:
        now = time.monotonic()
        self._note_messages(now)
        self._reap(now)
        self._read_households()
        plan = rules.plan(self._households, self._children, self._pauses, now, stopping=self._stopping)
        for child in plan.kill:
            log.warning("a process does not react; killing it", extra={"household": child.household.name})
            _signal_group(child.pid, signal.SIGKILL)
        for child in plan.stop:
            child.state, child.stop_at = "stopping", now + rules.STOP_SECONDS
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)
        self._keep_api(now)
        for household in plan.set_aside:
            self._set_aside(household)
        for household in plan.start:
            self._start(household, now)
        self._write_processes()

    def _read_households(self) -> None:
        try:
            self._households = self._registry.read(queries.households_of, self._settings.cell)
        except apsw.Error as problem:
            self._log_once("cannot read the registry: %s", problem)
        running = {each.id for each in self._households if each.state == "running"}
        self._pauses = {number: pause for number, pause in self._pauses.items() if number in running}

    def _start(self, household: Registered, now: float) -> None:
        if server_details(self._settings.data_dir(household.name)) is not None:
            return  # the cell that it came from has not ended it yet
        pid = fork(lambda: self._serve(household))
        self._children[household.id] = Child(
            household=household, pid=pid, state="starting", started_at=now, seen_at=now
        )

    def _serve(self, household: Registered) -> int:
        """Serve a household; what runs in its process."""
        host, name = self._settings, household.name
        begin(self._parent, name, self._notify.address, self._own)
        uid = host.uid(household.id)
        give_folder(host.data_dir(name), uid, 0o700)
        give_folder(host.socket(name).parent, uid, 0o2750, group_id(host))
        confine(self._parent, host, uid)
        settings = household_settings(self._base, host, name, household.host_name)
        return AGAIN if serve_household(settings, api=self._api) else 0

    def _note_messages(self, now: float) -> None:
        by_pid = {child.pid: child for child in self._children.values()}
        for pid, lines in self._notify.messages():
            if child := by_pid.get(pid):
                child.seen_at = now
                if "READY=1" in lines and child.state == "starting":
                    child.state = "running"

    def _reap(self, now: float) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self._api_pid:
                self._api_pid = None
                continue
            child = next((each for each in self._children.values() if each.pid == pid), None)
            if child:
                self._on_end(child, os.waitstatus_to_exitcode(status), now)

    def _on_end(self, child: Child, code: int, now: float) -> None:
        number = child.household.id
        del self._children[number]
        # What it started, such as a process that decodes a photo, is in its session.
        _signal_group(child.pid, signal.SIGKILL)
        if child.state == "stopping" or code == AGAIN:
            self._pauses.pop(number, None)
            return
        problem = f"killed by signal {-code}" if code < 0 else f"exit status {code}"
        self._pauses[number] = rules.pause_after(child, problem, self._pauses.get(number), now)
        log.warning("a process ended: %s", problem, extra={"household": child.household.name})

    def _keep_api(self, now: float) -> None:
        """Keep the process of the registry's API running."""
        if self._api_pid is None and not self._stopping and now >= self._api_not_before:
            self._api_not_before = now + API_PAUSE_SECONDS
            self._api_pid = fork(self._serve_api)

    def _end_api(self) -> None:
        """It stops last, and has nothing to store."""
        if self._api_pid:
            _signal_group(self._api_pid, signal.SIGKILL)
            os.waitpid(self._api_pid, 0)
        self._settings.api_socket.unlink(missing_ok=True)

    def _serve_api(self) -> int:
        begin(self._parent, None, self._notify.address, self._own)
        serve_api(self._settings, self._registry)
        return 0

    def _set_aside(self, household: Registered) -> None:
        """Move the data of a deleted household to where nothing reads it, then forget the household."""
        folder = self._settings.data_dir(household.name)
        if folder.exists():
            aside = self._settings.folder / "deleted"
            aside.mkdir(mode=0o700, exist_ok=True)
            folder.rename(aside / f"{household.name}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        self._registry.write(queries.remove_household, household.id)
        log.info("deleted", extra={"household": household.name})

    def _write_processes(self) -> None:
        """Store what is, if it has changed."""
        children = sorted(self._children.values(), key=lambda child: child.household.id)
        state = [(child.household.id, child.pid, child.state) for child in children], self._pauses
        if state != self._written:
            self._registry.write(queries.put_processes, self._settings.cell, children, self._pauses)
            self._written = (state[0], dict(self._pauses))
            running = sum(child.state == "running" for child in children)
            systemd.status(f"{running} of {len(children)} households of cell {self._settings.cell} answer")

    def _log_once(self, message: str, problem: Exception) -> None:
        """Log an error that may come twice a second only when it is another one than before."""
        if str(problem) != self._problem:
            self._problem = str(problem)
            log.error(message, problem)

    def _prepare_folders(self) -> None:
        """Folders that the users of households pass through, and nothing else. Raises BadSetting, OSError."""
        longest = self._settings.socket("x" * LONGEST_NAME)
        if (excess := len(os.fsencode(longest)) - LONGEST_SOCKET_PATH) > 0:
            raise BadSetting(f"HOSTING_DIR: the path is {excess} bytes too long for the sockets in it")
        self._settings.cell_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in ("", "households", "sockets"):
            path = Path(self._settings.folder, folder)
            path.mkdir(mode=0o711, exist_ok=True)
            path.chmod(0o711)


def _signal_group(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
