"""Verbs of pairing: begin, approve, poll."""

import hmac
import secrets
from uuid import uuid4

from appliance.access import actions as access
from appliance.access import queries as keys
from appliance.access.pairing import queries, rules
from appliance.access.pairing.models import Approve, Approved, Begun, Pairing, Poll, Polled
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import NotFound, TooManyRequests
from appliance.kernel.scheduling.clock import instant, moment


def begin(tx: Tx, address: str) -> Begun:
    """Show a code for ten minutes. Raises TooMany. (contract §23)"""
    _forget_expired(tx)
    waiting = queries.pending(tx)
    if rules.is_full(len(waiting), waiting.count(address)):
        raise TooManyRequests("too many devices wait to be paired; approve one, or wait ten minutes")

    begun = Begun(
        pairing_id=str(uuid4()),
        code=_free_code(tx),
        poll_token=secrets.token_urlsafe(32),
        expires_at=instant(tx.now + rules.LIFETIME),
    )
    queries.put(tx, begun.pairing_id, begun.code, digest(begun.poll_token), address, tx.now + rules.LIFETIME)
    tx.touch()
    return begun


def approve(tx: Tx, request: Approve) -> Approved:
    """Make a display key for the device that shows the code. Raises NotFound. (contract §23)

    Until the device has fetched it the key ends with the pairing: one that nobody holds must not stay good.
    """
    pairing = queries.pending_behind(tx, request.code)
    if pairing is None:
        raise NotFound("Code not found or expired")

    _forget_expired(tx)
    made = access.issue(tx, request.name, "display", "api", moment(pairing.expires_at))
    queries.approve(tx, pairing.id, made.id, tx.cipher.encrypt(made.key, pairing.id))
    tx.record("display.paired", {"keyId": made.id, "name": made.name})
    return Approved(key_id=made.id, name=made.name)


def poll(tx: Tx, request: Poll) -> Polled:
    """Hand an approved key over, once. Raises NotFound alike for unknown, expired and a wrong token. (contract §23)"""
    pairing = waiting(tx, request)
    if pairing.key_id is None or pairing.encrypted_key is None:
        return Polled(status="pending")

    key = tx.cipher.decrypt(pairing.encrypted_key, pairing.id)
    keys.keep_key(tx, pairing.key_id)
    queries.remove(tx, pairing.id)
    tx.touch()
    return Polled(status="approved", key=key)


def waiting(db: Reader, request: Poll) -> Pairing:
    """The pairing a device asks about, if it is the one that began it. Raises NotFound."""
    pairing = queries.pairing(db, request.pairing_id)
    if not hmac.compare_digest(digest(request.poll_token), pairing.token if pairing else "") or pairing is None:
        raise NotFound("not found or expired")

    return pairing


def _free_code(tx: Tx) -> str:
    while queries.is_code_taken(tx, code := f"{secrets.randbelow(1_000_000):06d}"):
        pass
    return code


def _forget_expired(tx: Tx) -> None:
    """Forget what was not finished in time, and with it a key that was never fetched."""
    for pairing in queries.expired(tx):
        if pairing.key_id is not None:
            access.revoke_key(tx, pairing.key_id)
        queries.remove(tx, pairing.id)
