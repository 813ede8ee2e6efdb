"""Configure the OAuth clients at providers, and begin and take consents."""

import secrets
from uuid import uuid4

from appliance.calendar.oauth_client import queries, rules
from appliance.calendar.oauth_client.models import (
    HostedKind,
    KeptPublicUrl,
    NewApp,
    NewPublicUrl,
    PendingConsent,
    Status,
)
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Conflict
from appliance.settings import Settings


def put_public_url(tx: Tx, request: NewPublicUrl, settings: Settings) -> KeptPublicUrl:
    """Store the outside address. Raises BadRequest, Conflict. (contract §27.1)"""
    if settings.public_url:
        raise Conflict(
            "the address is set where the server is run, by PUBLIC_URL; change it there", code="set_by_environment"
        )
    url = rules.public_url(request.value)

    household_queries.put_public_url(tx, url)
    tx.record("settings.changed", {"publicUrl": True})
    return KeptPublicUrl(value=url, warning=rules.warning(url))


def put_app(tx: Tx, kind: HostedKind, request: NewApp, settings: Settings) -> Status:
    """Store the OAuth client of a provider. Raises BadRequest, Conflict. (contract §27.1)"""
    stored = queries.stored_app(tx, kind)
    rules.check_changeable(rules.effective(stored, rules.configured(kind, settings))[1])
    app = rules.app(kind, request, stored)

    queries.put_app(tx, kind, app)
    tx.record("settings.changed", {"provider": kind})
    return rules.status(kind, app, "ui")


def remove_app(tx: Tx, kind: HostedKind, settings: Settings) -> None:
    """Remove the OAuth client of a provider; its accounts cannot sync until one is entered again. Raises Conflict."""
    stored = queries.stored_app(tx, kind)
    rules.check_changeable(rules.effective(stored, rules.configured(kind, settings))[1])

    queries.remove_app(tx, kind)
    tx.record("settings.changed", {"provider": kind})


def begin(tx: Tx, kind: HostedKind, redirect_uri: str, home: str) -> tuple[str, str]:
    """Begin a consent: its state, valid once and for ten minutes, and its PKCE verifier. (contract §27.3)"""
    state, verifier = str(uuid4()), secrets.token_urlsafe(48)
    queries.put_consent(
        tx,
        digest(state),
        PendingConsent(kind=kind, verifier=verifier, redirect_uri=redirect_uri, home=home),
        tx.now + rules.LIFETIME,
    )
    return state, verifier


def take(tx: Tx, kind: HostedKind, state: str) -> PendingConsent | None:
    """Take a pending consent, in a transaction of its own: a failed sign-in does not restore it."""
    begun = queries.take_consent(tx, digest(state.rpartition(".")[2]))
    return begun if begun is not None and begun.kind == kind else None
