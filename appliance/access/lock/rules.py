"""How the PIN is hashed, how long a grant lasts, and the limits of wrong PINs."""

import hashlib
import hmac
from datetime import datetime, timedelta

from appliance.access.lock.models import Attempts, StoredPin

# The change that is recorded after many wrong PINs; the notifications turn it into a warning.
GUESSED = "pin.guessed"

GRANT = timedelta(minutes=5)
# A key may enter so many wrong PINs; then it waits, after each further one twice as long.
FREE_ATTEMPTS = 5
FIRST_DELAY = timedelta(minutes=15)
LONGEST_DELAY = timedelta(days=1)
# All keys together, in an hour; one that unlocked lately may try beyond it.
HOUSEHOLD_LIMIT = 30
COUNTER = "unlock"
LATELY = timedelta(days=7)
# Parents get a message after so many wrong PINs, and after as many again.
WARNED_EVERY = 10
# 16 MB and about 0.05 s on a desktop computer.
SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


def grant_end(granted_at: datetime | None, now: datetime) -> datetime | None:
    """When a grant ends; None when it has ended, or begins in the future, which a wrong clock causes."""
    return granted_at + GRANT if granted_at and granted_at <= now < granted_at + GRANT else None


def wait(attempts: Attempts, now: datetime) -> timedelta:
    """How long a key must wait before its next attempt; zero or less when it need not."""
    if attempts.wrong < FREE_ATTEMPTS:
        return timedelta(0)
    delay = min(FIRST_DELAY * (1 << min(attempts.wrong - FREE_ATTEMPTS, 10)), LONGEST_DELAY)
    # A last attempt in the future, which a wrong clock causes, makes no delay longer.
    return min(delay, attempts.last_at + delay - now)


def keeps_its_turn(attempts: Attempts, now: datetime) -> bool:
    """Whether a key unlocked so lately that wrong PINs at other screens do not make it wait."""
    return attempts.unlocked_at is not None and attempts.unlocked_at > now - LATELY


def is_warning_due(wrong: int) -> bool:
    """Whether parents get a message after so many wrong PINs of all keys."""
    return wrong > 0 and wrong % WARNED_EVERY == 0


def hashed(pin: str, salt: str, encryption_key: bytes) -> StoredPin:
    """The PIN as it is stored.

    The encryption key, which no backup holds, goes into the hash: 10,000 PINs are tried in minutes otherwise.
    """
    mixed = hmac.digest(encryption_key, b"household PIN " + salt.encode(), "sha256")
    return StoredPin(salt=salt, hash=hashlib.scrypt(pin.strip().encode(), salt=mixed, **SCRYPT).hex())


def matches(pin: str, stored: StoredPin, encryption_key: bytes) -> bool:
    """Whether a PIN is the stored one, in constant time."""
    return hmac.compare_digest(hashed(pin, stored.salt, encryption_key).hash, stored.hash)
