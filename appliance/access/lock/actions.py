"""Use cases of the household's PIN and of the grants that displays get for it."""

from datetime import timedelta

from appliance.access import actions as access
from appliance.access import queries as access_queries
from appliance.access.lock import queries, rules
from appliance.access.lock.models import LockState, StoredPin
from appliance.household import queries as household
from appliance.kernel.database.transactions import Caller, Reader, Tx
from appliance.kernel.errors import Conflict, Forbidden, TooManyRequests
from appliance.kernel.scheduling.clock import instant


def state(db: Reader, caller: Caller) -> LockState:
    """What the lock means for a caller."""
    found = queries.lock(db, caller.key_id)
    end = rules.grant_end(found.granted_at, db.now) if found else None
    return LockState(
        pin_set=found is not None,
        locked=found is not None and end is None and caller.scope == "display",
        until=instant(end) if end else None,
    )


def check_unlocked(db: Reader, caller: Caller) -> None:
    """Raises Forbidden with the code `pin_required` while a display needs the household's PIN."""
    if caller.scope == "display" and state(db, caller).locked:
        raise Forbidden("a parent's PIN is required for this change", code="pin_required")


def set_pin(tx: Tx, stored: StoredPin) -> None:
    """Store a new PIN. It ends every grant and opens new attempt windows."""
    queries.put_pin(tx, stored)
    _on_pin_change(tx, is_set=True)


def remove_pin(tx: Tx) -> None:
    """Delete the PIN, so that nothing is locked."""
    queries.remove_pin(tx)
    _on_pin_change(tx, is_set=False)


def count_attempt(tx: Tx) -> StoredPin:
    """Count one attempt, in its own transaction, so that a wrong PIN counts too. Returns the PIN to compare with.

    Raises Conflict where no PIN is needed, and TooManyRequests with `retryAfter` in seconds. Attempts are stored, so
    a restart does not forget them.
    """
    stored = queries.pin(tx)
    if stored is None:
        raise Conflict("the household has no PIN")
    if tx.caller.scope != "display":
        raise Conflict("an admin key needs no PIN")

    for name, limit, window in rules.limits(str(tx.caller.key_id)):
        try:
            access.count_attempt(tx, name, limit, window)
        except TooManyRequests:
            seconds = _seconds_left(tx, name, window)
            raise TooManyRequests(
                "too many wrong PINs; wait a while", code="too_many_attempts", retryAfter=seconds
            ) from None
    return stored


def wrong_pin(db: Reader, caller: Caller) -> Forbidden:
    """The error for a wrong PIN: how many attempts are left and, after the last one, the seconds to wait."""
    name, limit, window = rules.limits(str(caller.key_id))[0]
    left = max(0, limit - access_queries.count_attempts(db, name, instant(db.now - window)))
    wait = {} if left else {"retryAfter": _seconds_left(db, name, window)}
    return Forbidden("wrong PIN", code="wrong_pin", attemptsLeft=left, **wait)


def unlock(tx: Tx, compared: StoredPin) -> LockState:
    """Give the caller's key a grant. `compared` is the stored PIN that the entered one matched. Raises Conflict."""
    if queries.pin(tx) != compared:
        raise Conflict("the PIN was changed meanwhile", code="changed_meanwhile")
    key_id = str(tx.caller.key_id)

    of_key, of_household = rules.limits(key_id)
    access_queries.reset_attempts(tx, of_key[0])
    access_queries.remove_attempt(tx, of_household[0])
    queries.put_grant(tx, key_id)
    tx.touch()
    return state(tx, tx.caller)


def end_grant(tx: Tx) -> None:
    """End the caller's grant; without one nothing happens."""
    if queries.remove_grant(tx, tx.caller.key_id):
        tx.touch()


def _on_pin_change(tx: Tx, *, is_set: bool) -> None:
    queries.remove_grants(tx)
    access_queries.reset_attempts_with_prefix(tx, rules.COUNTER)
    household.put_settings(tx, {"pin_set": is_set})
    tx.record("settings.changed", {})


def _seconds_left(db: Reader, name: str, window: timedelta) -> int:
    """The seconds until a counter's window ends; a whole window where the counter is not stored."""
    started = access_queries.attempts_started(db, name)
    left = (started + window - db.now) if started else window
    return max(1, -(-left // timedelta(seconds=1)))
