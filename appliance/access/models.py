"""Access keys, and claiming the household."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel

Scope = Literal["admin", "display"]
Kind = Literal["api", "session", "oauth"]
KeyName = Annotated[str, Meta(min_length=1, max_length=100)]


class StoredKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a request. `id` is None for the configured admin key.

    `grant_id` is the app's grant that the key came from; such a key is invalid once the app cannot refresh its grant,
    and `expires_at` says when.
    """

    id: str | None
    name: str
    scope: Scope
    kind: Kind
    expires_at: str | None = None
    last_used_at: str | None = None
    grant_id: str | None = None

    @property
    def belongs_to_app(self) -> bool:
        """True for an app's access token and for the keys made with it."""
        return self.grant_id is not None


class Key(ApiModel, kw_only=True):
    """A key as listed; the key itself is never shown again. (contract §22)"""

    id: str
    name: str
    scope: Scope
    created_at: str
    last_used_at: str | None


class NewKey(ApiModel, kw_only=True):
    """A permanent key to make; by default of the scope with fewer rights."""

    name: KeyName
    scope: Scope = "display"


class MadeKey(ApiModel, kw_only=True):
    """A new key, with the only copy of its text."""

    id: str
    name: str
    scope: Scope
    key: str


class SignedIn(ApiModel, kw_only=True):
    """A session: an admin key that expires. (contract §24)"""

    key: str
    expires_at: str


class OAuthReady(ApiModel, kw_only=True):
    """Which hosted calendar providers are configured."""

    google: bool
    microsoft: bool


class Setup(ApiModel, kw_only=True):
    """What a client without a key must know. `passkeys` is an older name of `has_passkey`. (contract §21)"""

    claimed: bool
    oauth: OAuthReady
    passkeys: bool
    passkey_required: bool
    has_passkey: bool


class SetupCode(msgspec.Struct, kw_only=True):
    """The setup code in clear, for the wall to show; only its SHA-256 is stored. None when there is none to show."""

    text: str | None = None


class Claim(ApiModel, kw_only=True):
    """Claims an unclaimed household."""

    code: Annotated[str, Meta(min_length=6, max_length=200)]
    device_role: Scope
    device_name: KeyName


class Claimed(ApiModel, kw_only=True):
    """The keys of a fresh household; `display_key` only when the claiming device is a display."""

    admin_key: str
    admin_key_id: str
    display_key: str | UnsetType = UNSET


class NavigationKey(ApiModel, kw_only=True):
    """A key for one navigation within a minute, with the only copy of its text."""

    key: str
    expires_at: str


class TakenKey(msgspec.Struct, frozen=True, kw_only=True):
    """A navigation key that was used up. `key_id` is the key that made it, None for the configured admin key."""

    key_id: str | None


class RecoveryCodes(ApiModel, kw_only=True):
    """A new set, with the only copy of its codes."""

    codes: list[str]


class RecoveryCodesLeft(ApiModel, kw_only=True):
    """The size of the newest set, and how many of its codes are unused; zero without a set."""

    total: int
    remaining: int
    created_at: str | None


class RecoveryLogin(ApiModel, kw_only=True):
    """Signs in with a code, in any case and with any dashes."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class RecoverySession(ApiModel, kw_only=True):
    """A session, and how many codes are left. (contract §25)"""

    key: str
    expires_at: str
    remaining: int
