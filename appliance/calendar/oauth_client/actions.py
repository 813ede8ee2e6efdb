"""Verbs on what providers know this house as, and on consents under way."""

import secrets
from uuid import uuid4

from appliance.calendar.oauth_client import queries, rules
from appliance.calendar.oauth_client.models import Begun, HostedKind, KeptPublicUrl, NewApp, NewPublicUrl, Status
from appliance.household import queries as household
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Conflict
from appliance.settings import Settings


def put_public_url(tx: Tx, request: NewPublicUrl, settings: Settings) -> KeptPublicUrl:
    """Keep where the house is reached from outside. Raises Invalid, Conflict. (contract §27.1)"""
    if settings.public_url:
        raise Conflict("the address is set where the server is run, by PUBLIC_URL; change it there")
    url = rules.public_url(request.value)

    household.put_public_url(tx, url)
    tx.record("settings.changed", {"publicUrl": True})
    return KeptPublicUrl(url, rules.warning(url))


def put_app(tx: Tx, kind: HostedKind, request: NewApp, settings: Settings) -> Status:
    """Keep what a provider's console has given out. Raises Invalid, Conflict. (contract §27.1)"""
    stored = queries.stored_app(tx, kind)
    rules.check_changeable(rules.effective(stored, rules.configured(kind, settings))[1])
    app = rules.app(kind, request, stored)

    queries.put_app(tx, kind, app)
    tx.record("settings.changed", {"provider": kind})
    return rules.status(kind, app, "ui")


def remove_app(tx: Tx, kind: HostedKind, settings: Settings) -> None:
    """Forget what a provider knows the house as; its accounts wait until it is told again. Raises Conflict."""
    stored = queries.stored_app(tx, kind)
    rules.check_changeable(rules.effective(stored, rules.configured(kind, settings))[1])

    queries.remove_app(tx, kind)
    tx.record("settings.changed", {"provider": kind})


def begin(tx: Tx, kind: HostedKind, redirect_uri: str, home: str) -> tuple[str, str]:
    """Begin a consent: its state, good once and for ten minutes, and its verifier. Not news. (contract §27.3)"""
    state, verifier = str(uuid4()), secrets.token_urlsafe(48)
    queries.put_consent(tx, digest(state), Begun(kind, verifier, redirect_uri, home), tx.now + rules.LIFETIME)
    return state, verifier


def take(tx: Tx, kind: HostedKind, state: str) -> Begun | None:
    """Use up a consent under way, in a transaction of its own: a failed one does not bring it back."""
    begun = queries.take_consent(tx, digest(state.rpartition(".")[2]))
    return begun if begun is not None and begun.kind == kind else None
