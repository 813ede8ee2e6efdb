"""Use cases of connected apps: register, decide, exchange a code, refresh, revoke."""

import secrets
from uuid import uuid4

from msgspec import UNSET

from appliance.access import actions as access
from appliance.access import queries as access_queries
from appliance.access.oauth_server import queries, rules
from appliance.access.oauth_server.models import (
    Client,
    ClientRegistration,
    CodeExchange,
    Decision,
    Grant,
    NewGrant,
    Redirect,
    RegisteredClient,
    RequestingApp,
    Tokens,
)
from appliance.access.rules import HOUR
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, Conflict, NotFound


def register(tx: Tx, request: ClientRegistration, address: str) -> RegisteredClient:
    """Store a client, which gives it no access. The oldest unapproved clients give way. (RFC 7591)

    Raises TooManyRequests after 100 registrations an hour at one address.
    """
    access.count_attempt(tx, f"oauth register {address}", rules.REGISTRATIONS_PER_HOUR, HOUR)
    unapproved_since = tx.now - rules.UNAPPROVED_CLIENT
    queries.remove_unapproved(
        tx, unapproved_since, address, rules.MAX_UNAPPROVED_PER_ADDRESS - 1, rules.MAX_UNAPPROVED - 1
    )
    name = request.client_name or rules.DEFAULT_NAME
    client = Client(id=str(uuid4()), name=name, redirect_uris=request.redirect_uris)
    queries.put_client(tx, client, address)
    return RegisteredClient(
        client_id=client.id,
        client_id_issued_at=int(tx.now.timestamp()),
        client_name=name,
        redirect_uris=request.redirect_uris,
        grant_types=rules.GRANT_TYPES,
        response_types=["code"],
    )


def find_client(db: Reader, client_id: str, redirect_uri: str) -> Client | None:
    """The client with this id, if the redirect URI is one of its own."""
    client = queries.client(db, client_id)
    return client if client and rules.is_registered(redirect_uri, client.redirect_uris) else None


def describe_request(db: Reader, client_id: str, redirect_uri: str, scope: str) -> RequestingApp:
    """Who asks for what, for a parent to read. Raises BadRequest."""
    client = _requesting_client(db, client_id, redirect_uri)
    requested = rules.requested_scope(scope)
    if requested is None:
        raise BadRequest("must name one of the scopes there are", at="scope")
    return RequestingApp(
        client_name=client.name,
        redirect_host=rules.host(redirect_uri),
        requested_scope=requested,
        redirect_scheme=rules.private_scheme(redirect_uri) or UNSET,
    )


def decide(tx: Tx, request: Decision, issuer: str) -> Redirect:
    """Carry out a parent's decision; the answer leads back to the client. (contract §26)

    Raises BadRequest, Conflict.
    """
    client = _requesting_client(tx, request.client_id, request.redirect_uri)
    state = None if request.state is UNSET else request.state
    if request.decision != "approve":
        return Redirect(redirect=rules.redirect(request.redirect_uri, error="access_denied", state=state, iss=issuer))
    if not rules.is_challenge(request.code_challenge, request.code_challenge_method):
        raise BadRequest("must be 43 to 128 letters, digits, '-', '.', '_' or '~'", at="code_challenge")

    queries.remove_unusable_grants(tx)
    queries.remove_unused(tx, tx.now - rules.UNUSED_CLIENT)
    if queries.count_grants(tx) >= rules.MAX_GRANTS:
        raise Conflict(
            f"there are {rules.MAX_GRANTS} connected apps; disconnect some first",
            code="limit_reached",
            limit=rules.MAX_GRANTS,
        )

    queries.mark_approved(tx, client.id)
    code = secrets.token_urlsafe(32)
    grant = NewGrant(
        id=str(uuid4()),
        client_id=client.id,
        scope="display" if request.scope == "display" else "admin",
        approved_by=tx.caller.name,
        code=digest(code),
        code_expires_at=tx.now + rules.CODE,
        redirect_uri=request.redirect_uri,
        challenge=request.code_challenge,
    )
    queries.put_grant(tx, grant)
    tx.touch()
    return Redirect(redirect=rules.redirect(request.redirect_uri, code=code, state=state, iss=issuer))


def exchange_code(tx: Tx, request: CodeExchange) -> Tokens | None:
    """Tokens for a code, once; None when it is not valid. It does not raise, so that the deletions are committed.

    A failed exchange uses the code up. A second exchange deletes the grant, because somebody has a copy of the code.
    (contract §26)
    """
    grant = queries.grant_by_code(tx, digest(request.code))
    if grant is None:
        return None
    matches = (request.client_id, request.redirect_uri) == (grant.client_id, grant.redirect_uri)
    if grant.connected_at is not None or not matches or not rules.is_proven(request.verifier, grant.challenge):
        queries.remove_grant(tx, grant.id)
        tx.touch()
        return None

    queries.mark_connected(tx, grant.id)
    return _tokens(tx, grant)


def refresh(tx: Tx, token: str, client_id: str | None) -> Tokens | None:
    """New tokens for a refresh token, once; None when it is not valid, as in `exchange_code`. (contract §26)

    A second use deletes the grant, because somebody has a copy of the token.
    """
    refreshed = queries.grant_by_refresh_token(tx, digest(token))
    if refreshed is None:
        return None
    grant, was_used = refreshed
    if was_used:
        queries.remove_grant(tx, grant.id)
        tx.touch()
        return None
    if client_id is not None and client_id != grant.client_id:
        return None

    queries.mark_refreshed(tx, digest(token))
    return _tokens(tx, grant)


def revoke(tx: Tx, token: str) -> None:
    """Delete the grant of an access or refresh token; an unknown token is ignored. (RFC 7009)"""
    if queries.remove_grant_of_token(tx, digest(token)):
        tx.touch()


def disconnect(tx: Tx, grant_id: str) -> None:
    """Delete a grant; its tokens and what was made with them are invalid from the next request on. Raises NotFound."""
    if not queries.remove_grant(tx, grant_id):
        raise NotFound()

    tx.touch()


def remove_unusable_grants(tx: Tx) -> None:
    """Delete the grants that no token can use any more, and with them what their apps made."""
    queries.remove_unusable_grants(tx)
    tx.touch()


def _requesting_client(db: Reader, client_id: str, redirect_uri: str) -> Client:
    client = find_client(db, client_id, redirect_uri)
    if client is None:
        raise BadRequest("this app is not known here; let it ask anew", at=None, code="app_unknown")
    return client


def _tokens(tx: Tx, grant: Grant) -> Tokens:
    made = access.issue(tx, grant.client_name, grant.scope, "oauth", tx.now + rules.ACCESS, grant_id=grant.id)
    access_queries.remove_oldest_access_tokens(tx, grant.id, rules.MAX_ACCESS_TOKENS)
    refresh_token = secrets.token_urlsafe(32)
    queries.put_refresh_token(
        tx, digest(refresh_token), grant.id, tx.now + rules.REFRESH, keep=rules.MAX_REFRESH_TOKENS
    )
    tx.touch()
    return Tokens(
        access_token=made.key,
        refresh_token=refresh_token,
        scope=rules.SCOPES[grant.scope],
        expires_in=int(rules.ACCESS.total_seconds()),
    )
