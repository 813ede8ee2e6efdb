"""Connected apps. Fields that OAuth defines keep their snake_case names. (contract §26)"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.access.models import Scope
from appliance.kernel.schema import ApiModel, Maybe, Text


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """A registered client."""

    id: str
    name: str
    redirect_uris: list[str]


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """What a parent has granted a client, as stored."""

    id: str
    client_id: str
    client_name: str
    scope: Scope
    redirect_uri: str
    challenge: str
    connected_at: str | None


class NewGrant(msgspec.Struct, frozen=True, kw_only=True):
    """A grant to store. `code` is the SHA-256 of its authorization code."""

    id: str
    client_id: str
    scope: Scope
    approved_by: str
    code: str
    code_expires_at: datetime
    redirect_uri: str
    challenge: str


class ClientRegistration(msgspec.Struct, kw_only=True):
    """A client's request to be registered. (RFC 7591)"""

    redirect_uris: list[str]
    client_name: str | None = None


class RegisteredClient(msgspec.Struct, kw_only=True):
    """The answer to a registration. (RFC 7591)"""

    client_id: str
    client_id_issued_at: int
    client_name: str
    redirect_uris: list[str]
    grant_types: list[str]
    response_types: list[str]
    token_endpoint_auth_method: Literal["none"] = "none"


class AuthorizationRequest(msgspec.Struct, kw_only=True):
    """The query of `/oauth/authorize`; an absent parameter is empty. (RFC 6749, 7636, 8707)"""

    client_id: str = ""
    redirect_uri: str = ""
    response_type: str = ""
    code_challenge: str = ""
    code_challenge_method: str = ""
    scope: str = ""
    state: str = ""
    resource: str = ""


class RequestingApp(ApiModel, kw_only=True):
    """The app that asks for access, for a parent to read. `redirect_host` is where the answer is sent.

    `redirect_scheme` is there when the answer opens an app on the parent's own device. (RFC 8252 §7.1)
    """

    client_name: str
    redirect_host: str
    requested_scope: Scope
    redirect_scheme: str | UnsetType = UNSET


class Decision(ApiModel, rename=None, kw_only=True):
    """A parent's decision: anything but `approve` is no, and any scope but `display` is full access."""

    decision: str
    client_id: Text
    redirect_uri: Text
    code_challenge: str
    code_challenge_method: Literal["S256"]
    state: Maybe[Annotated[str, Meta(max_length=4096)] | None] = UNSET
    scope: Maybe[str] = UNSET


class Redirect(ApiModel, kw_only=True):
    """Where the browser goes next: back to the app."""

    redirect: str


class CodeExchange(msgspec.Struct, frozen=True, kw_only=True):
    """An authorization code, and the proof that the client it was issued to presents it. (RFC 7636)"""

    code: str
    verifier: str
    client_id: str
    redirect_uri: str


class Tokens(msgspec.Struct, kw_only=True):
    """The only copy of an access token and of its refresh token; `expires_in` in seconds."""

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
