"""Encrypted backups on another device, as stored, requested and answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

Kind = Literal["folder", "s3", "webdav", "smb", "sftp"]
Work = Literal["backup", "check"]
# They become variables of an environment, which cannot contain a zero byte.
PRINTABLE = r"^[^\x00-\x1f\x7f]+$(?!\n)"
Address = Annotated[str, Meta(min_length=1, max_length=1000, pattern=PRINTABLE)]
Credential = Annotated[str, Meta(min_length=1, max_length=1000, pattern=PRINTABLE)]
Passphrase = Annotated[str, Meta(min_length=10, max_length=200, pattern=PRINTABLE)]
SnapshotId = Annotated[str, Meta(pattern=r"^[0-9a-f]{8,64}$(?!\n)")]


class Failed(Exception):
    """A program ended with an error; the message is for a person. `missing`: there is no repository at the address."""

    def __init__(self, message: str, *, missing: bool = False):
        super().__init__(message)
        self.missing = missing


class BackupPlace(ApiModel, kw_only=True):
    """Where the backups are. `address` by kind, each with the folder in which they are:

    an absolute path; `https://host/bucket/folder`; `https://host/folder` of WebDAV; `//host/share/folder`;
    `sftp://host:port/folder`. `user` is the id of the key at S3.
    """

    kind: Kind
    address: Address
    user: Credential | None = None


class Access(BackupPlace, kw_only=True):
    """A place with its secrets. The backups are encrypted with the passphrase; nobody can read them without it."""

    password: Credential | None = None
    passphrase: Passphrase


class NewPlace(BackupPlace, kw_only=True):
    """The request to use a place. Without `password` or `passphrase` the stored ones stay, at the same address."""

    password: Credential | None = None
    passphrase: Passphrase | None = None


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """The place and the results as stored. `failures` counts tries since the last backup that succeeded.

    `tried_at`: the last try. `checked_at`: when a backup was last restored as a test, `check_error` why that failed.
    `host_keys` are those of an SFTP server when it was first used, as lines of known_hosts.
    """

    place: BackupPlace
    created_at: str
    last_at: str | None
    tried_at: str | None
    failures: int
    error: str | None
    checked_at: str | None
    check_error: str | None
    host_keys: str | None = None


class RemoteBackups(ApiModel, kw_only=True):
    """The state of the backups on another device; `place` is null without one.

    `missing` names the programs that have to be installed first. `last_at` is the last backup, `next_at` when the next
    one is tried; `error` says why the last try failed. `checked_at` is when a backup was last restored as a test.
    `running` is what is done now, with `percent` of a backup.
    """

    missing: list[str]
    place: BackupPlace | None = None
    last_at: str | None = None
    next_at: str | None = None
    failures: int = 0
    error: str | None = None
    checked_at: str | None = None
    check_error: str | None = None
    running: Work | None = None
    percent: int | None = None


class BackupSnapshot(ApiModel, kw_only=True):
    """One backup in a place. `at` is when it was made, in UTC."""

    id: str
    at: str


class BackupContents(ApiModel, kw_only=True):
    """What is in a backup: the names of the people, and numbers."""

    members: list[str]
    events: int
    lists: int
    chores: int
    notes: int
    photos: int


class PreviewRequest(Access, kw_only=True):
    """What a fresh household asks of a place. `code` is its setup code. Without `snapshot` the newest is opened."""

    code: str
    snapshot: SnapshotId | None = None


class RestoreRequest(Access, kw_only=True):
    """Which backup a fresh household begins from. `code` is its setup code."""

    code: str
    snapshot: SnapshotId


class RestorePreview(ApiModel, kw_only=True):
    """The backups of a place, newest first, and what is in one of them."""

    snapshots: list[BackupSnapshot]
    snapshot: BackupSnapshot
    contents: BackupContents


class Restoring(ApiModel, kw_only=True):
    """The restore of a fresh household. After `ready` the server starts again, with the household of the backup."""

    state: Literal["none", "running", "ready", "failed"]
    error: str | None = None
