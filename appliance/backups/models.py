"""Shapes of backups."""

from datetime import datetime
from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

Kind = Literal["nightly", "manual", "migration", "replaced"]


class Backup(ApiModel, kw_only=True):
    """A copy of the household's file on this device. `at` is when it was made, in UTC; `bytes` how large it is.

    `migration` ones were made before an update changed the file, `replaced` ones when another was restored.
    """

    name: str
    kind: Kind
    at: str
    bytes: int


class Second(ApiModel, kw_only=True):
    """The second folder, a stick for example. `at` is its newest backup, `error` why there is none newer.

    Both are null until the folder was looked at for the first time, a minute or so after the start.
    """

    folder: str
    at: str | None = None
    error: str | None = None


class Backups(ApiModel, kw_only=True):
    """What is kept, newest first, and how it went last. `keep` is how many of each kind stay.

    `error` is why the last backup failed, until one succeeds; `second` is null without a second folder.
    """

    backups: list[Backup]
    keep: int
    error: str | None
    second: Second | None


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What the name of a backup tells."""

    name: str
    prefix: str
    at: datetime
