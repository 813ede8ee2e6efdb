"""Backups."""

from datetime import datetime
from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

Kind = Literal["nightly", "manual", "migration", "replaced"]


class Backup(ApiModel, kw_only=True):
    """A copy of the household's file on this device. `at` is when it was made, in UTC; `bytes` is its size.

    A `migration` backup was made before an update changed the file, a `replaced` one when another was restored.
    """

    name: str
    kind: Kind
    at: str
    bytes: int


class SecondFolder(ApiModel, kw_only=True):
    """The second folder, a USB stick for example. `at` is its newest backup, `error` why there is none newer.

    Both are null until the folder was checked for the first time, about a minute after the start.
    """

    folder: str
    at: str | None = None
    error: str | None = None


class Backups(ApiModel, kw_only=True):
    """The backups, newest first, and the result of the last one. `keep` is how many of each kind stay.

    `error` is why the last backup failed, until one succeeds; `second` is null without a second folder.
    """

    backups: list[Backup]
    keep: int
    error: str | None
    second: SecondFolder | None


class BackupName(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a backup's file name."""

    name: str
    prefix: str
    at: datetime
