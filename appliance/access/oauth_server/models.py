"""Shapes of connected apps. What OAuth words itself keeps its snake_case names. (contract §26)"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.access.models import Scope
from appliance.kernel.schema import ApiModel, Maybe, Text


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """A program that has registered itself."""

    id: str
    name: str
    redirect_uris: list[str]


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """What a parent has granted a program, as stored."""

    id: str
    client_id: str
    client_name: str
    scope: Scope
    redirect_uri: str
    challenge: str
    connected_at: str | None


class Registration(msgspec.Struct, kw_only=True):
    """The wish of a program to be known. (RFC 7591)"""

    redirect_uris: list[str]
    client_name: str | None = None


class Registered(msgspec.Struct, kw_only=True):
    """A program that is known from now on."""

    client_id: str
    client_id_issued_at: int
    client_name: str
    redirect_uris: list[str]
    grant_types: list[str]
    response_types: list[str]
    token_endpoint_auth_method: Literal["none"] = "none"


class Question(msgspec.Struct, kw_only=True):
    """What a program asks for at `/oauth/authorize`; what it does not say is empty. (RFC 6749, 7636, 8707)"""

    client_id: str = ""
    redirect_uri: str = ""
    response_type: str = ""
    code_challenge: str = ""
    code_challenge_method: str = ""
    scope: str = ""
    state: str = ""
    resource: str = ""


class Asked(ApiModel, kw_only=True):
    """Who asks, for a parent to read. `redirect_host` is where the answer goes."""

    client_name: str
    redirect_host: str
    requested_scope: Scope


class Decision(ApiModel, rename=None, kw_only=True):
    """A parent's answer: anything but `approve` is no, and any scope but `display` is full access."""

    decision: str
    client_id: Text
    redirect_uri: Text
    code_challenge: str
    code_challenge_method: Literal["S256"]
    state: Maybe[Annotated[str, Meta(max_length=4096)] | None] = UNSET
    scope: Maybe[str] = UNSET


class Redirect(ApiModel, kw_only=True):
    """Where the browser goes next: back to the program."""

    redirect: str


class Trade(msgspec.Struct, frozen=True, kw_only=True):
    """A code, and what proves that it is shown by the program it was made for."""

    code: str
    verifier: str
    client_id: str
    redirect_uri: str


class Tokens(msgspec.Struct, kw_only=True):
    """The only copy of an access token and of the refresh token that follows it; `expires_in` in seconds."""

    access_token: str
    refresh_token: str
    scope: str
    expires_in: int
    token_type: Literal["Bearer"] = "Bearer"


class Authorization(ApiModel, kw_only=True):
    """A connected app as listed."""

    id: str
    client_name: str
    scope: Scope
    approved_by: str | None
    created_at: str
    last_used_at: str | None
