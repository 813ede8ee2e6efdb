"""The parent's part of the rule that one host writes: when its households may run, and how it gives them up."""

import logging
import os
import signal
from collections.abc import Callable
from typing import Literal

from appliance.hosting.bucket.models import Place
from appliance.hosting.bucket.store import Bucket
from appliance.hosting.child import end_with
from appliance.hosting.lease.keeper import RELEASE, Keeper, holder
from appliance.hosting.lease.rules import RENEWALS
from appliance.hosting.lease.shared import SharedLease
from appliance.hosting.models import Registered
from appliance.hosting.settings import HostSettings
from appliance.hosting.state import programs, rules
from appliance.hosting.state.files import Files
from appliance.hosting.state.moves import Moves
from appliance.hosting.state.restore import State, last_set_aside
from appliance.hosting.workers import Worker

log = logging.getLogger(__name__)
# The last sync may take so long; then the lease is not given back, and this folder keeps the newest state.
LAST_SYNC_SECONDS = 60.0
# Litestream has nothing left to send then.
END_SECONDS = 5.0
Phase = Literal["waits", "prepares", "serves", "syncs", "ends", "releases", "ended"]


class Writer:
    """The lease of the cell, and what copies its state to the bucket."""

    def __init__(self, settings: HostSettings, place: Place, fork: Callable[[Callable[[], int]], int]):
        """`fork` starts a process that keeps the descriptor of the lease. Raises BadSetting."""
        self._settings, self._place = settings, place
        for name in programs.NAMES:
            programs.program(name)
        settings.check_secrets()
        self.lease = SharedLease()
        self.phase: Phase = "waits"
        self.is_lost = False
        self._sync_until = self._end_until = 0.0
        self._keeper = Worker("lease", lambda: fork(self._keep))
        self._prepare = Worker("restore", lambda: fork(self._prepare_state))
        self._litestream = Worker("litestream", self._start_litestream)
        self._files = Worker("files", lambda: fork(self._copy_files))
        self._last = Worker("last sync", lambda: fork(self._last_sync))
        self._move = Worker("move", lambda: fork(self._send))
        self._to_send: Registered | None = None
        self._fork, self._aside_at = fork, 0
        self._workers = (self._keeper, self._prepare, self._litestream, self._files, self._last, self._move)

    @property
    def may_serve(self) -> bool:
        """Whether households may run."""
        return self.phase == "serves"

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left to do, once the cell stops."""
        return self.phase == "ended"

    def on_end(self, pid: int, code: int, now: float) -> bool:
        """Note that a process ended; False when it is none of these."""
        return any(worker.on_end(pid, code, now) for worker in self._workers)

    def step(self, now: float, *, stopping: bool, is_empty: bool) -> None:
        """Go on. `is_empty`: no household runs."""
        if stopping:
            self.lease.hand_over()
        if self.phase == "waits":
            self._wait(now, stopping=stopping)
        elif self.phase == "prepares":
            self._on_prepared(now, stopping=stopping)
        elif self.phase == "serves":
            self._serve(now, stopping=stopping, is_empty=is_empty)
        elif self.phase == "syncs":
            self._sync(now)
        elif self.phase == "ends":
            self._end(now)
        elif self.phase == "releases" and self._keeper.pid is None:
            self.phase = "ended"

    def send(self, households: list[Registered], now: float) -> None:
        """Go on giving these to other cells, one after the other. They have no process."""
        if households and self.may_serve:
            if self._move.pid is None:
                self._to_send = households[0]
            self._move.keep(now)

    def kill(self) -> None:
        """End what is left."""
        for worker in self._workers:
            worker.send(signal.SIGKILL)

    def _wait(self, now: float, *, stopping: bool) -> None:
        if stopping:
            self._keeper.send(signal.SIGKILL)
            self.phase = "ended"
        elif self.lease.is_held:
            self.phase = "prepares"
        else:
            self._keeper.keep(now)

    def _on_prepared(self, now: float, *, stopping: bool) -> None:
        if self._lost():
            return
        if stopping:
            self._prepare.send(signal.SIGKILL)
            self.phase = "ends"
        elif self._prepare.code == 0:
            self.phase = "serves"
        else:
            self._prepare.keep(now)

    def _serve(self, now: float, *, stopping: bool, is_empty: bool) -> None:
        if self._lost():
            return
        if self._litestream.pid is not None and self._aside_at != last_set_aside(self._settings):
            # It does not see a household that comes to a folder from which another one was moved while it ran.
            self._litestream.restart()
        self._litestream.keep(now)
        self._files.keep(now)
        if stopping and is_empty:
            self._files.send(signal.SIGKILL)
            self._move.send(signal.SIGKILL)
            self._sync_until = now + LAST_SYNC_SECONDS
            self.phase = "syncs"

    def _sync(self, now: float) -> None:
        if self._lost():
            return
        if self._last.code == 0:
            self._litestream.send(signal.SIGTERM)
            self._end_until = now + END_SECONDS
            self.phase = "ends"
        elif now >= self._sync_until:
            log.error("the last writes are not in the bucket; the lease is not given back, so start this host again")
            self.kill()
            self.phase = "ended"
        else:
            self._litestream.keep(now)
            self._last.keep(now)

    def _end(self, now: float) -> None:
        if self._litestream.pid is None:
            self._keeper.send(RELEASE)
            self.phase = "releases"
        elif now >= self._end_until:
            self._litestream.send(signal.SIGKILL)

    def _lost(self) -> bool:
        """Whether the lease ended while it was needed. Nothing of this cell may then go on."""
        if self.lease.is_held and self._keeper.pid is not None:
            return False
        log.error("another host may write now; ending")
        self.is_lost = True
        self.kill()
        self.phase = "ended"
        return True

    def _keep(self) -> int:
        bucket = Bucket(self._place, self._settings.read_secrets(), self._settings.lease_seconds / RENEWALS)
        me = holder(self._settings.cell_folder)
        Keeper(bucket, rules.lease_name(self._settings.cell), me, self.lease, self._settings.lease_seconds).run()
        return 0

    def _prepare_state(self) -> int:
        state = State(self._settings, self._place, self._settings.read_secrets())
        state.prepare(self.lease.epoch, must_restore=self.lease.must_restore)
        return 0

    def _start_litestream(self) -> int:
        self._aside_at = last_set_aside(self._settings)
        return self._fork(self._replicate)

    def _replicate(self) -> int:
        """Become Litestream."""
        settings = self._settings
        settings.sync_socket.unlink(missing_ok=True)
        settings.litestream_folder.mkdir(mode=0o700, exist_ok=True)
        config = settings.cell_folder / "litestream.json"
        content = rules.litestream_config(
            self._place,
            settings.cell,
            self.lease.epoch,
            folder=str(settings.folder),
            socket=str(settings.sync_socket),
            own=str(settings.litestream_folder),
            seconds=settings.sync_seconds,
        )
        config.write_bytes(content)
        variables = programs.litestream_variables(settings.read_secrets())
        found = programs.program("litestream")
        # An orderly end takes it up to 30 seconds, in which a host that starts again would already run another one.
        end_with(os.getppid(), signal.SIGKILL)
        os.execve(found, [found, "replicate", "-config", str(config)], variables)

    def _copy_files(self) -> int:
        files, moves = self._parts()
        files.run(moves.receive)
        return 0

    def _last_sync(self) -> int:
        self._parts()[0].last()
        return 0

    def _send(self) -> int:
        assert self._to_send
        self._parts()[1].send(self._to_send)
        return 0

    def _parts(self) -> tuple[Files, Moves]:
        secrets = self._settings.read_secrets()
        files = Files(self._settings, self._place, secrets, self.lease)
        return files, Moves(self._settings, self._place, secrets, self.lease, files)
