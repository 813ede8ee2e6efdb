"""Who hears what, how it is worded and signed, and what is too old to be told."""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from appliance.kernel.net.addresses import public_url
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.text.redaction import redact

KEPT = 50
LONGEST_ERROR = 300
# News that waited longer, behind a power cut or a slow receiver, would make things happen that nobody expects any more.
LATE = timedelta(minutes=15)

TOO_LATE = "it waited longer than 15 minutes and was not sent"
SWITCHED_OFF = "the webhook was switched off"
INTERRUPTED = "the server stopped while it was being sent"


def accepted_url(url: str, allow_private: bool) -> str:
    """The URL as stored. Raises Invalid for anything but a public http(s) address. (spec: Webhooks, delivery rule 4)"""
    return public_url(url, allow_private=allow_private)


def listens(events: Sequence[str], topic: str | None) -> bool:
    """Whether a webhook with these events is sent news of this type; no events means all. (spec: Webhooks)"""
    return topic is not None and (not events or topic in events)


def late_before(now: datetime) -> str:
    """News from before this instant is not sent any more."""
    return instant(now - LATE)


def body(topic: str, data: str, at: str) -> bytes:
    """What is sent, `{type, data, at}`; `data` is JSON as recorded."""
    return msgspec.json.encode({"type": topic, "data": msgspec.Raw(data.encode()), "at": at})


def signature(secret: str, body: bytes) -> str:
    """The value of X-Service-Signature: HMAC-SHA256 over the raw body. (spec: Webhooks)"""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def fault(status: int) -> str | None:
    """What is wrong with an answer, or None when the receiver took the news."""
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return f"answered {status}, a redirect; redirects are not followed"
    return f"answered {status}"


def error_text(message: str) -> str:
    """An error as it may be kept and shown: without secrets, and short."""
    return redact(message)[:LONGEST_ERROR]
