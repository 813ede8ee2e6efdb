"""Restores a household on a fresh machine: from a place to a folder, and from the folder at the next start."""

import asyncio
import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from appliance.backups import actions as backups
from appliance.backups.remote import actions
from appliance.backups.remote.models import Access, RestorePreview, Restoring
from appliance.backups.remote.restic import Restic
from appliance.backups.remote.service import UNREADABLE, open_place
from appliance.backups.service import describe_failure
from appliance.kernel.database import db_backup
from appliance.kernel.errors import BadGateway, Conflict, NotFound
from appliance.kernel.text.redaction import redact

# What is being fetched, and what is complete. The second gets its name at the end, so that a power cut leaves no half.
INCOMING = "incoming"
READY = "incoming.ready"
CODE = "setup-code"


class HouseholdRestorer:
    """Fetches a backup. `on_ready` is called when the server has to start again with it."""

    def __init__(self, folder: Path, schema: Path):
        """`folder` is the data folder, `schema` the one of the migrations."""
        self._folder = folder
        self._schema = schema
        self._state = Restoring(state="none")
        self._task: asyncio.Task[None] | None = None
        self.on_ready: Callable[[], None] = lambda: None

    @property
    def is_ready(self) -> bool:
        """Whether a household waits for the next start."""
        return self._state.state == "ready"

    def state(self) -> Restoring:
        """What became of the restore."""
        return self._state

    async def preview(self, access: Access, snapshot_id: str | None) -> RestorePreview:
        """What is in a place, and in one backup there. Raises BadRequest, BadGateway, NotFound, Conflict."""
        restic, _ = await open_place(access, create=False)
        target = self._begin()
        try:
            snapshots = await restic.snapshots()
            chosen = next((one for one in snapshots if snapshot_id in (None, one.id)), None)
            if chosen is None:
                raise NotFound()
            await restic.restore(chosen.id, target, only=[actions.FILE])
            file = await asyncio.to_thread(actions.found_in, target)
            contents = await asyncio.to_thread(actions.verify, file / actions.FILE, self._schema)
            return RestorePreview(snapshots=snapshots, snapshot=chosen, contents=contents)
        except UNREADABLE as problem:
            words = redact(describe_failure(problem))
            raise BadGateway(f"the place for backups: {words}", code="backup_place_failed", reason=words) from None
        finally:
            self._state = Restoring(state="none")
            await asyncio.to_thread(shutil.rmtree, target, ignore_errors=True)

    async def start(self, access: Access, snapshot_id: str, code_digest: str) -> Restoring:
        """Begin to fetch a backup. The setup code stays valid for the restored household.

        Raises BadRequest, BadGateway, Conflict.
        """
        restic, _ = await open_place(access, create=False)
        target = self._begin()
        self._task = asyncio.create_task(self._fetch(restic, snapshot_id, target, code_digest))
        return self._state

    async def close(self) -> None:
        """Stop what is under way."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _begin(self) -> Path:
        if self._state.state in ("running", "ready"):
            raise Conflict("a backup is being read", code="busy")
        self._state = Restoring(state="running")
        target = self._folder / INCOMING
        shutil.rmtree(target, ignore_errors=True)
        return target

    async def _fetch(self, restic: Restic, snapshot_id: str, target: Path, code_digest: str) -> None:
        try:
            await restic.restore(snapshot_id, target)
            await asyncio.to_thread(_complete, target, self._folder / READY, self._schema, code_digest)
        except UNREADABLE as problem:
            await asyncio.to_thread(shutil.rmtree, target, ignore_errors=True)
            self._state = Restoring(state="failed", error=redact(describe_failure(problem)))
        else:
            self._state = Restoring(state="ready")
            self.on_ready()


def _complete(target: Path, ready: Path, schema: Path, code_digest: str) -> None:
    found = actions.found_in(target)
    actions.verify(found / actions.FILE, schema)
    (found / CODE).write_text(code_digest)
    for path in found.rglob("*"):
        if db_backup.is_regular(path):
            db_backup.fsync(path)
    shutil.rmtree(ready, ignore_errors=True)
    os.replace(found, ready)
    db_backup.fsync(ready.parent)
    shutil.rmtree(target, ignore_errors=True)


def take_over(data_dir: Path, household: Path, now: datetime, schema: Path) -> str | None:
    """Replace the household by the one that waits, before it is opened; the digest of the setup code, None without one.

    The data folder must be locked. After a power cut it is done again from the beginning. Raises NotABackup,
    UnknownSchema, OtherSchema, DamagedFile, OSError, apsw.Error.
    """
    ready = data_dir / READY
    if not (ready / actions.FILE).exists():
        shutil.rmtree(ready, ignore_errors=True)
        return None
    key = ready / actions.KEY
    if db_backup.is_regular(key):
        with db_backup.unfinished_file(data_dir / actions.KEY) as unfinished:
            shutil.copyfile(key, unfinished)
            unfinished.chmod(0o600)
            db_backup.publish(unfinished, data_dir / actions.KEY)
    backups.restore(ready / actions.FILE, household, data_dir / "backups", now, schema)
    code = (ready / CODE).read_text()
    # First what makes it complete, so that a power cut leaves nothing to take over.
    (ready / actions.FILE).unlink()
    shutil.rmtree(ready)
    return code
