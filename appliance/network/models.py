"""Shapes of how the home is found and trusted: its authority, its certificate, its addresses, its devices."""

from datetime import datetime
from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

# The HTTPS ladder: the server's own machine, plain http, the home's own certificate, a public address.
ConnectionKind = Literal[0, 1, 2, 3]


class Authority(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate authority as stored: its certificate in DER, that one's SHA-256 in hex, and its sealed key."""

    fingerprint: str
    certificate: bytes
    encrypted_key: str
    ends_at: str


class Leaf(msgspec.Struct, frozen=True, kw_only=True):
    """What the served certificate vouches for; `authority` is the fingerprint of its signer. Instants in UTC."""

    authority: str
    name: str
    addresses: list[str]
    begins_at: datetime
    ends_at: datetime


class Home(ApiModel, kw_only=True):
    """Where devices find this home. Addresses without a path, the one a phone should try first in front.

    `https` is empty while it is off or not ready; `fingerprint` is the SHA-256 of the authority's certificate in hex.
    """

    name: str
    http: list[str]
    https: list[str]
    public_url: str | None
    fingerprint: str | None


class Standing(ApiModel, kw_only=True):
    """The rung of the HTTPS ladder that the calling device stands on."""

    connection_kind: ConnectionKind


class Device(ApiModel, kw_only=True):
    """A device by its key, and the rung it last stood on."""

    key_id: str
    name: str
    scope: Literal["admin", "display"]
    connection_kind: ConnectionKind
    seen_at: str
