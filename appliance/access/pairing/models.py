"""Pairing: a device without a key shows a code, and an admin approves it.

Everything about whose device it is adds to the contract: a client that leaves it out pairs a family screen.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import KeyName
from appliance.kernel.schema import ApiModel, Text

DeviceKind = Literal["wall", "parent", "child"]
DeviceName = Annotated[str, Meta(max_length=100)]


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing as stored. With a `key_id` it is approved, and the encrypted key waits for the device.

    `token` is the SHA-256 of the poll token. `kind` is what the device asked for, `approved_kind` what it got.
    """

    id: str
    token: str
    expires_at: str
    key_id: str | None
    encrypted_key: str | None
    kind: DeviceKind | None
    approved_kind: DeviceKind | None
    member_id: str | None


class RequestPairing(ApiModel, kw_only=True):
    """What the device says about itself; the server does not check it.

    `kind` is whose device it is: the family's screen (`wall`), a parent's, or a child's.
    """

    kind: DeviceKind | None = None
    device_name: DeviceName = ""


class WaitingDevice(ApiModel, kw_only=True):
    """A device that waits for approval. `kind` and `device_name` are what it says, `address` is where it asked from."""

    code: str
    kind: DeviceKind | None
    device_name: str
    address: str
    expires_at: str


class BeginPairing(ApiModel, kw_only=True):
    """The code that the device shows, and the poll token that it keeps secret. (contract §23)"""

    pairing_id: str
    code: str
    poll_token: str
    expires_at: str


class ApprovePairing(ApiModel, kw_only=True):
    """Approves the device that shows this code.

    A `parent` gets an admin key, which is only given to a device that asked for one; every other kind gets a display
    key. `member_id` is the child that a child's device follows.
    """

    code: Annotated[str, Meta(min_length=6, max_length=6)]
    name: KeyName
    kind: DeviceKind | None = None
    member_id: str | None = None


class ApprovedPairing(ApiModel, kw_only=True):
    """The key that was made; only the device gets its text."""

    key_id: str
    name: str


class PollPairing(ApiModel, kw_only=True):
    """Asks whether the pairing was approved."""

    pairing_id: Text
    poll_token: Text


class PairingStatus(ApiModel, kw_only=True):
    """`key` comes with `approved`, once; `kind` and `member_id` too, where the approval named them."""

    status: Literal["pending", "approved"]
    key: str | UnsetType = UNSET
    kind: DeviceKind | UnsetType = UNSET
    member_id: str | UnsetType = UNSET
