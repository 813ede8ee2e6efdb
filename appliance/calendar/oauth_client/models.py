"""Shapes of what Google and Microsoft know this house as, and of a consent under way."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel, Maybe

HostedKind = Literal["google", "microsoft"]
Source = Literal["env", "ui"]
Id = Annotated[str, Meta(min_length=1, max_length=300)]
Secret = Annotated[str, Meta(min_length=1, max_length=500)]


class PublicUrl(ApiModel):
    """Where the house is reached from outside, and who says so."""

    source: Source | None
    value: str | UnsetType = UNSET


class RedirectUris(ApiModel):
    """Where each provider sends a browser back to; an admin copies it into the provider's console."""

    google: str
    microsoft: str


class Status(ApiModel):
    """Whether a provider can be connected; `tenant` only of Microsoft. The secret itself is never told."""

    configured: bool
    source: Source | None
    secret_set: bool
    client_id: str | UnsetType = UNSET
    tenant: str | UnsetType = UNSET


class Providers(ApiModel):
    """What an admin has entered so that Google and Microsoft can be connected. (contract §27.1)"""

    public_url: PublicUrl
    redirect_uris: RedirectUris
    google: Status
    microsoft: Status


class NewPublicUrl(ApiModel):
    """The wish for another address from outside."""

    value: Annotated[str, Meta(min_length=1, max_length=500)]


class KeptPublicUrl(ApiModel):
    """The address as it is kept; `warning` says what it will not be good for."""

    value: str
    warning: str | UnsetType = UNSET


class NewApp(ApiModel):
    """What a provider's console has given out for this house. Without a secret the stored one stays."""

    client_id: Id
    client_secret: Maybe[Secret] = UNSET
    tenant: Maybe[Id] = UNSET


class Begun(msgspec.Struct, frozen=True):
    """A consent under way. `home` is where the browser goes afterwards."""

    kind: str
    verifier: str
    redirect_uri: str
    home: str
