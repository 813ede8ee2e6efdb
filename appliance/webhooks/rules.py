"""Which webhook receives which change, the signed request body, and when a delivery is too late."""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.text.redaction import redact

MAX_WEBHOOKS = 50
KEPT = 50
# Of a webhook's waiting deliveries; checked whenever this many were added.
MAX_WAITING = 2_000
CHECKED_EVERY = 200
LONGEST_ERROR = 300
# A receiver acts on a delivery at once; after a power cut or behind a slow receiver an older one would surprise people.
LATE = timedelta(minutes=15)

TOO_LATE = "it waited longer than 15 minutes and was not sent"
TOO_MANY = f"more than {MAX_WAITING:,} newer ones waited too, and it was not sent"
SWITCHED_OFF = "the webhook was switched off"
INTERRUPTED = "the server stopped while it was being sent"


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more webhook."""
    if count >= MAX_WEBHOOKS:
        raise BadRequest(
            f"there are {MAX_WEBHOOKS} webhooks, which is the limit; delete one first",
            at=None,
            code="limit_reached",
            limit=MAX_WEBHOOKS,
        )


def is_subscribed(events: Sequence[str], topic: str | None) -> bool:
    """Whether a webhook with these events receives changes of this type; no events means all. (contract: Webhooks)"""
    return topic is not None and (not events or topic in events)


def late_before(now: datetime) -> str:
    """Changes before this instant are no longer sent."""
    return instant(now - LATE)


def body(topic: str, data: str, at: str) -> bytes:
    """The request body, `{type, data, at}`; `data` is JSON as recorded."""
    return msgspec.json.encode({"type": topic, "data": msgspec.Raw(data.encode()), "at": at})


def signed_headers(secret: str, body: bytes) -> dict[str, str]:
    """The headers of a delivery, with the HMAC-SHA256 of the raw body. (contract: Webhooks)

    The second signature header has the name that the reference product uses, for receivers written for it.
    """
    signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return {
        "content-type": "application/json",
        "x-service-signature": signature,
        "x-kinwall-signature": signature,
    }


def status_error(status: int) -> str | None:
    """What is wrong with an answer, or None for a 2xx status."""
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return f"answered {status}, a redirect; redirects are not followed"
    return f"answered {status}"


def error_text(message: str) -> str:
    """An error text that may be stored and shown: without secrets, and short."""
    return redact(message)[:LONGEST_ERROR]
