"""Accepted endpoints, who receives what, and what follows from a push service's answer."""

import base64
import binascii
from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec

from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.net.addresses import public_url
from appliance.kernel.scheduling.clock import instant, moment
from appliance.kernel.schema import sent_fields
from appliance.kernel.text.redaction import redact
from appliance.notifications.push.models import BrowserKeys, Notice, Prefs, PrefsPatch, SendResult

# How long a message stays useful. (contract §19: TTL)
LIFE = timedelta(hours=1)
FIRST_DELAY = timedelta(minutes=1)
LONGEST_ERROR = 300
# A push service accepts 4096 encrypted bytes (RFC 8030 §7.2); encryption adds 103.
MAX_BYTES = 3900

# A key is one device. Browsers replace their endpoint now and then, so the oldest unused one gives way.
MAX_PER_KEY = 10
# Every message is encrypted once for each subscription of the household.
MAX_PER_HOUSEHOLD = 200

# Of one subscription. When its push service accepts none, the oldest give way.
MAX_WAITING = 200

TOO_LATE = "it could not be delivered within an hour"


def accepted_endpoint(url: str, allow_private: bool) -> str:
    """The endpoint as stored: a public https address, unless private ones are allowed. Raises BadRequest."""
    url = public_url(url, allow_private=allow_private, at="subscription.endpoint")
    if not allow_private and not url.lower().startswith("https:"):
        raise BadRequest("must be a https address", at="subscription.endpoint", code="not_a_web_address")
    return url


def check_count(of_household: int) -> None:
    """Raises Conflict when the household can take no further subscription."""
    if of_household >= MAX_PER_HOUSEHOLD:
        raise Conflict(
            f"the household has {MAX_PER_HOUSEHOLD} subscriptions already; remove one first",
            code="limit_reached",
            limit=MAX_PER_HOUSEHOLD,
        )


def check_keys(keys: BrowserKeys) -> None:
    """Raises BadRequest unless they are a point on P-256 and a secret of 16 bytes. (RFC 8291 §3.1, §3.2)"""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(keys.p256dh))
    except (ValueError, binascii.Error):
        raise BadRequest("must be a P-256 public key in base64url", at="subscription.keys.p256dh") from None
    try:
        fits = len(unpacked(keys.auth)) == 16
    except (ValueError, binascii.Error):
        fits = False
    if not fits:
        raise BadRequest("must be 16 bytes in base64url", at="subscription.keys.auth")


def unpacked(text: str) -> bytes:
    """Decode base64url, padded or not. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars="-_", validate=True)


def merged(prefs: Prefs, patch: PrefsPatch) -> Prefs:
    """The options after a partial change."""
    return msgspec.structs.replace(prefs, **sent_fields(patch))


def follows(followed: Collection[str], member_ids: Collection[str]) -> bool:
    """Whether a device receives what is for these members; an empty list means everybody. (contract §20)"""
    return not followed or not member_ids or not set(followed).isdisjoint(member_ids)


def payload(notice: Notice) -> bytes:
    """A notification as JSON, its body cut so that a push service accepts it."""
    message = msgspec.json.encode(notice)
    while len(message) > MAX_BYTES and notice.body:
        over = len(message) - MAX_BYTES
        notice = msgspec.structs.replace(notice, body=notice.body[: -max(1, over // 6) - 1].rstrip() + "…")
        message = msgspec.json.encode(notice)
    return message


def send_result(status: int, retry_after: str) -> SendResult:
    """What a push service's answer means; `retry_after` is the header, or empty. (RFC 8030 §5, §8.4)"""
    if 200 <= status < 300:
        return SendResult(verdict="accepted")
    if status in (404, 410):
        return SendResult(verdict="gone", error=f"the push service answered {status}")
    if status == 429 or status >= 500:
        requested = (
            int(retry_after) if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 6 else None
        )
        return SendResult(verdict="later", error=f"the push service answered {status}", retry_after=requested)
    return SendResult(verdict="rejected", error=f"the push service answered {status}")


def held_until(now: datetime, failures: int, retry_after: int | None) -> str:
    """When a device may be tried again: the delay doubles with each failure; at least what the service asks for."""
    wait = FIRST_DELAY * 2 ** min(failures, 5)
    return instant(now + max(wait, timedelta(seconds=retry_after or 0)))


def seconds_left(expires_at: str, now: datetime) -> int:
    """The seconds until a message expires: its TTL. Zero or less when it is too late."""
    return -((now - moment(expires_at)) // timedelta(seconds=1))


def error_text(message: str) -> str:
    """An error text that may be stored and shown: without secrets, and short."""
    return redact(message)[:LONGEST_ERROR]
