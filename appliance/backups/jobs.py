"""Backups by night: made beside the server's work, and carried to the second folder without anybody waiting for it."""

import asyncio
import logging
import threading
from datetime import datetime
from pathlib import Path

import apsw

from appliance.backups import actions, rules
from appliance.backups.models import Backups, Second
from appliance.kernel.database.database import Database
from appliance.kernel.database.db_backup import DamagedFile

log = logging.getLogger(__name__)


class Keeper:
    """Makes the backups of a served household and knows how it went."""

    def __init__(self, database: Database, keep: int, second: str | None):
        self.folder = database.path.parent / "backups"
        self._database = database
        self._keep = keep
        self._error: str | None = None
        self._second = Second(folder=second) if second else None
        self._newest_there: str | None = None
        self._carrying = False

    async def run(self, database: Database, due: datetime) -> None:
        """Make tonight's backup when it is due; try again an hour later when it fails."""
        reader = database.read
        if rules.is_due(actions.kept(self.folder), reader.now, reader.zone):
            await self._make(reader.now)
        if self._second:
            self._carry(self._second.folder)

    def state(self) -> Backups:
        """What is kept here, and how the last backup and the second folder are doing."""
        return Backups(backups=actions.kept(self.folder), keep=self._keep, error=self._error, second=self._second)

    async def _make(self, now: datetime) -> None:
        try:
            made = await asyncio.to_thread(actions.make, self._database.path, self.folder, "nightly", now, self._keep)
            self._error = None
            log.info("a backup was made", extra={"file": made.name, "bytes": made.bytes})
        except (DamagedFile, OSError, apsw.Error) as problem:
            self._error = words(problem)
            log.error("the backup failed", extra={"reason": self._error})

    def _carry(self, folder: str) -> None:
        if self._carrying:
            self._second = Second(folder=folder, at=self._newest_there, error=f"{folder} does not answer")
            return
        # A share whose server is gone holds whoever asks for it, for hours: neither jobs nor a stop may wait for that.
        self._carrying = True
        threading.Thread(target=self._carried, args=(folder,), name="second folder", daemon=True).start()

    def _carried(self, folder: str) -> None:
        error = None
        try:
            self._newest_there = actions.carry(self.folder, Path(folder), self._keep)
        except OSError as problem:
            error = words(problem)
            log.warning("the second folder has no new backup", extra={"reason": error})
        finally:
            # Before it is told how it went: whoever sees that may begin the next one.
            self._carrying = False
        self._second = Second(folder=folder, at=self._newest_there, error=error)


def words(problem: Exception) -> str:
    """Why a backup failed, for a person."""
    if isinstance(problem, apsw.FullError):
        return "there is no room left for a backup on this device"
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    return str(problem)
