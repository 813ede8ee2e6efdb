"""A virtual passkey authenticator, which Chromium provides through DevTools."""

from playwright.sync_api import CDPSession

OPTIONS = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def add_authenticator(session: CDPSession) -> str:
    """Add an authenticator to the page of a session in which WebAuthn is enabled. Return its id."""
    return str(session.send("WebAuthn.addVirtualAuthenticator", {"options": OPTIONS})["authenticatorId"])
