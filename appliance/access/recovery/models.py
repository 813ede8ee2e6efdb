"""Shapes of recovery codes: the way in when every passkey and key is lost."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.schema import ApiModel


class Codes(ApiModel, kw_only=True):
    """A fresh set, with the only copy of its codes."""

    codes: list[str]


class CodesLeft(ApiModel, kw_only=True):
    """How many codes the newest set had and has; all zero before there is one."""

    total: int
    remaining: int
    created_at: str | None


class Login(ApiModel, kw_only=True):
    """The wish to sign in with a code, in any case and with any dashes."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class Recovered(ApiModel, kw_only=True):
    """A session, and how many codes are left. (contract §25)"""

    key: str
    expires_at: str
    remaining: int
