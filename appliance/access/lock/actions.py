"""Use cases of the household's PIN and of the grants that displays get for it."""

from datetime import timedelta

from msgspec.structs import replace

from appliance.access import actions as access
from appliance.access import queries as access_queries
from appliance.access.lock import queries, rules
from appliance.access.lock.models import Attempts, CountedAttempt, LockState, StoredPin
from appliance.access.passkeys import actions as passkeys
from appliance.access.passkeys.models import Challenge, PasskeyLogin, Site
from appliance.access.rights import DISPLAY_DENIED, Rights
from appliance.access.rules import HOUR
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Caller, Reader, Tx
from appliance.kernel.errors import Conflict, Forbidden, TooManyRequests, Unauthorized
from appliance.kernel.scheduling.clock import instant


def state(db: Reader, caller: Caller) -> LockState:
    """What the lock means for a caller."""
    lock = queries.lock(db, caller.key_id)
    end = rules.grant_end(lock.granted_at, db.now) if lock else None
    return LockState(
        pin_set=lock is not None,
        locked=lock is not None and end is None and caller.scope == "display",
        until=instant(end) if end else None,
    )


def check_unlocked(db: Reader, caller: Caller) -> None:
    """Raises Forbidden with the code `pin_required` while a display needs the household's PIN."""
    if caller.scope == "display" and state(db, caller).locked:
        raise Forbidden("a parent's PIN is required for this change", code="pin_required")


def check(db: Reader, caller: Caller, rights: Rights) -> None:
    """Raises Forbidden where a display needs the household's PIN for a route with these rights, and has no grant.

    Without a PIN in the household no display may call a route that needs one always. (contract: Authentication 4)
    """
    if caller.scope != "display" or not rights.pin:
        return
    if rights.pin == "always" and queries.lock(db, caller.key_id) is None:
        raise Forbidden(DISPLAY_DENIED)
    if rights.free_with and getattr(household_queries.settings(db), rights.free_with):
        return
    check_unlocked(db, caller)


def set_pin(tx: Tx, stored: StoredPin) -> None:
    """Store a new PIN. It ends every grant and opens new attempt windows."""
    queries.put_pin(tx, stored)
    _on_pin_change(tx, is_set=True)


def remove_pin(tx: Tx) -> None:
    """Delete the PIN, so that nothing is locked."""
    queries.remove_pin(tx)
    _on_pin_change(tx, is_set=False)


def count_attempt(tx: Tx) -> CountedAttempt:
    """Count one attempt as a wrong one, in its own transaction, so that none is free.

    Raises Conflict where no PIN is needed, and TooManyRequests with `retryAfter` in seconds. Attempts are stored, so
    a restart does not forget them.
    """
    stored = _needed_pin(tx)
    key_id = str(tx.caller.key_id)
    attempts = _attempts(tx, key_id)
    if (wait := rules.wait(attempts, tx.now)) > timedelta(0):
        raise _too_many(wait)
    try:
        access.count_attempt(tx, rules.COUNTER, rules.HOUSEHOLD_LIMIT, HOUR)
    except TooManyRequests:
        if not rules.keeps_its_turn(attempts, tx.now):
            raise _too_many(_window_left(tx)) from None
    queries.put_attempts(tx, key_id, replace(attempts, wrong=attempts.wrong + 1, last_at=tx.now))
    return CountedAttempt(stored=stored, of_key=attempts.wrong + 1, of_all=queries.count_wrong(tx))


def reject(tx: Tx, counted: CountedAttempt) -> Forbidden:
    """The error for a wrong PIN: how many attempts are left and, after the last one, the seconds to wait.

    After every ten wrong ones of all screens the change `pin.guessed` is recorded.
    """
    if rules.is_warning_due(counted.of_all):
        tx.record(rules.GUESSED, {"screen": tx.caller.name, "wrong": counted.of_all})
    left = max(0, rules.FREE_ATTEMPTS - counted.of_key)
    wait = {} if left else {"retryAfter": _seconds(rules.wait(_attempts(tx, str(tx.caller.key_id)), tx.now))}
    return Forbidden("wrong PIN", code="wrong_pin", attemptsLeft=left, **wait)


def unlock(tx: Tx, compared: StoredPin) -> LockState:
    """Give the caller's key a grant. `compared` is the stored PIN that the entered one matched. Raises Conflict."""
    if queries.pin(tx) != compared:
        raise Conflict("the PIN was changed meanwhile", code="changed_meanwhile")
    access_queries.remove_attempt(tx, rules.COUNTER)
    return _grant(tx)


def unlock_with_passkey(tx: Tx, request: PasskeyLogin, challenge: Challenge | None, site: Site) -> LockState:
    """Give the caller's key a grant for a signed challenge. Raises Conflict, BadRequest, Forbidden."""
    _needed_pin(tx)
    try:
        passkeys.use(tx, request, challenge, site)
    except Unauthorized:
        # Not 401: the caller's key is valid, and clients drop a key that is not.
        raise Forbidden("this passkey was not accepted", code="passkey_not_accepted") from None
    return _grant(tx)


def end_grant(tx: Tx) -> None:
    """End the caller's grant; without one nothing happens."""
    if queries.remove_grant(tx, tx.caller.key_id):
        tx.touch()


def _needed_pin(db: Tx) -> StoredPin:
    """The PIN that the caller needs. Raises Conflict where it needs none."""
    stored = queries.pin(db)
    if stored is None:
        raise Conflict("the household has no PIN")
    if db.caller.scope != "display":
        raise Conflict("an admin key needs no PIN")
    return stored


def _grant(tx: Tx) -> LockState:
    key_id = str(tx.caller.key_id)
    queries.put_attempts(tx, key_id, Attempts(wrong=0, last_at=tx.now, unlocked_at=tx.now))
    queries.put_grant(tx, key_id)
    tx.touch()
    return state(tx, tx.caller)


def _on_pin_change(tx: Tx, *, is_set: bool) -> None:
    queries.remove_grants(tx)
    queries.remove_attempts(tx)
    access_queries.reset_attempts_with_prefix(tx, rules.COUNTER)
    household_queries.put_settings(tx, {"pin_set": is_set})
    tx.record("settings.changed", {})


def _attempts(db: Reader, key_id: str) -> Attempts:
    return queries.attempts(db, key_id) or Attempts(wrong=0, last_at=db.now, unlocked_at=None)


def _window_left(db: Reader) -> timedelta:
    """What is left of the household's window; a whole one where it is not stored."""
    started = access_queries.attempts_started(db, rules.COUNTER)
    return started + HOUR - db.now if started else HOUR


def _too_many(wait: timedelta) -> TooManyRequests:
    return TooManyRequests("too many wrong PINs; wait a while", code="too_many_attempts", retryAfter=_seconds(wait))


def _seconds(wait: timedelta) -> int:
    return max(1, -(-wait // timedelta(seconds=1)))
