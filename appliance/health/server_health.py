"""The state of the server and its machine, for the wall's status, for probes and for metrics."""

import os
import shutil
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from appliance.backups import actions as backups
from appliance.backups.remote import queries as remote_queries
from appliance.calendar.calendars import queries as calendar_queries
from appliance.health import queries, rules
from appliance.health.models import Disk, Machine, Page, Part, Ready, State
from appliance.kernel.database.database import Database
from appliance.kernel.database.migrations import migration_files
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.scheduling.scheduler import Scheduler
from appliance.settings import Settings


class ServerHealth:
    """What is asked of a running server. Nothing is written, so that probes cost no disk."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        schema: Path,
        schedulers: Sequence[Scheduler],
        page: Callable[[], Page | None],
    ):
        """`schema` is the folder of the migrations. `page` is the state of the wall's page; None without a kiosk."""
        self._database = database
        self._data_dir, self._replica_stamp = settings.data_dir, settings.replica_stamp
        self._sync_interval = timedelta(minutes=settings.sync_interval_minutes)
        self._newest_version = max(migration_files(schema))
        self._schedulers = schedulers
        self._page = page

    def machine(self) -> Machine:
        """The state of the machine."""
        state = self.state()
        return Machine(
            disk=state.disk,
            clock=state.clock,
            now=state.now,
            last_sync=state.last_sync,
            remote_backup=state.remote_backup,
            degraded=self.degraded(state),
        )

    def ready(self) -> Ready:
        """Whether the server can do its work."""
        state = self.state()
        return Ready(
            ready=state.is_ready,
            migrated=state.migrated,
            writable=state.writable,
            clock=state.clock,
            disk=state.disk,
            last_sync=state.last_sync.at,
            last_backup=state.last_backup,
            last_remote_backup=state.remote_backup.at if state.remote_backup else None,
            last_replica=state.last_replica,
            degraded=self.degraded(state),
            page=self._page(),
        )

    def degraded(self, state: State) -> list[Part]:
        """What fell behind or fails."""
        return rules.degraded(state, self._sync_interval)

    def state(self) -> State:
        """What can be seen now."""
        db, usage = self._database.read, shutil.disk_usage(self._data_dir)
        newest = next(iter(backups.list_backups(self._data_dir / "backups")), None)
        return State(
            now=instant(db.now),
            migrated=queries.schema_version(db) == self._newest_version,
            writable=not self._database.last_write_failed and os.access(self._database.path, os.W_OK),
            disk=Disk(total=usage.total, free=usage.free),
            clock=rules.clock_state(self._database.clock_is_wrong, self._database.clock.is_right()),
            is_late=any(scheduler.is_late for scheduler in self._schedulers),
            last_sync=rules.last_sync(calendar_queries.calendars(db)),
            last_backup=newest.at if newest else None,
            remote_backup=rules.remote_backup(remote_queries.stored(db)),
            last_replica=_changed_at(self._replica_stamp),
        )


def _changed_at(file: Path | None) -> str | None:
    try:
        return instant(datetime.fromtimestamp(file.stat().st_mtime, UTC)) if file else None
    except OSError:
        return None
