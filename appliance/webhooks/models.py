"""Shapes of webhooks and of what was sent to them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

Url = Annotated[str, Meta(min_length=1, max_length=8000)]
Secret = Annotated[str, Meta(min_length=1, max_length=500)]
# Any name may be listened for; one that never happens is simply never sent. (contract §17)
Events = Annotated[list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(max_length=100)]
State = Literal["waiting", "sending", "delivered", "failed", "skipped"]


class Webhook(ApiModel):
    """A webhook as answered; `events` empty means all. Its secret is never shown again."""

    id: str
    url: str
    events: list[str]
    enabled: bool
    created_at: str


class WebhookWithSecret(ApiModel):
    """A webhook just made or rotated, with the only copy of its secret."""

    id: str
    url: str
    events: list[str]
    enabled: bool
    created_at: str
    secret: str


class NewWebhook(ApiModel):
    """The wish for a webhook; without a secret the house makes one."""

    url: Url
    events: Events
    secret: Maybe[Secret] = UNSET
    enabled: bool = True


class WebhookPatch(ApiModel):
    """Any subset of a webhook's properties."""

    url: Maybe[Url] = UNSET
    events: Maybe[Events] = UNSET
    secret: Maybe[Secret] = UNSET
    enabled: Maybe[bool] = UNSET


class Delivery(ApiModel):
    """One line of a webhook's log. `status` is what the receiver answered; `ms` how long it took to answer or fail.

    `at` is when the change happened, `sent_at` when sending began.
    """

    id: int
    type: str
    data: dict[str, Any]
    at: str
    state: State
    sent_at: str | None
    status: int | None
    ms: int | None
    error: str | None


class PendingDelivery(msgspec.Struct, frozen=True):
    """What is to be sent next, and where to. `data` is JSON as recorded; `secret` is still sealed."""

    id: int
    webhook_id: str
    type: str
    data: str
    at: str
    url: str
    secret: str


class Outcome(msgspec.Struct, frozen=True):
    """How sending ended."""

    delivery_id: int
    status: int | None
    ms: int
    error: str | None
