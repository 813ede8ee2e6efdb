"""Verbs on connected apps: register, decide, trade a code, refresh, revoke."""

import secrets
from uuid import uuid4

from msgspec import UNSET

from appliance.access import actions as access
from appliance.access.oauth_server import queries, rules
from appliance.access.oauth_server.models import (
    Asked,
    Client,
    Decision,
    Grant,
    Redirect,
    Registered,
    Registration,
    Tokens,
    Trade,
)
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, NotFound


def register(tx: Tx, request: Registration, address: str) -> Registered:
    """Make a program known, which allows it nothing. Where too many wait, the oldest of its address goes. (RFC 7591)"""
    queries.remove_waiting(tx, tx.now - rules.UNAPPROVED, address, rules.MOST_WAITING_AT_ONE_ADDRESS - 1)
    client_id, name = str(uuid4()), request.client_name or rules.NAMELESS
    queries.put_client(tx, client_id, name, request.redirect_uris, address)
    return Registered(
        client_id=client_id,
        client_id_issued_at=int(tx.now.timestamp()),
        client_name=name,
        redirect_uris=request.redirect_uris,
        grant_types=rules.GRANTS,
        response_types=["code"],
    )


def known(db: Reader, client_id: str, redirect_uri: str) -> Client | None:
    """The program that asks, if the answer would go where it has said."""
    client = queries.client(db, client_id)
    return client if client and rules.is_registered(redirect_uri, client.redirect_uris) else None


def asked(db: Reader, client_id: str, redirect_uri: str, scope: str) -> Asked:
    """Who asks for what, for a parent to read. Raises Invalid."""
    client = _asking(db, client_id, redirect_uri)
    requested = rules.requested(scope)
    if requested is None:
        raise BadRequest("must name one of the scopes there are", at="scope")
    return Asked(client_name=client.name, redirect_host=rules.host(redirect_uri), requested_scope=requested)


def decide(tx: Tx, request: Decision, where: str) -> Redirect:
    """Carry out a parent's yes or no, in a way back to the program. `where` is this server. Raises Invalid. (§26)"""
    client = _asking(tx, request.client_id, request.redirect_uri)
    state = None if request.state is UNSET else request.state
    if request.decision != "approve":
        return Redirect(redirect=rules.back(request.redirect_uri, error="access_denied", state=state, iss=where))
    if not rules.is_challenge(request.code_challenge, request.code_challenge_method):
        raise BadRequest("must be 43 to 128 letters, digits, '-', '.', '_' or '~'", at="code_challenge")

    queries.remove_dead_grants(tx)
    queries.mark_approved(tx, client.id)
    code = secrets.token_urlsafe(32)
    queries.put_grant(
        tx,
        str(uuid4()),
        client.id,
        "display" if request.scope == "display" else "admin",
        tx.caller.name,
        digest(code),
        tx.now + rules.CODE,
        request.redirect_uri,
        request.code_challenge,
    )
    tx.touch()
    return Redirect(redirect=rules.back(request.redirect_uri, code=code, state=state, iss=where))


def trade(tx: Tx, request: Trade) -> Tokens | None:
    """Tokens for a code, once. None when it is refused, without raising: what a refusal ends must stay ended. (§26)

    Whatever is shown beside it, a code that was shown is used up. Shown again, it takes along what it was traded for:
    one of the two who know it is a thief.
    """
    grant = queries.behind_code(tx, digest(request.code))
    if grant is None:
        return None
    fits = (request.client_id, request.redirect_uri) == (grant.client_id, grant.redirect_uri)
    if grant.connected_at is not None or not fits or not rules.is_proven(request.verifier, grant.challenge):
        queries.remove_grant(tx, grant.id)
        tx.touch()
        return None

    queries.mark_connected(tx, grant.id)
    return _tokens(tx, grant)


def refresh(tx: Tx, token: str, client_id: str | None) -> Tokens | None:
    """New tokens for a refresh token, once. None when it is refused, for the reason `trade` has. (contract §26)

    A token that was used before ends the grant: somebody has a copy.
    """
    found = queries.behind_refresh_token(tx, digest(token))
    if found is None:
        return None
    grant, used = found
    if used:
        queries.remove_grant(tx, grant.id)
        tx.touch()
        return None
    if client_id is not None and client_id != grant.client_id:
        return None

    queries.mark_refreshed(tx, digest(token))
    return _tokens(tx, grant)


def revoke(tx: Tx, token: str) -> None:
    """End the grant of either kind of token; an unknown one is no news. (RFC 7009)"""
    if queries.remove_grant_behind(tx, digest(token)):
        tx.touch()


def disconnect(tx: Tx, grant_id: str) -> None:
    """Forget a connected app; its tokens are refused from the next request on. Raises NotFound."""
    if not queries.remove_grant(tx, grant_id):
        raise NotFound()

    tx.touch()


def _asking(db: Reader, client_id: str, redirect_uri: str) -> Client:
    client = known(db, client_id, redirect_uri)
    if client is None:
        raise BadRequest("this app is not known here; let it ask anew", at=None)
    return client


def _tokens(tx: Tx, grant: Grant) -> Tokens:
    made = access.issue(tx, grant.client_name, grant.scope, "oauth", tx.now + rules.ACCESS, grant_id=grant.id)
    following = secrets.token_urlsafe(32)
    queries.put_refresh_token(tx, digest(following), grant.id, tx.now + rules.REFRESH)
    tx.touch()
    return Tokens(
        access_token=made.key,
        refresh_token=following,
        scope=rules.SCOPES[grant.scope],
        expires_in=int(rules.ACCESS.total_seconds()),
    )
