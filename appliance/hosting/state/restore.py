"""Fetches the state of a cell from the bucket: each household whole, before it replaces another."""

import logging
import os
import shutil
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from appliance.hosting import queries
from appliance.hosting.bucket.models import Place, Secrets
from appliance.hosting.bucket.store import Bucket
from appliance.hosting.lease.keeper import NEWEST
from appliance.hosting.registry import Registry
from appliance.hosting.settings import HostSettings
from appliance.hosting.state import programs, rules
from appliance.kernel.database.db_backup import check
from appliance.kernel.encryption import Cipher

log = logging.getLogger(__name__)
KEY = "encryption.key"
AT_A_TIME = 4
PHOTOS = "/*/photos/*.webp"
# No household has a dot in its name.
FETCHED_PHOTOS = ".photos"


class State:
    """The state of a cell in the bucket."""

    def __init__(self, settings: HostSettings, place: Place, secrets: Secrets):
        """Raises BadKey."""
        self._settings, self._place, self._secrets = settings, place, secrets
        self._bucket = Bucket(place, secrets)
        self._cipher = Cipher(secrets.household_key, named="household-key")

    def prepare(self, epoch: int, *, must_restore: bool) -> None:
        """Make this folder the newest state of an epoch, from the bucket if another one may have written.

        Raises BucketError, ProgramFailed, DamagedFile, BadKey, OSError, apsw.Error; then nothing may be served.
        """
        newest = self._settings.cell_folder / NEWEST
        began = time.monotonic()
        if must_restore:
            newest.unlink(missing_ok=True)
            self._restore_all()
        if not newest.exists() or int(newest.read_text()) != epoch:
            # It describes another replica than the one that now begins.
            if self._settings.litestream_folder.exists():
                shutil.rmtree(self._settings.litestream_folder)
            os.sync()
            newest.write_text(str(epoch))
            log.info("the state of epoch %d is there after %.1f s", epoch, time.monotonic() - began)

    def _restore_all(self) -> None:
        cell = self._settings.cell
        epochs = rules.epochs(self._bucket.folders(rules.cell_folder(cell)))
        work = self._work_folder("registry")
        for epoch in epochs:
            if self._fetched(f"{rules.epoch_folder(cell, epoch)}{rules.REGISTRY}", work / "registry.db"):
                self._put_in_place(work, self._settings.registry.parent)
                break
        registry = Registry(self._settings.registry)
        registry.prepare()
        households = [each.name for each in registry.read(queries.households_of, cell) if each.state != "deleted"]
        self._fetch_photos(cell, PHOTOS)
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            list(pool.map(lambda name: self._restore(name, cell, epochs), households))

    def restore(self, name: str, cell: str, epochs: Sequence[int]) -> bool:
        """Replace a household by its newest replica in these epochs of a cell; False when there is none.

        What was here before is kept in the folder `deleted`. Raises as `prepare`.
        """
        self._fetch_photos(cell, f"/{name}/photos/*.webp")
        return self._restore(name, cell, epochs)

    def _fetch_photos(self, cell: str, pattern: str) -> None:
        """Copy photos of households into a folder of their names. One run for all: each costs a third of a second."""
        source = programs.rclone_path(self._place, rules.files_folder(cell))
        variables = programs.rclone_variables(self._place, self._secrets)
        programs.run(
            ["rclone", "copy", source, str(self._work_folder(FETCHED_PHOTOS)), "--include", pattern], variables
        )

    def _restore(self, name: str, cell: str, epochs: Sequence[int]) -> bool:
        work = self._work_folder(name)
        if not any(self._fetched(rules.replica_name(cell, epoch, name), work / rules.DATABASE) for epoch in epochs):
            log.warning("there is no replica", extra={"household": name})
            return False
        photos = self._settings.folder / "restoring" / FETCHED_PHOTOS / name / "photos"
        if photos.exists():
            photos.rename(work / "photos")
        if key := self._bucket.get(f"{rules.files_folder(cell, name)}/{KEY}"):
            (work / KEY).touch(0o600)
            (work / KEY).write_text(self._cipher.decrypt(key.content.decode(), about=name))
        self._put_in_place(work, self._settings.data_dir(name))
        return True

    def _fetched(self, replica: str, file: Path) -> bool:
        """Restore a replica as a new file, and read every page of it. False when there is none."""
        url = programs.replica_url(self._place, replica)
        variables = programs.litestream_variables(self._secrets)
        programs.run(["litestream", "restore", "-if-replica-exists", "-o", str(file), url], variables)
        if not file.exists():
            return False
        check(file)
        return True

    def _work_folder(self, name: str) -> Path:
        folder = self._settings.folder / "restoring" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        return folder

    def _put_in_place(self, work: Path, folder: Path) -> None:
        if folder.exists():
            set_aside(self._settings, folder)
        folder.parent.mkdir(mode=0o711, exist_ok=True)
        work.rename(folder)


def set_aside(settings: HostSettings, folder: Path) -> None:
    """Move a folder to where nothing reads it. Raises OSError."""
    aside = _aside(settings)
    aside.mkdir(mode=0o700, exist_ok=True)
    folder.rename(aside / f"{folder.name}-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")


def last_set_aside(settings: HostSettings) -> int:
    """When a folder was last set aside, or deleted there: a number that is another one then. Raises OSError."""
    try:
        return _aside(settings).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _aside(settings: HostSettings) -> Path:
    return settings.folder / "deleted"
