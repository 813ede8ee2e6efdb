"""Every SQL statement about the apps of hosted providers, and about consents under way."""

from datetime import datetime

from appliance.calendar.oauth_client import rules
from appliance.calendar.oauth_client.models import Begun, HostedKind
from appliance.calendar.providers.hosted.models import App
from appliance.kernel.database.transactions import Reader, Tx
from appliance.settings import Settings


def stored_app(db: Reader, kind: HostedKind) -> App | None:
    """What an admin has entered for a provider. Raises seal.BadKey."""

    def opened(client_id: str, secret: str, tenant: str) -> App:
        return App(client_id=client_id, client_secret=db.cipher.decrypt(secret, kind), tenant=tenant)

    return db.maybe(opened, "SELECT client_id, secret, tenant FROM provider_apps WHERE kind = ?", kind)


def app(db: Reader, kind: HostedKind, settings: Settings) -> App | None:
    """As whom the house is known at a provider, None while nobody has said."""
    return rules.effective(stored_app(db, kind), rules.configured(kind, settings))[0]


def put_app(tx: Tx, kind: HostedKind, app: App) -> None:
    """Keep what a provider knows the house as; the secret is sealed."""
    tx.run(
        "INSERT OR REPLACE INTO provider_apps (kind, client_id, secret, tenant) VALUES (?, ?, ?, ?)",
        kind, app.client_id, tx.cipher.encrypt(app.client_secret, kind), app.tenant,
    )  # fmt: skip


def remove_app(tx: Tx, kind: HostedKind) -> None:
    """Forget what a provider knows the house as."""
    tx.run("DELETE FROM provider_apps WHERE kind = ?", kind)


def put_consent(tx: Tx, digest: str, begun: Begun, expires_at: datetime) -> None:
    """Remember a consent under way, and forget those whose time is over."""
    tx.run("DELETE FROM consents WHERE expires_at <= ?", tx.now)
    tx.run(
        "INSERT INTO consents (digest, kind, verifier, redirect_uri, home, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
        digest, begun.kind, tx.cipher.encrypt(begun.verifier, digest), begun.redirect_uri, begun.home, expires_at,
    )  # fmt: skip


def take_consent(tx: Tx, digest: str) -> Begun | None:
    """Use up a consent under way; None when there is none, or its time is over."""

    def opened(kind: str, verifier: str, redirect_uri: str, home: str) -> Begun:
        return Begun(kind, tx.cipher.decrypt(verifier, digest), redirect_uri, home)

    return tx.maybe(
        opened,
        "DELETE FROM consents WHERE digest = ? AND expires_at > ? RETURNING kind, verifier, redirect_uri, home",
        digest, tx.now,
    )  # fmt: skip
