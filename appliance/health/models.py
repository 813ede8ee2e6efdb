"""Structs of the state of the server and its machine."""

from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

Clock = Literal["right", "wrong", "unknown"]
Page = Literal["ok", "starting", "silent", "restarting"]
Part = Literal["database", "disk", "clock", "scheduler", "sync", "backup", "remoteBackup"]


class Disk(ApiModel, kw_only=True):
    """The size of the file system with the data folder, in bytes."""

    total: int
    free: int


class Sync(ApiModel, kw_only=True):
    """The synced calendars: their number, the time of the last successful sync, and the names of the failing ones."""

    calendars: int
    at: str | None
    failing: list[str]


class RemoteBackup(ApiModel, kw_only=True):
    """The backups on another device: the time of the last one, and whether backups or their tests fail."""

    at: str | None
    failing: bool


class Machine(ApiModel, kw_only=True):
    """The server's machine. `clock` is `unknown` when the system cannot tell whether it is synchronised.

    `remote_backup` is null where no other device is chosen. `degraded` names what fell behind or fails.
    """

    disk: Disk
    clock: Clock
    now: str
    last_sync: Sync
    remote_backup: RemoteBackup | None
    degraded: list[Part]


class Ready(ApiModel, kw_only=True):
    """Whether the server can do its work, and what it knows of its state.

    `ready` is false where the database is of another version or cannot be written. `last_sync` is the last successful
    one; `last_backup` is the time of the newest backup on this machine, `last_remote_backup` of that on another device.
    `last_replica` is when a replica last had every write; null without one.
    `degraded` names what fell behind or fails. `page` is what the kiosk of this machine says of the wall's page, `ok`
    once it is drawn; null without a kiosk.
    """

    ready: bool
    migrated: bool
    writable: bool
    clock: Clock
    disk: Disk
    last_sync: str | None
    last_backup: str | None
    last_remote_backup: str | None
    last_replica: str | None
    degraded: list[Part]
    page: Page | None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What was found. `is_late`: a scheduler has not finished its jobs for a long time."""

    now: str
    migrated: bool
    writable: bool
    disk: Disk
    clock: Clock
    is_late: bool
    last_sync: Sync
    last_backup: str | None
    remote_backup: RemoteBackup | None
    last_replica: str | None

    @property
    def is_ready(self) -> bool:
        """Whether the database is of this version and can be written."""
        return self.migrated and self.writable
