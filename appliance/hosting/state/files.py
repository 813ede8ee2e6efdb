"""Copies photos and keys of the households to the bucket, and waits for the last writes there."""

import logging
import os
import stat
import time
from collections.abc import Callable
from datetime import datetime
from http.client import HTTPException
from pathlib import Path

import msgspec

from appliance.hosting.bucket.models import Place, Secrets
from appliance.hosting.bucket.store import Bucket, BucketError
from appliance.hosting.lease.shared import SharedLease
from appliance.hosting.settings import HostSettings
from appliance.hosting.state import programs, rules
from appliance.hosting.state.restore import KEY
from appliance.kernel.encryption import Cipher
from appliance.kernel.http.local_connection import UnixConnection

log = logging.getLogger(__name__)
PHOTOS = "/photos/*.webp"
# Files that a failed copy left out are copied with all others after so long.
WHOLE_SECONDS = 24 * 3600
SYNC_TIMEOUT_SECONDS = 30
POLL_SECONDS = 0.2
LARGEST_KEY = 4096


class NotSynced(Exception):
    """The last writes are not in the bucket."""


class Replicated(msgspec.Struct):
    """The number of the last write that Litestream has seen, and of the last one in the bucket."""

    txid: int
    replicated_txid: int


class Managed(msgspec.Struct):
    """A file that Litestream replicates, and when all of it was last in the bucket."""

    path: str
    last_sync_at: datetime | None = None


class ManagedList(msgspec.Struct):
    """Every file that Litestream replicates."""

    databases: list[Managed]


class Files:
    """Photos and keys of one cell."""

    def __init__(self, settings: HostSettings, place: Place, secrets: Secrets, lease: SharedLease):
        """Raises BadKey."""
        self._settings, self._place, self._lease = settings, place, lease
        self._bucket = Bucket(place, secrets)
        self._cipher = Cipher(secrets.household_key, named="household-key")
        self._variables = programs.rclone_variables(place, secrets)
        self._seen: dict[Path, int] = {}

    def run(self, between: Callable[[], None]) -> None:
        """Copy what changes, and do something else each time, while this cell has the lease."""
        whole = float("-inf")
        while self._lease.is_held:
            began = time.monotonic()
            try:
                if began - whole >= WHOLE_SECONDS:
                    self.copy_all()
                    whole = began
                else:
                    self.copy_changed()
                self.note_replicated()
                between()
            except (BucketError, NotSynced, programs.ProgramFailed, OSError) as problem:
                log.warning("cannot copy photos and keys: %s", problem)
            time.sleep(max(0, began + self._settings.sync_seconds - time.monotonic()))

    def copy_all(self) -> None:
        """Copy what is missing in the bucket. Raises BucketError, ProgramFailed, OSError."""
        changes = {path: changed for folder in self._folders() for path, changed in self._changes(folder)}
        target = programs.rclone_path(self._place, rules.files_folder(self._settings.cell))
        source = str(self._settings.folder / rules.HOUSEHOLDS)
        programs.run(["rclone", "copy", source, target, "--include", f"/*{PHOTOS}"], self._variables)
        for path in changes:
            if path.name == KEY:
                self._copy_key(path)
        self._seen = changes

    def copy_changed(self) -> None:
        """Copy what has changed since the last time, and delete photos that are gone. Raises as `copy_all`."""
        for folder in self._folders():
            for path, changed in self._changes(folder):
                if self._seen.get(path) == changed:
                    continue
                if path.name == KEY:
                    self._copy_key(path)
                else:
                    target = programs.rclone_path(self._place, rules.files_folder(self._settings.cell, folder.name))
                    programs.run(["rclone", "sync", str(folder), target, "--include", PHOTOS], self._variables)
                self._seen[path] = changed

    def note_replicated(self) -> None:
        """Let each household see when the bucket last had all its writes. Raises NotSynced, OSError."""
        times = {each.path: each.last_sync_at for each in _managed(self._settings)}
        for folder in self._folders():
            if at := times.get(str(folder / rules.DATABASE)):
                stamp = self._settings.replica_stamp(folder.name)
                stamp.touch(mode=0o644)
                os.utime(stamp, (at.timestamp(), at.timestamp()))

    def last(self) -> None:
        """Wait until every write and every file is in the bucket; Litestream has to end then.

        Raises NotSynced, and as `copy_all`.
        """
        databases = [self._settings.registry, *(folder / rules.DATABASE for folder in self._folders())]
        for database in databases:
            if database.exists():
                sync_last(self._settings, database)
        self.copy_all()

    def household(self, name: str) -> None:
        """Wait until every write and every file of a household is in the bucket. Raises as `last`."""
        folder = self._settings.data_dir(name)
        if (folder / rules.DATABASE).exists():
            sync(self._settings, folder / rules.DATABASE)
        for path, _ in self._changes(folder):
            self._seen.pop(path, None)
        self.copy_changed()

    def _folders(self) -> list[Path]:
        return sorted((self._settings.folder / rules.HOUSEHOLDS).iterdir())

    def _changes(self, folder: Path) -> list[tuple[Path, int]]:
        """The key and the folder of photos, with the moment of their last change."""
        found = []
        for path in (folder / KEY, folder / "photos"):
            try:
                state = path.lstat()
            except FileNotFoundError:
                continue
            if stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode):
                found.append((path, state.st_mtime_ns))
        return found

    def _copy_key(self, path: Path) -> None:
        name = path.parent.name
        # A link of the household's user would bring another's key.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            text = os.read(descriptor, LARGEST_KEY).decode("latin-1")
        finally:
            os.close(descriptor)
        encrypted = self._cipher.encrypt(text, about=name)
        self._bucket.put(f"{rules.files_folder(self._settings.cell, name)}/{KEY}", encrypted.encode())


def sync(settings: HostSettings, database: Path) -> None:
    """Let Litestream copy the last writes of a file that it goes on with, and wait for that. Raises NotSynced.

    Not by a request that waits: Litestream ends with it the transaction that keeps a household from beginning its
    write-ahead log anew, and a replica is then of pages of several moments.
    """
    end = time.monotonic() + SYNC_TIMEOUT_SECONDS
    state = _ask(settings, database)
    wanted = state.txid
    while state.replicated_txid < wanted:
        if time.monotonic() > end:
            raise NotSynced(f"{database} is not in the bucket after {SYNC_TIMEOUT_SECONDS} s")
        time.sleep(POLL_SECONDS)
        state = _ask(settings, database)


def sync_last(settings: HostSettings, database: Path) -> None:
    """As `sync`, but at once, and only before Litestream ends. Raises NotSynced."""
    _ask(settings, database, wait=True, timeout=SYNC_TIMEOUT_SECONDS)


def _ask(settings: HostSettings, database: Path, **more: object) -> Replicated:
    status, content = _litestream(settings, "POST", "/sync", {"path": str(database), **more})
    if status != 200:
        raise NotSynced(f"{database} is not in the bucket: {content.decode(errors='replace')}")
    return msgspec.json.decode(content, type=Replicated)


def _managed(settings: HostSettings) -> list[Managed]:
    status, content = _litestream(settings, "GET", "/list")
    if status != 200:
        raise NotSynced(f"Litestream says no times: {content.decode(errors='replace')}")
    return msgspec.json.decode(content, type=ManagedList).databases


def _litestream(settings: HostSettings, method: str, path: str, body: object = None) -> tuple[int, bytes]:
    connection = UnixConnection(settings.sync_socket, SYNC_TIMEOUT_SECONDS + 5)
    content = None if body is None else msgspec.json.encode(body)
    try:
        connection.request(method, path, content, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException) as problem:
        raise NotSynced(f"Litestream does not answer: {problem!r}") from None
    finally:
        connection.close()
