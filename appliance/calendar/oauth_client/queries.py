"""Every SQL statement about OAuth clients at providers, and about pending consents."""

from datetime import datetime

from appliance.calendar.oauth_client import rules
from appliance.calendar.oauth_client.models import HostedKind, PendingConsent
from appliance.calendar.providers.hosted.models import App
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import BadKey
from appliance.settings import Settings


def stored_app(db: Reader, kind: HostedKind) -> App | None:
    """The OAuth client that an admin entered for a provider; None when its secret cannot be decrypted."""

    def decrypted(client_id: str, secret: str, tenant: str) -> App:
        return App(client_id=client_id, client_secret=db.cipher.decrypt(secret, kind), tenant=tenant)

    try:
        return db.maybe(decrypted, "SELECT client_id, secret, tenant FROM provider_apps WHERE kind = ?", kind)
    except BadKey:
        # The encryption key was replaced, so the secret has to be entered again.
        return None


def app(db: Reader, kind: HostedKind, settings: Settings) -> App | None:
    """The OAuth client to use at a provider, None while none is configured."""
    return rules.effective(stored_app(db, kind), rules.configured(kind, settings))[0]


def put_app(tx: Tx, kind: HostedKind, app: App) -> None:
    """Store the OAuth client of a provider, its secret encrypted."""
    tx.run(
        "INSERT OR REPLACE INTO provider_apps (kind, client_id, secret, tenant) VALUES (?, ?, ?, ?)",
        kind,
        app.client_id,
        tx.cipher.encrypt(app.client_secret, kind),
        app.tenant,
    )


def remove_app(tx: Tx, kind: HostedKind) -> None:
    """Delete the OAuth client of a provider."""
    tx.run("DELETE FROM provider_apps WHERE kind = ?", kind)


def put_consent(tx: Tx, digest: str, begun: PendingConsent, expires_at: datetime) -> None:
    """Store a pending consent, and delete expired ones; the oldest give way when there are too many."""
    tx.run("DELETE FROM consents WHERE expires_at <= ?", tx.now)
    tx.run(
        "DELETE FROM consents WHERE digest IN (SELECT digest FROM consents ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
        rules.MAX_PENDING - 1,
    )
    tx.run(
        "INSERT INTO consents (digest, kind, verifier, redirect_uri, home, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
        digest,
        begun.kind,
        tx.cipher.encrypt(begun.verifier, digest),
        begun.redirect_uri,
        begun.home,
        expires_at,
    )


def take_consent(tx: Tx, digest: str) -> PendingConsent | None:
    """Delete a pending consent and return it; None when there is none or it has expired."""

    def decrypted(kind: str, verifier: str, redirect_uri: str, home: str) -> PendingConsent:
        return PendingConsent(
            kind=kind, verifier=tx.cipher.decrypt(verifier, digest), redirect_uri=redirect_uri, home=home
        )

    return tx.maybe(
        decrypted,
        "DELETE FROM consents WHERE digest = ? AND expires_at > ? RETURNING kind, verifier, redirect_uri, home",
        digest,
        tx.now,
    )
