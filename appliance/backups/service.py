"""Nightly backups of a running server, and their copies in the second folder."""

import asyncio
import logging
import threading
from datetime import datetime
from pathlib import Path

import apsw

from appliance.backups import actions, rules
from appliance.backups.models import Backups, SecondFolder
from appliance.kernel.database.database import Database
from appliance.kernel.database.db_backup import DamagedFile

log = logging.getLogger(__name__)


class BackupService:
    """Makes the backups of a running server and keeps their results."""

    def __init__(self, database: Database, keep: int, second: str | None):
        """`keep` is how many backups of each kind stay; `second` is the second folder."""
        self.folder = database.path.parent / "backups"
        self._database = database
        self._keep = keep
        self._error: str | None = None
        self._second = SecondFolder(folder=second) if second else None
        self._newest_in_second: str | None = None
        self._copying = False

    async def run(self) -> None:
        """Make the nightly backup when it is due, and start copying to the second folder."""
        reader = self._database.read
        if rules.is_due(actions.list_backups(self.folder), reader.now, reader.zone):
            await self._make(reader.now)
        if self._second:
            self._start_copy(self._second.folder)

    def state(self) -> Backups:
        """The backups on this device, and the results of the last backup and of the second folder."""
        return Backups(
            backups=actions.list_backups(self.folder), keep=self._keep, error=self._error, second=self._second
        )

    async def _make(self, now: datetime) -> None:
        try:
            made = await asyncio.to_thread(actions.make, self._database.path, self.folder, "nightly", now, self._keep)
            photos = self._database.path.parent / actions.PHOTOS
            await asyncio.to_thread(actions.keep_photos, self.folder / made.name, photos)
            self._error = None
            log.info("a backup was made", extra={"file": made.name, "bytes": made.bytes})
        except (DamagedFile, OSError, apsw.Error) as problem:
            self._error = describe_failure(problem)
            log.error("the backup failed", extra={"reason": self._error})

    def _start_copy(self, folder: str) -> None:
        if self._copying:
            error = f"{folder} does not answer"
            self._second = SecondFolder(folder=folder, at=self._newest_in_second, error=error)
            return
        # A network share whose server is gone can block for hours. A daemon thread delays neither jobs nor the exit.
        self._copying = True
        threading.Thread(target=self._copy, args=(folder,), name="second folder", daemon=True).start()

    def _copy(self, folder: str) -> None:
        error = None
        try:
            self._newest_in_second = actions.copy_to_second(self.folder, Path(folder), self._keep)
        except OSError as problem:
            error = describe_failure(problem)
            log.warning("the second folder has no new backup", extra={"reason": error})
        finally:
            # Before the result is visible, because a reader of the result may start the next copy.
            self._copying = False
        self._second = SecondFolder(folder=folder, at=self._newest_in_second, error=error)


def describe_failure(problem: Exception) -> str:
    """Why a backup failed, for a person."""
    if isinstance(problem, apsw.FullError):
        return "there is no room left for a backup on this device"
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    return str(problem)
