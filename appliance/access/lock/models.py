"""The household's PIN, and the short grant that a display gets for it."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

# `$` alone would allow a line feed at the end, which no screen can type.
Pin = Annotated[str, Meta(pattern=r"^[0-9]{4,8}$(?!\n)", max_length=8)]


class PinRequest(ApiModel, kw_only=True):
    """A PIN of 4 to 8 digits."""

    pin: Pin


class StoredPin(msgspec.Struct, frozen=True, kw_only=True):
    """The PIN as it is stored: a random salt and the scrypt hash, both in hex."""

    salt: str
    hash: str


class Attempts(msgspec.Struct, frozen=True, kw_only=True):
    """The wrong PINs of a key since its last right one, when it tried last, and when its last right one was."""

    wrong: int
    last_at: datetime
    unlocked_at: datetime | None


class CountedAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt that was counted as a wrong one: the PIN to compare with, and the wrong ones of the key and of all."""

    stored: StoredPin
    of_key: int
    of_all: int


class LockState(ApiModel, kw_only=True):
    """What the lock means for the caller's key.

    `pin_set` says whether the household has a PIN, `locked` whether the key needs it now, and `until` when its grant
    ends; `until` is null without a grant.
    """

    pin_set: bool
    locked: bool
    until: str | None
