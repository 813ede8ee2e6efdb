"""Which programs may ask, for what, and what proves that an answer is theirs. (contract §26)"""

import base64
import hashlib
import hmac
import re
from collections.abc import Container, Sequence
from datetime import timedelta
from typing import Any, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

from appliance.access.models import Scope
from appliance.access.oauth_server.models import Question, Registration
from appliance.kernel.errors import BadRequest

CODE, ACCESS, REFRESH = timedelta(minutes=5), timedelta(hours=1), timedelta(days=90)
UNAPPROVED = timedelta(hours=24)
MOST_WAITING_AT_ONE_ADDRESS = 20
MOST_REDIRECTS, LONGEST_REDIRECT, LONGEST_NAME = 5, 500, 80
NAMELESS = "MCP client"
SCOPES: dict[Scope, str] = {each: f"mantel:{each}" for each in get_args(Scope)}
GRANTS = ["authorization_code", "refresh_token"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"[A-Za-z0-9_.-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
# RFC 7636, 4.1 and 4.2; $ alone would let a line end follow.
PROOF = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def base(public_url: str | None, scheme: str, host: str) -> str | None:
    """Where this server is for a caller; None when the caller's Host is no host."""
    return public_url.rstrip("/") if public_url else (f"{scheme}://{host}" if HOST.fullmatch(host) else None)


def resource_metadata(where: str) -> dict[str, Any]:
    """RFC 9728, for the server at `where`."""
    return {
        "resource": f"{where}/mcp",
        "authorization_servers": [where],
        "scopes_supported": list(SCOPES.values()),
        "bearer_methods_supported": ["header"],
        "resource_name": "Mantel",
    }


def server_metadata(where: str) -> dict[str, Any]:
    """RFC 8414, for the server at `where`."""
    return {
        "issuer": where,
        "authorization_endpoint": f"{where}/oauth/authorize",
        "token_endpoint": f"{where}/oauth/token",
        "registration_endpoint": f"{where}/oauth/register",
        "revocation_endpoint": f"{where}/oauth/revoke",
        "response_types_supported": ["code"],
        "grant_types_supported": GRANTS,
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": list(SCOPES.values()),
        "authorization_response_iss_parameter_supported": True,
    }


def registration(body: bytes) -> Registration:
    """A program's wish to be known, its name as it will be shown. Raises Invalid, worded as RFC 7591 does."""
    try:
        request = msgspec.json.decode(body, type=Registration)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        where = "invalid_redirect_uri" if "redirect_uris" in str(problem) else "invalid_client_metadata"
        raise fault(where, "send a JSON object with redirect_uris, a list of texts, and client_name, a text") from None
    if not 1 <= len(request.redirect_uris) <= MOST_REDIRECTS:
        raise fault("invalid_redirect_uri", f"name between one and {MOST_REDIRECTS} redirect URIs")
    if not all(map(is_safe, request.redirect_uris)):
        raise fault("invalid_redirect_uri", "use https, or http on localhost, without a fragment")
    # What cannot be seen could make one name look like another to the parent who is asked.
    seen = "".join(each if each.isprintable() else " " for each in request.client_name or "")
    return Registration(
        redirect_uris=request.redirect_uris, client_name=" ".join(seen.split())[:LONGEST_NAME].strip() or NAMELESS
    )


def is_safe(uri: str) -> bool:
    """Whether codes may be sent there: over https, or to a program on the machine of the one who says yes."""
    if len(uri) > LONGEST_REDIRECT or not re.fullmatch(r"[!-~]+", uri) or "#" in uri or "\\" in uri:
        return False
    try:
        parts = urlsplit(uri)
        host = parts.hostname
        _ = parts.port  # raises where it is none
    except ValueError:
        return False
    if not host or "@" in parts.netloc:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def is_registered(uri: str, registered: Sequence[str]) -> bool:
    """Whether it is one of the program's own, letter by letter.

    A program on the reader's own machine may listen at any port: it takes the one that is free. (RFC 8252, 7.3)
    """
    return uri in registered or (is_safe(uri) and _any_port(uri) in map(_any_port, registered))


def host(uri: str) -> str:
    """The host and port a URI leads to, for a person to read."""
    return urlsplit(uri).netloc


def names(where: str, host: str) -> set[str]:
    """The hosts this server goes by, for whoever asks it there."""
    return {urlsplit(where).netloc.lower(), host.lower()}


def refusal(question: Question, hosts: Container[str]) -> str | None:
    """The OAuth error that a question is answered with; None when a parent may be asked.

    `hosts` are the names this server goes by: a token for another's resource is not ours to give. (RFC 8707)
    """
    if question.response_type != "code" or not is_challenge(question.code_challenge, question.code_challenge_method):
        return "invalid_request"
    if requested(question.scope) is None:
        return "invalid_request"
    return None if not question.resource or _is_ours(question.resource, hosts) else "invalid_target"


def is_challenge(challenge: str, method: str) -> bool:
    """Whether it is a challenge of the only method there is."""
    return method == "S256" and bool(PROOF.fullmatch(challenge))


def is_proven(verifier: str, challenge: str) -> bool:
    """Whether the verifier is the secret behind the challenge. (RFC 7636, 4.6)"""
    if not PROOF.fullmatch(verifier):
        return False
    hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(hashed, challenge.encode())


def requested(scope: str) -> Scope | None:
    """The scope a program asks for: full access unless it says otherwise; None when it knows none of ours."""
    told = scope.split()
    return next((each for each in SCOPES if not told or SCOPES[each] in told), None)


def question(query: str) -> Question:
    """What the query of `/oauth/authorize` asks. Raises Invalid for a parameter that comes twice. (RFC 6749, 3.1)"""
    return msgspec.convert(_once(parse_qsl(query, keep_blank_values=True)), Question)


def parameters(kind: str, body: bytes) -> dict[str, str]:
    """What a program sends to the token and revocation endpoints, as a form or as JSON. Raises Invalid."""
    try:
        if kind.partition(";")[0].strip().lower() == "application/json":
            return {name: value for name, value in msgspec.json.decode(body, type=dict[str, Any]).items() if _is(value)}
        return _once(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50))
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise fault("invalid_request", "send the parameters as a form or as a JSON object of texts") from None


def back(uri: str, **parameters: str | None) -> str:
    """The program's redirect URI with an answer in its query; what is None or empty is left out."""
    told = urlencode({name: value for name, value in parameters.items() if value})
    return f"{uri}{'&' if '?' in uri else '?'}{told}"


def fault(code: str, words: str) -> BadRequest:
    """A refusal as OAuth words it: a fixed code, and words for whoever writes the program."""
    return BadRequest(code, error_description=words)


def _any_port(uri: str) -> str:
    parts = urlsplit(uri)
    local = parts.scheme == "http" and parts.hostname in LOOPBACK
    return parts._replace(netloc=f"{parts.hostname}:*").geturl() if local else uri


def _is_ours(resource: str, hosts: Container[str]) -> bool:
    try:
        parts = urlsplit(resource)
    except ValueError:
        return False
    # A proxy that ends TLS hands plain http on, so the scheme is not compared.
    return parts.netloc.lower() in hosts and parts.path.rstrip("/") in ("", "/mcp")


def _once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise fault("invalid_request", "send every parameter once")
    return told


def _is(value: object) -> bool:
    if not isinstance(value, str):
        raise ValueError(value)
    return True
