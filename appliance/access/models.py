"""Shapes of keys and of claiming the household."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel

Scope = Literal["admin", "display"]
Kind = Literal["api", "session", "oauth"]
KeyName = Annotated[str, Meta(min_length=1, max_length=100)]


class StoredKey(msgspec.Struct, frozen=True, kw_only=True):
    """What a request's key resolves to."""

    id: str | None
    name: str
    scope: Scope
    kind: Kind
    expires_at: str | None
    last_used_at: str | None


class Key(ApiModel, kw_only=True):
    """A key as listed; the key itself is never shown again. (contract §22)"""

    id: str
    name: str
    scope: Scope
    created_at: str
    last_used_at: str | None


class NewKey(ApiModel, kw_only=True):
    """The wish for a permanent key; display by default, the lesser right."""

    name: KeyName
    scope: Scope = "display"


class MadeKey(ApiModel, kw_only=True):
    """A new key, with the only copy of its text."""

    id: str
    name: str
    scope: Scope
    key: str


class SignedIn(ApiModel, kw_only=True):
    """A session: an admin key that ends by itself. (contract §24)"""

    key: str
    expires_at: str


class OAuthReady(ApiModel, kw_only=True):
    """Which hosted calendar providers are configured."""

    google: bool
    microsoft: bool


class Setup(ApiModel, kw_only=True):
    """What a screen without a key must know. `passkeys` is an older twin of `has_passkey`. (contract §21)"""

    claimed: bool
    oauth: OAuthReady
    passkeys: bool
    passkey_required: bool
    has_passkey: bool


class SetupCode(msgspec.Struct, kw_only=True):
    """The setup code as it is shown; only its SHA-256 is stored, so whoever shows it has it from here."""

    text: str | None = None


class Claim(ApiModel, kw_only=True):
    """The wish to own an unclaimed household."""

    code: Annotated[str, Meta(min_length=6, max_length=200)]
    device_role: Scope
    device_name: KeyName


class Claimed(ApiModel, kw_only=True):
    """The keys of a fresh household; `display_key` only when the claiming device is a display."""

    admin_key: str
    admin_key_id: str
    display_key: str | UnsetType = UNSET
