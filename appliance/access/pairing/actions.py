"""Use cases of pairing: begin, approve, poll."""

import hmac
import secrets
from uuid import uuid4

from msgspec import UNSET

from appliance.access import actions as access
from appliance.access import queries as access_queries
from appliance.access.pairing import queries, rules
from appliance.access.pairing.models import (
    ApprovedPairing,
    ApprovePairing,
    BeginPairing,
    Pairing,
    PairingStatus,
    PollPairing,
    RequestPairing,
)
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import BadKey, digest
from appliance.kernel.errors import BadRequest, Conflict, Forbidden, NotFound, TooManyRequests
from appliance.kernel.scheduling.clock import instant, moment
from appliance.people import queries as people_queries


def begin(tx: Tx, address: str, request: RequestPairing | None = None) -> BeginPairing:
    """Make a code that is valid for ten minutes. Raises TooManyRequests. (contract §23)"""
    _remove_expired(tx)
    pending = queries.pending_addresses(tx)
    if rules.is_full(len(pending), pending.count(address)):
        raise TooManyRequests(
            "too many devices wait to be paired; approve one, or wait ten minutes", code="too_many_devices_waiting"
        )

    expires_at = tx.now + rules.LIFETIME
    begun = BeginPairing(
        pairing_id=str(uuid4()),
        code=_free_code(tx),
        poll_token=secrets.token_urlsafe(32),
        expires_at=instant(expires_at),
    )
    queries.put(
        tx,
        id=begun.pairing_id,
        code=begun.code,
        token=digest(begun.poll_token),
        address=address,
        expires_at=expires_at,
        request=request or RequestPairing(),
    )
    tx.touch()
    return begun


def approve(tx: Tx, request: ApprovePairing) -> ApprovedPairing:
    """Make a key for the device that shows the code. Raises NotFound, Conflict, Forbidden, BadRequest. (contract §23)

    It is a display key; a parent's device gets an admin key. Until the device has fetched the key, the key expires with
    the pairing: no key may stay valid that nobody holds.
    """
    pairing = queries.pending_by_code(tx, request.code)
    if pairing is None:
        raise NotFound("Code not found or expired", code="code_unknown")
    _check_kind(tx, pairing, request)

    _remove_expired(tx)
    scope = rules.scope(request.kind)
    made = access.issue_permanent(tx, request.name, scope, moment(pairing.expires_at))
    queries.approve(
        tx,
        pairing.id,
        key_id=made.id,
        encrypted_key=tx.cipher.encrypt(made.key, pairing.id),
        kind=request.kind,
        member_id=request.member_id,
    )
    if scope == "admin":
        tx.record("settings.changed", {"keyId": made.id})
    else:
        tx.record("display.paired", {"keyId": made.id, "name": made.name})
    return ApprovedPairing(key_id=made.id, name=made.name)


def poll(tx: Tx, request: PollPairing) -> PairingStatus:
    """Give an approved key to its device, once. An unknown id, an expired one and a wrong token all raise NotFound.

    So does a key that cannot be decrypted, because the encryption key was replaced: the device begins anew.
    (contract §23)
    """
    pairing = find(tx, request)
    if pairing.key_id is None or pairing.encrypted_key is None:
        return PairingStatus(status="pending")

    try:
        key = tx.cipher.decrypt(pairing.encrypted_key, pairing.id)
    except BadKey:
        raise _unknown() from None
    access_queries.make_permanent(tx, pairing.key_id)
    queries.remove(tx, pairing.id)
    tx.touch()
    return PairingStatus(
        status="approved",
        key=key,
        kind=pairing.approved_kind or UNSET,
        member_id=pairing.member_id or UNSET,
    )


def find(db: Reader, request: PollPairing) -> Pairing:
    """The pairing with this id and poll token. Raises NotFound."""
    pairing = queries.pairing(db, request.pairing_id)
    if not hmac.compare_digest(digest(request.poll_token), pairing.token if pairing else "") or pairing is None:
        raise _unknown()

    return pairing


def _unknown() -> NotFound:
    return NotFound("not found or expired", code="code_unknown")


def _check_kind(tx: Tx, pairing: Pairing, request: ApprovePairing) -> None:
    if request.kind == "parent":
        # Both sides must ask for it: a wall's code never becomes an admin key because somebody tapped the wrong button.
        if pairing.kind != "parent":
            raise Conflict("this device did not ask to be a parent's device")
        if access_queries.grant_of_key(tx, tx.caller.key_id):
            raise Forbidden("a connected app cannot approve a parent's device")
    if request.member_id is None:
        return
    if request.kind != "child":
        raise BadRequest("only a child's device follows a member", at="memberId")
    if not people_queries.is_member(tx, request.member_id):
        raise BadRequest("member not found", at="memberId", code="deleted_meanwhile")


def _free_code(tx: Tx) -> str:
    while queries.is_code_taken(tx, code := f"{secrets.randbelow(1_000_000):06d}"):
        pass
    return code


def _remove_expired(tx: Tx) -> None:
    """Delete expired pairings, and the keys that were approved but never fetched."""
    for pairing in queries.expired(tx):
        if pairing.key_id is not None:
            access.revoke_key(tx, pairing.key_id)
        queries.remove(tx, pairing.id)
