"""Recovery codes: sign in when every passkey and key is lost."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.schema import ApiModel


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
