"""The notification feed, and messages to the household."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

Kind = Literal["reminder", "summary", "chore", "list", "message"]
Source = Literal["system", "api", "mcp"]
Title = Annotated[str, Meta(min_length=1, max_length=200)]
Body = Annotated[str, Meta(min_length=1, max_length=4000)]
Url = Annotated[str, Meta(max_length=2000)]
Members = Annotated[list[str], Meta(max_length=100)]


class Notification(ApiModel, kw_only=True):
    """One entry of the feed. Without members it is for everybody. (contract §18)"""

    id: str
    at: str
    kind: Kind
    title: str
    body: str | None
    url: str | None
    member_ids: tuple[str, ...]
    source: Source | None


class NewMessage(ApiModel, kw_only=True):
    """Request to send a message to these members, or to everybody."""

    title: Title
    body: Body
    member_ids: Members = msgspec.field(default_factory=list)
    url: Url | None = None


class Sent(ApiModel, kw_only=True):
    """The number of devices that accepted a message."""

    ok: bool
    sent: int


class Emptied(ApiModel, kw_only=True):
    """The number of deleted entries."""

    ok: bool
    deleted: int
