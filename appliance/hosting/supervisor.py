"""The parent of a cell: forks a process for each household, watches them, and follows the registry.

It never has a thread or an event loop, because each start of a process forks it.
"""

import logging
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import apsw
from litestar import Litestar

from appliance.hosting import queries, rules
from appliance.hosting.actions import LONGEST_SOCKET_PATH
from appliance.hosting.api_server import serve_api
from appliance.hosting.child import AGAIN, begin, confine, fork, give_folder
from appliance.hosting.lease.gate import WriterGate
from appliance.hosting.links import keep_links
from appliance.hosting.models import Child, Pause, Registered
from appliance.hosting.registry import Registry
from appliance.hosting.settings import HostSettings, group_id, household_settings
from appliance.hosting.signs_of_life import NotifySocket
from appliance.hosting.state.restore import set_aside
from appliance.hosting.workers import Worker, signal_group
from appliance.hosting.writer import Writer
from appliance.kernel import systemd
from appliance.kernel.data_dir_lock import DataDirLock, server_details
from appliance.kernel.errors import Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.serve import serve_household
from appliance.settings import BadSetting, Settings

log = logging.getLogger(__name__)
# How often the registry is read: a cell of another process may have changed it.
INTERVAL_SECONDS = 0.5
LONGEST_NAME = 32
FOLDERS = ("", "households", "sockets", "hosts", "replicated")


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
        self._api_worker = Worker("registry", lambda: self._fork_own(self._serve_api))
        place = settings.place
        self._writer = Writer(settings, place, self._fork_own) if place else None
        self._is_open = False
        self._stopping = False
        self._written: object = None
        self._problem = ""
        self._parent = os.getpid()

    def run(self) -> None:
        """Run until SIGTERM or SIGINT, and until every process has ended. Raises DataDirInUse, OSError, apsw.Error."""
        self._prepare_folders()
        with DataDirLock(self._settings.cell_folder) as self._lock:
            if not self._writer:
                self._open_registry()
            self._notify = NotifySocket()
            self._wake, wakeup = socket.socketpair()
            for end in (self._wake, wakeup):
                end.setblocking(False)
            signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
            self._own = [wakeup.fileno(), self._wake.fileno(), self._notify.fileno(), self._lock.fileno()]
            self._secret = [self._writer.lease.fileno()] if self._writer else []
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, self._on_stop)
            signal.signal(signal.SIGCHLD, lambda *_: None)
            systemd.ready()
            while not self._has_ended():
                try:
                    self._step()
                except (apsw.Error, OSError) as problem:
                    # A full disk, or too many processes: those that run go on.
                    self._log_once("cannot follow the registry: %s", problem)
                systemd.watchdog()
                select.select([self._wake.fileno(), self._notify.fileno()], [], [], INTERVAL_SECONDS)
                with suppress(BlockingIOError):
                    self._wake.recv(4096)
            self._end_workers()
        if self._writer and self._writer.is_lost:
            raise Conflict(f"cell {self._settings.cell} is run by another host")

    def _has_ended(self) -> bool:
        may_end = self._stopping or (self._writer and self._writer.is_lost)
        return bool(may_end and not self._children and (not self._writer or self._writer.has_ended))

    def _open_registry(self) -> None:
        """From here on this cell is one that runs. Raises as `Registry.prepare`, BadSetting."""
        self._registry.prepare()
        if self._writer:
            others = [each.name for each in self._registry.read(queries.cells) if each.name != self._settings.cell]
            if others:
                raise BadSetting(f"HOSTING_DIR is also that of {others[0]}; with a bucket each cell has its own folder")
        self._registry.write(queries.put_cell, self._settings.cell, instant(datetime.now(UTC)))
        self._is_open = True

    def _on_stop(self, *_: object) -> None:
        self._stopping = True
        systemd.stopping()

    def _step(self) -> None:
        now = time.monotonic()
        self._note_messages(now)
        self._reap(now)
        if self._writer:
            self._writer.step(now, stopping=self._stopping, is_empty=not self._children)
            if self._writer.may_serve and not self._is_open:
                self._open_registry()
        if self._is_open:
            self._read_households()
        stopping = self._stopping or bool(self._writer and not self._writer.may_serve)
        plan = rules.plan(self._households, self._children, self._pauses, now, stopping=stopping)
        for child in plan.kill:
            log.warning("a process does not react; killing it", extra={"household": child.household.name})
            signal_group(child.pid, signal.SIGKILL)
        for child in plan.stop:
            child.state, child.stop_at = "stopping", now + rules.STOP_SECONDS
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)
        if not stopping:
            self._api_worker.keep(now)
            for household in plan.set_aside:
                self._set_aside(household)
            if self._writer:
                self._writer.send(plan.send, now)
        for household in plan.start:
            self._start(household, now)
        if self._is_open:
            self._write_processes()

    def _read_households(self) -> None:
        try:
            everyone = self._registry.read(queries.households)
            self._households = sorted(
                (each for each in everyone if each.cell == self._settings.cell), key=lambda each: each.id
            )
            keep_links(self._settings, {each.host_name: each.name for each in everyone})
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
        begin(self._parent, name, self._notify.address, [*self._own, *self._secret])
        uid = host.uid(household.id)
        give_folder(host.data_dir(name), uid, 0o700)
        give_folder(host.socket(name).parent, uid, 0o2750, group_id(host))
        confine(self._parent, host, uid)
        settings = household_settings(self._base, host, name, household.host_name)
        lease = self._writer.lease if self._writer else None
        around = partial(WriterGate, lease=lease) if lease else None
        return AGAIN if serve_household(settings, api=self._api, around=around) else 0

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
            code = os.waitstatus_to_exitcode(status)
            child = next((each for each in self._children.values() if each.pid == pid), None)
            if child:
                self._on_end(child, code, now)
            elif not self._api_worker.on_end(pid, code, now) and self._writer:
                self._writer.on_end(pid, code, now)

    def _on_end(self, child: Child, code: int, now: float) -> None:
        number = child.household.id
        del self._children[number]
        # What it started, such as a process that decodes a photo, is in its session.
        signal_group(child.pid, signal.SIGKILL)
        if child.state == "stopping" or code == AGAIN:
            self._pauses.pop(number, None)
            return
        problem = f"killed by signal {-code}" if code < 0 else f"exit status {code}"
        self._pauses[number] = rules.pause_after(child, problem, self._pauses.get(number), now)
        log.warning("a process ended: %s", problem, extra={"household": child.household.name})

    def _end_workers(self) -> None:
        """They end last, and have nothing to store."""
        self._api_worker.send(signal.SIGKILL)
        if self._writer:
            self._writer.kill()
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        self._settings.api_socket.unlink(missing_ok=True)

    def _fork_own(self, run: Callable[[], int]) -> int:
        """Fork a process of the cell itself, which keeps the lease's descriptor."""

        def started() -> int:
            begin(self._parent, None, self._notify.address, self._own)
            return run()

        return fork(started)

    def _serve_api(self) -> int:
        serve_api(self._settings, self._registry)
        return 0

    def _set_aside(self, household: Registered) -> None:
        """Move the data of a deleted household to where nothing reads it, then forget the household."""
        folder = self._settings.data_dir(household.name)
        if folder.exists():
            set_aside(self._settings, folder)
        self._settings.replica_stamp(household.name).unlink(missing_ok=True)
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
        for folder in FOLDERS:
            path = Path(self._settings.folder, folder)
            path.mkdir(mode=0o711, exist_ok=True)
            path.chmod(0o711)
