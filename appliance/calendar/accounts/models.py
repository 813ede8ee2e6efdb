"""Accounts at calendar providers as stored, requested and answered."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe
from appliance.people.models import Name

AccountKind = Literal["google", "microsoft", "caldav"]
Credential = Annotated[str, Meta(min_length=1, max_length=1000)]


class Account(ApiModel, kw_only=True):
    """An account as answered, never with its credentials. (contract §27.2)"""

    id: str
    kind: AccountKind
    name: str
    created_at: str


class AccountPatch(ApiModel, kw_only=True):
    """A new password for a CalDAV account."""

    password: Maybe[Credential] = UNSET


class NewCalDavAccount(ApiModel, kw_only=True):
    """The request to connect a CalDAV server. `server_url` may be any address of it; its calendars are discovered."""

    name: Name
    server_url: Annotated[str, Meta(min_length=1, max_length=2000)]
    username: Credential
    password: Credential
