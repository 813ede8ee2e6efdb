"""Makes the backups on another device, and restores one each month as a test."""

import asyncio
import logging
import shutil
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import apsw

from appliance.backups.actions import NotABackup
from appliance.backups.remote import actions, queries, rules
from appliance.backups.remote.host_keys import host_keys
from appliance.backups.remote.models import Access, Failed, RemoteBackups, Work
from appliance.backups.remote.restic import Restic, missing_programs
from appliance.backups.service import describe_failure
from appliance.kernel.database.database import Database
from appliance.kernel.database.db_backup import DamagedFile
from appliance.kernel.database.migrations import UnknownSchema
from appliance.kernel.encryption import BadKey
from appliance.kernel.errors import BadGateway, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.text.redaction import redact

log = logging.getLogger(__name__)
UNREADABLE = (Failed, DamagedFile, NotABackup, UnknownSchema, OSError, apsw.Error)


class RemoteBackupService:
    """The place of the household's backups on another device. One thing is done there at a time."""

    def __init__(self, database: Database, schema: Path):
        """`schema` is the folder of the migrations."""
        self._database = database
        self._schema = schema
        self._folder = database.path.parent
        self._running: Work | None = None
        self._percent: int | None = None
        self._task: asyncio.Task[None] | None = None

    def state(self) -> RemoteBackups:
        """The place, the results, and what is done now."""
        db = self._database.read
        stored = queries.stored(db)
        if stored is None:
            return RemoteBackups(missing=missing_programs("webdav"))
        return RemoteBackups(
            missing=missing_programs(stored.place.kind),
            place=stored.place,
            last_at=stored.last_at,
            next_at=instant(rules.next_at(stored, db.now, db.zone)),
            failures=stored.failures,
            error=stored.error,
            checked_at=stored.checked_at,
            check_error=stored.check_error,
            running=self._running,
            percent=self._percent,
        )

    async def use(self, access: Access) -> RemoteBackups:
        """Try a place, and use it from now on. Raises BadRequest, BadGateway."""
        stored = queries.stored(self._database.read)
        is_same = stored is not None and (stored.place.kind, stored.place.address) == (access.kind, access.address)
        _, trusted = await open_place(access, create=True, trusted=stored.host_keys if stored and is_same else None)
        await self._database.write(actions.use, access, trusted)
        return self.state()

    def start(self, work: Work) -> RemoteBackups:
        """Begin a backup or a check now, without waiting for its end. Raises NotFound, Conflict, BadKey."""
        access = actions.stored_access(self._database.read)
        if access is None:
            raise NotFound()
        if self._running:
            raise Conflict("a backup or a check is under way", code="busy")
        self._running = work
        self._task = asyncio.create_task(self._work(work, access))
        return self.state()

    async def run_due(self) -> None:
        """What is due by now: the backup of the night, or the test of a month."""
        db = self._database.read
        stored = queries.stored(db)
        if stored is None or self._running:
            return
        try:
            if rules.is_due(stored, db.now, db.zone):
                self.start("backup")
            elif rules.is_check_due(stored, db.now):
                self.start("check")
        except BadKey as problem:
            await self._database.write(actions.record_result, str(problem))

    async def close(self) -> None:
        """Stop what is under way. An interrupted backup goes on with what it has stored."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self, work: Work, access: Access) -> None:
        try:
            if work == "backup":
                error = await self._error_of(self._back_up(access), "outgoing")
                await self._database.write(actions.record_result, error)
            else:
                error = await self._error_of(self._check(access), "check")
                await self._database.write(actions.record_check, error)
            log.info(f"{work} on another device", extra={"error": error})
        finally:
            self._running = self._percent = None

    async def _error_of(self, work: Coroutine[Any, Any, None], name: str) -> str | None:
        try:
            await work
            return None
        except UNREADABLE as problem:
            return redact(describe_failure(problem))
        finally:
            await asyncio.to_thread(shutil.rmtree, self._folder / name, ignore_errors=True)

    async def _back_up(self, access: Access) -> None:
        restic = await self._restic(access)
        await restic.open(create=False)
        outgoing = self._folder / "outgoing"
        await asyncio.to_thread(actions.collect, self._database.path, outgoing)
        await restic.back_up(outgoing, self._show)

    async def _restic(self, access: Access) -> Restic:
        stored = queries.stored(self._database.read)
        trusted = await host_keys(access, stored.host_keys if stored else None)
        if stored and trusted and not stored.host_keys:
            await self._database.write(queries.put_host_keys, trusted)
        return Restic(access, trusted)

    async def _check(self, access: Access) -> None:
        restic = await self._restic(access)
        newest = next(iter(await restic.snapshots()), None)
        if newest is None:
            raise Failed(rules.NOTHING_THERE)
        target = self._folder / "check"
        await restic.restore(newest.id, target)
        found = await asyncio.to_thread(actions.found_in, target)
        await asyncio.to_thread(actions.verify, found / actions.FILE, self._schema)

    def _show(self, percent: int) -> None:
        self._percent = percent


async def open_place(access: Access, *, create: bool, trusted: str | None = None) -> tuple[Restic, str | None]:
    """The repository of a place, opened, and the keys of its SFTP server. `create`: made where there is none.

    `trusted` are the keys that it had at the first use. Raises BadRequest, BadGateway.
    """
    if missing := missing_programs(access.kind):
        names = " and ".join(missing)
        raise BadGateway(f"install {names} on the machine of Mantel first", code="program_missing", program=names)
    try:
        restic = Restic(access, trusted := await host_keys(access, trusted))
        await restic.open(create=create)
    except (Failed, OSError) as problem:
        words = describe_failure(problem)
        raise BadGateway(f"the place for backups: {words}", code="backup_place_failed", reason=words) from None
    return restic, trusted
