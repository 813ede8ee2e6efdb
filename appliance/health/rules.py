"""What counts as healthy. Pure functions."""

from collections.abc import Iterable
from datetime import timedelta

from appliance.backups.remote.models import Stored
from appliance.backups.remote.rules import FAILURES_BEFORE_MESSAGE
from appliance.calendar.calendars.models import Calendar
from appliance.health.models import Clock, Part, RemoteBackup, State, Sync
from appliance.kernel.scheduling.clock import moment

MIN_FREE_BYTES = 200_000_000
OLD_BACKUP = timedelta(hours=50)
OLD_SYNC = timedelta(hours=6)
LATE_SYNCS = 3


def degraded(state: State, sync_interval: timedelta) -> list[Part]:
    """What fell behind or fails. A household that has no backup yet is not behind: one is made at night."""
    found: dict[Part, bool] = {
        "database": not state.is_ready,
        "disk": state.disk.free < MIN_FREE_BYTES,
        "clock": state.clock == "wrong",
        "scheduler": state.is_late,
        "sync": bool(state.last_sync.calendars)
        and _is_older(state.last_sync.at, state, max(OLD_SYNC, LATE_SYNCS * sync_interval)),
        "backup": state.last_backup is not None and _is_older(state.last_backup, state, OLD_BACKUP),
        "remoteBackup": state.remote_backup is not None and state.remote_backup.failing,
    }
    return [part for part, is_degraded in found.items() if is_degraded]


def clock_state(is_wrong: bool, is_synchronised: bool | None) -> Clock:
    """`is_wrong`: the server knows that the clock is wrong. `is_synchronised` is None when the system cannot tell."""
    if is_wrong:
        return "wrong"
    return "right" if is_synchronised else "unknown"


def last_sync(calendars: Iterable[Calendar]) -> Sync:
    """The state of the enabled calendars that are synced."""
    synced = [calendar for calendar in calendars if calendar.kind != "local" and calendar.enabled]
    failing = [calendar.name for calendar in synced if calendar.has_failed or calendar.needs_reconnect]
    times = [calendar.last_synced_at for calendar in synced if calendar.last_synced_at and not calendar.has_failed]
    return Sync(calendars=len(synced), at=max(times, default=None), failing=failing)


def remote_backup(stored: Stored | None) -> RemoteBackup | None:
    """The state of the backups on another device. One night without its network is no failure yet."""
    if stored is None:
        return None
    failing = stored.failures >= FAILURES_BEFORE_MESSAGE or stored.check_error is not None
    return RemoteBackup(at=stored.last_at, failing=failing)


def _is_older(at: str | None, state: State, age: timedelta) -> bool:
    return at is None or moment(state.now) - moment(at) > age
