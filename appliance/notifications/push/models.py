"""Shapes of subscribed devices, of what is pushed to them, and of how that ended."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay

DeviceName = Annotated[str, Meta(min_length=1, max_length=100)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
PushKey = Annotated[str, Meta(min_length=1, max_length=200)]
Followed = Annotated[list[str], Meta(max_length=100)]
Verdict = Literal["taken", "gone", "later", "refused"]


class Prefs(ApiModel):
    """What a device wants to hear. Times are the household's. (contract §19)"""

    event_reminders: bool = True
    daily_summary: bool = False
    summary_time: str = "07:30"
    chore_nudge: bool = False
    chore_nudge_time: str = "08:00"
    list_updates: bool = False


class PrefsPatch(ApiModel):
    """Any subset of a device's options."""

    event_reminders: Maybe[bool] = UNSET
    daily_summary: Maybe[bool] = UNSET
    summary_time: Maybe[TimeOfDay] = UNSET
    chore_nudge: Maybe[bool] = UNSET
    chore_nudge_time: Maybe[TimeOfDay] = UNSET
    list_updates: Maybe[bool] = UNSET


class BrowserKeys(ApiModel):
    """A browser's public key and shared secret, in base64url. (RFC 8291)"""

    p256dh: PushKey
    auth: PushKey


class BrowserSubscription(ApiModel):
    """What a browser's push manager gives: where to send, and how to encrypt."""

    endpoint: Endpoint
    keys: BrowserKeys


class NewSubscription(ApiModel):
    """The wish to be pushed to. The same endpoint again replaces everything but id and creation time."""

    subscription: BrowserSubscription
    device_name: DeviceName
    member_ids: Followed = msgspec.field(default_factory=list)
    prefs: PrefsPatch = msgspec.field(default_factory=PrefsPatch)


class SubscriptionPatch(ApiModel):
    """Any subset of a device's properties; its options are merged."""

    device_name: Maybe[DeviceName] = UNSET
    member_ids: Maybe[Followed] = UNSET
    prefs: Maybe[PrefsPatch] = UNSET


class Subscription(ApiModel):
    """A device as answered; no members means it follows everybody. Its endpoint and keys are never shown.

    `last_error` says why the last push did not arrive; null when it did.
    """

    id: str
    device_name: str
    member_ids: tuple[str, ...]
    prefs: Prefs
    created_at: str
    last_success_at: str | None
    last_attempt_at: str | None
    last_error: str | None


class PublicKey(ApiModel):
    """What a browser subscribes with: the house's public key, base64url of an uncompressed P-256 point."""

    public_key: str


class Tested(ApiModel):
    """Whether a test push was taken."""

    ok: bool


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a device is shown, as it is sent. (contract §19)"""

    title: str
    body: str
    url: str | None = None
    tag: str | None = None


class VapidKeys(msgspec.Struct, frozen=True):
    """The house's signing pair: base64url of the uncompressed point and of the 32-byte scalar. (RFC 8292)"""

    public_key: str
    private_key: str


class PushMessage(msgspec.Struct, frozen=True):
    """What is to be pushed next. `sealed` and `notice` as stored."""

    id: int
    subscription_id: str
    encrypted: str
    notice: str
    topic: str
    expires_at: str


class Answer(msgspec.Struct, frozen=True):
    """How a push service took a push; `retry_after` is the number of seconds it asks for."""

    verdict: Verdict
    error: str | None = None
    retry_after: int | None = None
