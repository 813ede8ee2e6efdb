"""Shapes of pairing: a device without a key asks for one, and an admin says yes."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import KeyName
from appliance.kernel.schema import ApiModel, Text


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing as stored. With a `key_id` it is approved, and the key waits sealed."""

    id: str
    token: str
    expires_at: str
    key_id: str | None
    encrypted_key: str | None


class Begun(ApiModel, kw_only=True):
    """What the asking device shows (`code`) and what it keeps to itself (`poll_token`). (contract §23)"""

    pairing_id: str
    code: str
    poll_token: str
    expires_at: str


class Approve(ApiModel, kw_only=True):
    """The wish to let the device in that shows this code."""

    code: Annotated[str, Meta(min_length=6, max_length=6)]
    name: KeyName


class Approved(ApiModel, kw_only=True):
    """The display key that was made; its text goes only to the device."""

    key_id: str
    name: str


class Poll(ApiModel, kw_only=True):
    """The device's question whether somebody has said yes."""

    pairing_id: Text
    poll_token: Text


class Polled(ApiModel, kw_only=True):
    """`key` is there with `approved`, and is told once."""

    status: Literal["pending", "approved"]
    key: str | UnsetType = UNSET
