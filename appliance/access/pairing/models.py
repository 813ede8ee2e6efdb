"""Pairing: a device without a key shows a code, and an admin approves it."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import KeyName
from appliance.kernel.schema import ApiModel, Text


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing as stored. With a `key_id` it is approved, and the encrypted key waits for the device.

    `token` is the SHA-256 of the poll token.
    """

    id: str
    token: str
    expires_at: str
    key_id: str | None
    encrypted_key: str | None


class BeginPairing(ApiModel, kw_only=True):
    """The code that the device shows, and the poll token that it keeps secret. (contract §23)"""

    pairing_id: str
    code: str
    poll_token: str
    expires_at: str


class ApprovePairing(ApiModel, kw_only=True):
    """Approves the device that shows this code."""

    code: Annotated[str, Meta(min_length=6, max_length=6)]
    name: KeyName


class ApprovedPairing(ApiModel, kw_only=True):
    """The display key that was made; only the device gets its text."""

    key_id: str
    name: str


class PollPairing(ApiModel, kw_only=True):
    """Asks whether the pairing was approved."""

    pairing_id: Text
    poll_token: Text


class PairingStatus(ApiModel, kw_only=True):
    """`key` comes with `approved`, once."""

    status: Literal["pending", "approved"]
    key: str | UnsetType = UNSET
