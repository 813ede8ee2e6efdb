"""Webhooks and their deliveries, as requested, stored and answered."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

Url = Annotated[str, Meta(min_length=1, max_length=8000)]
Secret = Annotated[str, Meta(min_length=1, max_length=500)]
# Any event type may be named; a type that never occurs is never sent. (contract §17)
Events = Annotated[list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(max_length=100)]
State = Literal["waiting", "sending", "delivered", "failed", "skipped"]


class Webhook(ApiModel, kw_only=True):
    """A webhook as answered, without its secret. Empty `events` means every type."""

    id: str
    url: str
    events: list[str]
    enabled: bool
    created_at: str


class WebhookWithSecret(ApiModel, kw_only=True):
    """A webhook that was just created or rotated. This answer is the only one that contains the secret."""

    id: str
    url: str
    events: list[str]
    enabled: bool
    created_at: str
    secret: str


class NewWebhook(ApiModel, kw_only=True):
    """Request to create a webhook. Without a secret the server generates one."""

    url: Url
    events: Events
    secret: Maybe[Secret] = UNSET
    enabled: bool = True


class WebhookPatch(ApiModel, kw_only=True):
    """Any subset of a webhook's properties."""

    url: Maybe[Url] = UNSET
    events: Maybe[Events] = UNSET
    secret: Maybe[Secret] = UNSET
    enabled: Maybe[bool] = UNSET


class Delivery(ApiModel, kw_only=True):
    """One delivery of a webhook. `status` is the receiver's HTTP status, `ms` the time until the answer or the failure.

    `at` is the instant of the change, `sent_at` the instant at which sending started.
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


class PendingDelivery(msgspec.Struct, frozen=True, kw_only=True):
    """The next delivery to send. `data` is JSON as recorded; `url` and `secret` are still encrypted."""

    id: int
    webhook_id: str
    type: str
    data: str
    at: str
    url: str
    secret: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How sending ended. `error` is None when the receiver answered with a 2xx status."""

    delivery_id: int
    status: int | None
    ms: int
    error: str | None
