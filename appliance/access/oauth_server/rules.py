"""Rules of the OAuth server: metadata, registration, redirect URIs, scopes, PKCE. (contract §26)"""

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
from appliance.access.oauth_server.models import AuthorizationRequest, ClientRegistration
from appliance.kernel.errors import BadRequest

CODE, ACCESS, REFRESH = timedelta(minutes=5), timedelta(hours=1), timedelta(days=90)
UNAPPROVED_CLIENT, UNUSED_CLIENT = timedelta(hours=24), timedelta(days=90)
RESOURCE = "/.well-known/oauth-protected-resource"
REGISTRATIONS_PER_HOUR = 100
MAX_UNAPPROVED_PER_ADDRESS, MAX_UNAPPROVED = 20, 500
MAX_GRANTS, MAX_ACCESS_TOKENS, MAX_REFRESH_TOKENS = 100, 10, 100
MAX_REDIRECT_URIS, MAX_REDIRECT_URI_LENGTH, MAX_NAME_LENGTH = 5, 500, 80
DEFAULT_NAME = "MCP client"
SCOPES: dict[Scope, str] = {scope: f"mantel:{scope}" for scope in get_args(Scope)}
GRANT_TYPES = ["authorization_code", "refresh_token"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"[A-Za-z0-9_.-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
# RFC 8252 §7.1: a reversed domain name, so with at least one dot.
PRIVATE_USE_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
# Schemes without a dot that well-known apps register with the operating system.
APP_SCHEMES = frozenset({"claude", "cursor", "vscode", "vscode-insiders", "windsurf", "zed"})
# RFC 7636 §4.1 and §4.2.
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def issuer(public_url: str | None, scheme: str, host: str) -> str | None:
    """The URL of this server for a client; None when the client's Host header is malformed."""
    return public_url.rstrip("/") if public_url else (f"{scheme}://{host}" if HOST.fullmatch(host) else None)


def resource_metadata(issuer: str) -> dict[str, Any]:
    """RFC 9728."""
    return {
        "resource": f"{issuer}/mcp",
        "authorization_servers": [issuer],
        "scopes_supported": list(SCOPES.values()),
        "bearer_methods_supported": ["header"],
        "resource_name": "Mantel",
    }


def server_metadata(issuer: str) -> dict[str, Any]:
    """RFC 8414."""
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth/authorize",
        "token_endpoint": f"{issuer}/oauth/token",
        "registration_endpoint": f"{issuer}/oauth/register",
        "revocation_endpoint": f"{issuer}/oauth/revoke",
        "response_types_supported": ["code"],
        "grant_types_supported": GRANT_TYPES,
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": list(SCOPES.values()),
        "authorization_response_iss_parameter_supported": True,
    }


def registration(body: bytes) -> ClientRegistration:
    """A client's registration, with its name as it will be shown. Raises BadRequest with an error code of RFC 7591."""
    try:
        request = msgspec.json.decode(body, type=ClientRegistration)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        code = "invalid_redirect_uri" if "redirect_uris" in str(problem) else "invalid_client_metadata"
        raise error(code, "send a JSON object with redirect_uris, a list of texts, and client_name, a text") from None
    if not 1 <= len(request.redirect_uris) <= MAX_REDIRECT_URIS:
        raise error("invalid_redirect_uri", f"name between one and {MAX_REDIRECT_URIS} redirect URIs")
    if not all(map(is_safe, request.redirect_uris)):
        words = "use https, http on localhost, or a scheme of your own such as com.example.app:/oauth; no fragment"
        raise error("invalid_redirect_uri", words)
    # Invisible characters could make one name look like another to the parent who decides.
    visible = "".join(character if character.isprintable() else " " for character in request.client_name or "")
    name = " ".join(visible.split())[:MAX_NAME_LENGTH].strip() or DEFAULT_NAME
    return ClientRegistration(redirect_uris=request.redirect_uris, client_name=name)


def is_safe(uri: str) -> bool:
    """True where codes may be sent: to https, or to a program on the device of the parent who approves.

    Such a program listens on a loopback address or has registered a private-use scheme. (RFC 8252 §7.1, §7.3)
    """
    if len(uri) > MAX_REDIRECT_URI_LENGTH or not re.fullmatch(r"[!-~]+", uri) or "#" in uri or "\\" in uri:
        return False
    try:
        parts = urlsplit(uri)
        host = parts.hostname
        _ = parts.port  # raises ValueError when it is malformed
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    if _is_private_use(parts.scheme):
        return bool(parts.netloc) or parts.path.startswith("/")
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def private_scheme(uri: str) -> str | None:
    """The private-use scheme of a redirect URI, which opens an app on the device; None for http and https."""
    scheme = urlsplit(uri).scheme
    return scheme if _is_private_use(scheme) else None


def is_registered(uri: str, registered: Sequence[str]) -> bool:
    """True for one of the client's own redirect URIs, compared as text.

    On a loopback address any port is allowed: the client takes the one that is free. (RFC 8252 §7.3)
    """
    return uri in registered or (is_safe(uri) and _any_port(uri) in map(_any_port, registered))


def host(uri: str) -> str:
    """Where a redirect URI leads, for a person to read: the host and port, or the private-use scheme."""
    return private_scheme(uri) or urlsplit(uri).netloc


def server_hosts(issuer: str, host: str) -> set[str]:
    """The hosts of this server: of its public URL, and of the request."""
    return {urlsplit(issuer).netloc.lower(), host.lower()}


def authorization_error(request: AuthorizationRequest, hosts: Container[str]) -> str | None:
    """The OAuth error of an authorization request; None when a parent may be asked.

    `hosts` are this server's own: it issues no token for another server's resource. (RFC 8707)
    """
    if request.response_type != "code" or not is_challenge(request.code_challenge, request.code_challenge_method):
        return "invalid_request"
    if requested_scope(request.scope) is None:
        return "invalid_request"
    return None if not request.resource or _is_own_resource(request.resource, hosts) else "invalid_target"


def is_challenge(challenge: str, method: str) -> bool:
    """True for a challenge of the supported method, S256."""
    return method == "S256" and bool(VERIFIER.fullmatch(challenge))


def is_proven(verifier: str, challenge: str) -> bool:
    """True when the verifier belongs to the challenge. (RFC 7636 §4.6)"""
    if not VERIFIER.fullmatch(verifier):
        return False
    hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(hashed, challenge.encode())


def requested_scope(scope: str) -> Scope | None:
    """The scope that a client asks for: admin when it names none; None when it names only unknown ones."""
    names = scope.split()
    return next((scope for scope in SCOPES if not names or SCOPES[scope] in names), None)


def authorization_request(query: str) -> AuthorizationRequest:
    """The query of `/oauth/authorize`. Raises BadRequest for a repeated parameter. (RFC 6749 §3.1)"""
    return msgspec.convert(_unique(parse_qsl(query, keep_blank_values=True)), AuthorizationRequest)


def parameters(content_type: str, body: bytes) -> dict[str, str]:
    """The parameters of the token and revocation endpoints, sent as a form or as JSON. Raises BadRequest."""
    try:
        if content_type.partition(";")[0].strip().lower() == "application/json":
            return msgspec.json.decode(body, type=dict[str, str])
        return _unique(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50))
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise error("invalid_request", "send the parameters as a form or as a JSON object of texts") from None


def redirect(uri: str, **parameters: str | None) -> str:
    """The client's redirect URI with parameters in its query; those that are None or empty are left out."""
    query = urlencode({name: value for name, value in parameters.items() if value})
    return f"{uri}{'&' if '?' in uri else '?'}{query}"


def error(code: str, description: str) -> BadRequest:
    """An OAuth error: a fixed code, and a description for the developer of the client. (RFC 6749 §5.2)"""
    return BadRequest(code, error_description=description)


def _is_private_use(scheme: str) -> bool:
    return scheme in APP_SCHEMES or bool(PRIVATE_USE_SCHEME.fullmatch(scheme))


def _any_port(uri: str) -> str:
    parts = urlsplit(uri)
    local = parts.scheme == "http" and parts.hostname in LOOPBACK
    return parts._replace(netloc=f"{parts.hostname}:*").geturl() if local else uri


def _is_own_resource(resource: str, hosts: Container[str]) -> bool:
    try:
        parts = urlsplit(resource)
    except ValueError:
        return False
    # A proxy that terminates TLS forwards plain http, so the scheme is not compared.
    return parts.netloc.lower() in hosts and parts.path.rstrip("/") in ("", "/mcp")


def _unique(pairs: list[tuple[str, str]]) -> dict[str, str]:
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise error("invalid_request", "send every parameter once")
    return parameters
