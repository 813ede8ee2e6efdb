"""Where passkeys work, the options for browsers, and the verification of their answers. (contract §24)"""

import base64
import re
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from appliance.access.passkeys.models import (
    AuthenticatorSelection,
    BeginRegistration,
    Challenge,
    CreationOptions,
    CredentialAlgorithm,
    CredentialDescriptor,
    NewCredential,
    PasskeyUser,
    RelyingParty,
    RequestOptions,
    SignedCredential,
    Site,
    StoredPasskey,
)
from appliance.kernel.errors import BadRequest, Unauthorized

CHALLENGE_LIFETIME = timedelta(minutes=5)
TOKEN_LIFETIME = timedelta(minutes=15)
LOGIN_LIMIT, LOGIN_WINDOW = 20, timedelta(minutes=10)
# Bounds of tables.
MAX_PASSKEYS, MAX_REGISTER_TOKENS, MAX_CHALLENGES = 100, 100, 1000
TIMEOUT_MS = 5 * 60 * 1000
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256
TRANSPORTS = ("usb", "nfc", "ble", "smart-card", "hybrid", "internal", "cable")
# The one account: every passkey gives admin access.
ACCOUNT = base64.urlsafe_b64encode(b"mantel-household").decode().rstrip("=")


def site(public_url: str | None, rp_id: str | None, scheme: str, host: str) -> Site:
    """The site of a ceremony; `scheme` and `host` are the request's. Raises BadRequest where no passkey can work."""
    origin = (public_url or f"{scheme}://{host}").lower()
    name, netloc = _host_of(origin)
    if not re.fullmatch(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", name) or _is_address(name):
        raise BadRequest(
            "a passkey belongs to a name: open Mantel by its name, not by an address", code="passkey_needs_name"
        )
    rp_id = (rp_id or name).lower()
    if name != rp_id and not name.endswith(f".{rp_id}"):
        raise BadRequest(
            f"passkeys of this household belong to {rp_id}; open Mantel there", code="passkeys_elsewhere", host=rp_id
        )

    # A proxy that terminates TLS forwards plain http. Browsers accept http only on localhost.
    schemes = [urlsplit(origin).scheme] if public_url else sorted({scheme, "https"})
    return Site(rp_id=rp_id, origins=tuple(f"{scheme}://{netloc}" for scheme in schemes))


def creation_options(
    site: Site, request: BeginRegistration, family: str, challenge: str, known: list[CredentialDescriptor]
) -> CreationOptions:
    """The options for a new passkey."""
    hints = ["security-key", "hybrid"] if request.authenticator == "cross-platform" else []
    return CreationOptions(
        rp=RelyingParty(name="Mantel", id=site.rp_id),
        user=PasskeyUser(id=ACCOUNT, name=family, display_name=family),
        challenge=challenge,
        pub_key_cred_params=[CredentialAlgorithm(alg=algorithm) for algorithm in ALGORITHMS],
        timeout=TIMEOUT_MS,
        exclude_credentials=known,
        authenticator_selection=AuthenticatorSelection(authenticator_attachment=request.authenticator),
        hints=hints,
    )


def request_options(site: Site, challenge: str, known: list[CredentialDescriptor]) -> RequestOptions:
    """The options for a login."""
    return RequestOptions(challenge=challenge, timeout=TIMEOUT_MS, rp_id=site.rp_id, allow_credentials=known)


def challenge_in(client_data: str) -> str:
    """The challenge in a browser's client data, not verified yet. Raises BadRequest."""
    try:
        return msgspec.json.decode(_decoded(client_data), type=_ClientData).challenge
    except (ValueError, msgspec.MsgspecError):
        raise BadRequest("is not what a browser writes", at="response.response.clientDataJSON") from None


def verify_registration(credential: NewCredential, challenge: Challenge, site: Site) -> tuple[str, bytes, int]:
    """Verify a new credential; its id in base64url, its public key and its counter. Raises BadRequest."""
    import webauthn

    try:
        verified = webauthn.verify_registration_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=_decoded(challenge.text),
            expected_rp_id=site.rp_id,
            expected_origin=list(site.origins),
        )
    # Untrusted bytes may raise anything in the library; in each case the credential is not verified.
    except Exception:
        raise BadRequest("the new passkey could not be verified; start again", code="passkey_not_accepted") from None
    return _encoded(verified.credential_id), verified.credential_public_key, verified.sign_count


def verify_login(credential: SignedCredential, passkey: StoredPasskey, challenge: Challenge, site: Site) -> int:
    """Verify a login; the passkey's new counter, which must grow unless it is zero. Raises Unauthorized."""
    import webauthn

    try:
        verified = webauthn.verify_authentication_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=_decoded(challenge.text),
            expected_rp_id=site.rp_id,
            expected_origin=list(site.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception:
        raise not_accepted() from None
    return verified.new_sign_count


def not_accepted() -> Unauthorized:
    """The error for an unknown passkey and for a failed verification, which look the same to a client."""
    return Unauthorized("this passkey was not accepted", code="passkey_not_accepted")


def known_transports(names: Sequence[str]) -> list[str]:
    """The transports that WebAuthn defines, of those that a browser names."""
    return [transport for transport in TRANSPORTS if transport in names]


class _ClientData(msgspec.Struct, kw_only=True):
    challenge: str


def _host_of(origin: str) -> tuple[str, str]:
    """The host name, and the host with its port unless it is the scheme's default. Empty when there is none."""
    try:
        parts = urlsplit(origin)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return "", ""
    default = {"http": 80, "https": 443}.get(parts.scheme)
    return name, name if port in (None, default) else f"{name}:{port}"


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        # Browsers take 1.2.3 and 0x7f.1 for addresses.
        return bool(re.fullmatch(r"0x[0-9a-f]*|\d+", name.rpartition(".")[2]))


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
