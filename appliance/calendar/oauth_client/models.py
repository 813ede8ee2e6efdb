"""Mantel's own OAuth client at Google and Microsoft, and pending consents."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel, Maybe

HostedKind = Literal["google", "microsoft"]
Source = Literal["env", "ui"]
Id = Annotated[str, Meta(min_length=1, max_length=300)]
Secret = Annotated[str, Meta(min_length=1, max_length=500)]


class PublicUrl(ApiModel, kw_only=True):
    """The address under which Mantel is reached from outside, and where it is configured."""

    source: Source | None
    value: str | UnsetType = UNSET


class RedirectUris(ApiModel, kw_only=True):
    """The redirect address for each provider; an admin copies it into the provider's console."""

    google: str
    microsoft: str


class Status(ApiModel, kw_only=True):
    """Whether a provider can be connected; `tenant` only for Microsoft. Never with the secret itself."""

    configured: bool
    source: Source | None
    secret_set: bool
    client_id: str | UnsetType = UNSET
    tenant: str | UnsetType = UNSET


class Providers(ApiModel, kw_only=True):
    """The configuration that Google and Microsoft need to be connected. (contract §27.1)"""

    public_url: PublicUrl
    redirect_uris: RedirectUris
    google: Status
    microsoft: Status


class NewPublicUrl(ApiModel, kw_only=True):
    """The request for another outside address."""

    value: Annotated[str, Meta(min_length=1, max_length=500)]


class KeptPublicUrl(ApiModel, kw_only=True):
    """The address as stored; `warning` says what it cannot be used for."""

    value: str
    warning: str | UnsetType = UNSET


class NewApp(ApiModel, kw_only=True):
    """The client id and secret that a provider's console issued. Without a secret the stored one stays."""

    client_id: Id
    client_secret: Maybe[Secret] = UNSET
    tenant: Maybe[Id] = UNSET


class PendingConsent(msgspec.Struct, frozen=True, kw_only=True):
    """A pending consent. `home` is the address the browser returns to afterwards."""

    kind: str
    verifier: str
    redirect_uri: str
    home: str
