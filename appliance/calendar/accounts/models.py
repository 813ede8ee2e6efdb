"""Shapes of accounts: how the household signs in to a calendar provider."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe
from appliance.people.models import Name

AccountKind = Literal["google", "microsoft", "caldav"]
Credential = Annotated[str, Meta(min_length=1, max_length=1000)]


class Account(ApiModel):
    """An account as answered; what it signs in with is never part of it. (contract §27.2)"""

    id: str
    kind: AccountKind
    name: str
    created_at: str


class AccountPatch(ApiModel):
    """A new password for a CalDAV account."""

    password: Maybe[Credential] = UNSET


class NewCalDavAccount(ApiModel):
    """The wish to connect a CalDAV server. `server_url` may be any address of it; the calendars are looked for."""

    name: Name
    server_url: Annotated[str, Meta(min_length=1, max_length=2000)]
    username: Credential
    password: Credential
