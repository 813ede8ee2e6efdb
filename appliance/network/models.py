"""How devices find and trust the home: its authority, its certificate, its addresses, its devices."""

from datetime import datetime
from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

# How a device is connected: 0 on the server's own machine, 1 by http, 2 by https at home, 3 by a public address.
ConnectionKind = Literal[0, 1, 2, 3]


class Authority(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate authority as stored: its certificate (DER), the SHA-256 of that in hex, and its encrypted key."""

    fingerprint: str
    certificate: bytes
    encrypted_key: str
    ends_at: str


class Leaf(msgspec.Struct, frozen=True, kw_only=True):
    """What the server's certificate is for; `authority` is the fingerprint of its signer. Instants in UTC.

    `name` comes without `.local`.
    """

    authority: str
    name: str
    addresses: list[str]
    begins_at: datetime
    ends_at: datetime


class Home(ApiModel, kw_only=True):
    """Where devices find this home. Origins, with the one that a phone should try first in front.

    `https` is empty while it is off or not ready; `fingerprint` is the SHA-256 of the authority's certificate in hex.
    """

    name: str
    http: list[str]
    https: list[str]
    public_url: str | None
    fingerprint: str | None


class DeviceConnection(ApiModel, kw_only=True):
    """How the calling device is connected."""

    connection_kind: ConnectionKind


class Device(ApiModel, kw_only=True):
    """A device by its key, and how it was connected last."""

    key_id: str
    name: str
    scope: Literal["admin", "display"]
    connection_kind: ConnectionKind
    seen_at: str
