"""Where passkeys work, what a browser is asked, and whether its answer holds. (contract §24)"""

import base64
import re
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from appliance.access.passkeys.models import (
    Algorithm,
    Begin,
    Challenge,
    CreationOptions,
    Descriptor,
    NewCredential,
    RelyingParty,
    RequestOptions,
    Selection,
    Site,
    StoredPasskey,
    UsedCredential,
    User,
)
from appliance.kernel.errors import BadRequest, Unauthorized

CHALLENGE_LIFETIME = timedelta(minutes=5)
TOKEN_LIFETIME = timedelta(minutes=15)
LOGIN_LIMIT, LOGIN_WINDOW = 20, timedelta(minutes=10)
TIMEOUT_MS = 5 * 60 * 1000
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256
TRANSPORTS = ("usb", "nfc", "ble", "smart-card", "hybrid", "internal", "cable")
# One account: whoever holds a passkey administers the household.
ACCOUNT = base64.urlsafe_b64encode(b"mantel-household").decode().rstrip("=")


def site(public_url: str | None, rp_id: str | None, scheme: str, host: str) -> Site:
    """Where a ceremony takes place; `scheme` and `host` are the request's. Raises Invalid where none can. (§24)"""
    origin = (public_url or f"{scheme}://{host}").lower()
    name, netloc = _named(origin)
    if not re.fullmatch(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", name) or _is_address(name):
        raise BadRequest("a passkey belongs to a name: open Mantel by its name, not by an address")
    rp_id = (rp_id or name).lower()
    if name != rp_id and not name.endswith(f".{rp_id}"):
        raise BadRequest(f"passkeys of this household belong to {rp_id}; open Mantel there")

    # A proxy that ends TLS hands plain http on; a browser takes part in http only on localhost.
    schemes = [urlsplit(origin).scheme] if public_url else sorted({scheme, "https"})
    return Site(rp_id=rp_id, origins=tuple(f"{each}://{netloc}" for each in schemes))


def creation(site: Site, request: Begin, family: str, challenge: str, known: list[Descriptor]) -> CreationOptions:
    """What a browser is asked for a new passkey."""
    hints = ["security-key", "hybrid"] if request.authenticator == "cross-platform" else []
    return CreationOptions(
        rp=RelyingParty(name="Mantel", id=site.rp_id),
        user=User(id=ACCOUNT, name=family, display_name=family),
        challenge=challenge,
        pub_key_cred_params=[Algorithm(alg=each) for each in ALGORITHMS],
        timeout=TIMEOUT_MS,
        exclude_credentials=known,
        authenticator_selection=Selection(authenticator_attachment=request.authenticator),
        hints=hints,
    )


def request(site: Site, challenge: str, known: list[Descriptor]) -> RequestOptions:
    """What a browser is asked for a login."""
    return RequestOptions(challenge=challenge, timeout=TIMEOUT_MS, rp_id=site.rp_id, allow_credentials=known)


def challenge_in(client_data: str) -> str:
    """The challenge that a browser says it has signed. Raises Invalid."""
    try:
        return msgspec.json.decode(_decoded(client_data), type=_ClientData).challenge
    except (ValueError, msgspec.MsgspecError):
        raise BadRequest("is not what a browser writes", at="response.response.clientDataJSON") from None


def attested(credential: NewCredential, challenge: Challenge, site: Site) -> tuple[str, bytes, int]:
    """Check a new credential; its id in base64url, its public key and its counter. Raises Invalid."""
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=_decoded(challenge.text),
            expected_rp_id=site.rp_id,
            expected_origin=list(site.origins),
        )
    # Whatever stumbles over a stranger's bytes, the credential has not been shown to be good.
    except Exception:
        raise BadRequest("the new passkey could not be verified; start again") from None
    return _encoded(found.credential_id), found.credential_public_key, found.sign_count


def asserted(credential: UsedCredential, passkey: StoredPasskey, challenge: Challenge, site: Site) -> int:
    """Check a login; the passkey's new counter, which must have risen if it counts at all. Raises Unauthorized."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=_decoded(challenge.text),
            expected_rp_id=site.rp_id,
            expected_origin=list(site.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception:
        raise refused() from None
    return found.new_sign_count


def refused() -> Unauthorized:
    """The one answer to an unknown passkey and to a failed check."""
    return Unauthorized("this passkey was not accepted")


def transports(told: Sequence[str]) -> list[str]:
    """The ways to reach an authenticator that WebAuthn knows, of those a browser names."""
    return [each for each in TRANSPORTS if each in told]


class _ClientData(msgspec.Struct, kw_only=True):
    challenge: str


def _named(origin: str) -> tuple[str, str]:
    """The host's name, and the host with its port unless the scheme implies it. Empty when there is none."""
    try:
        parts = urlsplit(origin)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return "", ""
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return name, name if port in (None, usual) else f"{name}:{port}"


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        # 1.2.3 and 0x7f.1 are addresses to a browser.
        return bool(re.fullmatch(r"0x[0-9a-f]*|\d+", name.rpartition(".")[2]))


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
