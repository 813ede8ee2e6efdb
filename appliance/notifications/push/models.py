"""Push subscriptions, messages, and the results of sending."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay

DeviceName = Annotated[str, Meta(min_length=1, max_length=100)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
PushKey = Annotated[str, Meta(min_length=1, max_length=200)]
Followed = Annotated[list[str], Meta(max_length=100)]
Verdict = Literal["accepted", "gone", "later", "rejected"]


class Prefs(ApiModel, kw_only=True):
    """What a device wants to receive. Times are in the household's zone. (contract §19)

    `approvals`: a parent's device is asked about ticks that wait, a child's learns what was sent back.
    """

    event_reminders: bool = True
    daily_summary: bool = False
    summary_time: str = "07:30"
    chore_nudge: bool = False
    chore_nudge_time: str = "08:00"
    list_updates: bool = False
    approvals: bool = True
    weekly_summary: bool = False
    weekly_summary_time: str = "18:00"


class PrefsPatch(ApiModel, kw_only=True):
    """Any subset of a device's options."""

    event_reminders: Maybe[bool] = UNSET
    daily_summary: Maybe[bool] = UNSET
    summary_time: Maybe[TimeOfDay] = UNSET
    chore_nudge: Maybe[bool] = UNSET
    chore_nudge_time: Maybe[TimeOfDay] = UNSET
    list_updates: Maybe[bool] = UNSET
    approvals: Maybe[bool] = UNSET
    weekly_summary: Maybe[bool] = UNSET
    weekly_summary_time: Maybe[TimeOfDay] = UNSET


class BrowserKeys(ApiModel, kw_only=True):
    """A browser's public key and shared secret, in base64url. (RFC 8291)"""

    p256dh: PushKey
    auth: PushKey


class BrowserSubscription(ApiModel, kw_only=True):
    """What a browser's push manager returns: the endpoint and the keys for encryption."""

    endpoint: Endpoint
    keys: BrowserKeys


class NewSubscription(ApiModel, kw_only=True):
    """Request to subscribe. The same endpoint again replaces everything but id and creation time."""

    subscription: BrowserSubscription
    device_name: DeviceName
    member_ids: Followed = msgspec.field(default_factory=list)
    prefs: PrefsPatch = msgspec.field(default_factory=PrefsPatch)


class SubscriptionPatch(ApiModel, kw_only=True):
    """Any subset of a subscription's properties; its options are merged."""

    device_name: Maybe[DeviceName] = UNSET
    member_ids: Maybe[Followed] = UNSET
    prefs: Maybe[PrefsPatch] = UNSET


class Subscription(ApiModel, kw_only=True):
    """A subscription as answered, without endpoint and keys. Without members it follows everybody.

    `last_error` is why the last message was not accepted; null when it was.
    """

    id: str
    device_name: str
    member_ids: tuple[str, ...]
    prefs: Prefs
    created_at: str
    last_success_at: str | None
    last_attempt_at: str | None
    last_error: str | None


class PublicKey(ApiModel, kw_only=True):
    """The server's public key for subscribing: base64url of an uncompressed P-256 point."""

    public_key: str


class Tested(ApiModel, kw_only=True):
    """Whether a test message was accepted."""

    ok: bool


class Notice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The notification that a device shows, as it is sent. (contract §19)

    With `approve` it has buttons to approve the waiting ticks with these ids, or to send them back; with `rewards` to
    approve or decline the redemptions with these ids. `words` are the texts of the buttons and of what a device says
    after them.
    """

    title: str
    body: str
    url: str | None = None
    tag: str | None = None
    approve: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()
    words: dict[str, str] = {}


class VapidKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The server's signing key pair: base64url of the uncompressed point and of the 32-byte scalar. (RFC 8292)"""

    public_key: str
    private_key: str


class PushMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The next message to send. `encrypted` and `notice` as stored."""

    id: int
    subscription_id: str
    encrypted: str
    notice: str
    topic: str
    expires_at: str


class SendResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of sending; `retry_after` is the number of seconds that the push service asks for."""

    verdict: Verdict
    error: str | None = None
    retry_after: int | None = None
