"""Decisions about OAuth clients at providers: valid values, precedence, redirect addresses. (contract §27.1, §27.3)"""

import re
from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import UNSET, UnsetType

from appliance.calendar.oauth_client.models import HostedKind, NewApp, Source, Status
from appliance.calendar.providers.hosted.models import App
from appliance.kernel.errors import BadRequest, Conflict
from appliance.settings import Settings

DENIED = ("access_denied", "consent_required", "interaction_required", "login_required")
LIFETIME = timedelta(minutes=10)
MAX_PENDING = 100
KINDS: tuple[HostedKind, ...] = ("google", "microsoft")
NAMES = {"google": "Google", "microsoft": "Microsoft"}
GUID = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
GOOGLE_ID = r"[A-Za-z0-9_-]+\.apps\.googleusercontent\.com"
TENANT = rf"common|organizations|consumers|{GUID}|[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
ORIGIN = r"https?://([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?"


def kind(text: str) -> HostedKind:
    """The provider of a path. Raises BadRequest."""
    for kind in KINDS:
        if text == kind:
            return kind
    raise BadRequest("must be google or microsoft", at="kind")


def configured(kind: HostedKind, settings: Settings) -> App | None:
    """The OAuth client of a provider in the environment variables."""
    if kind == "google":
        found = settings.google_client_id, settings.google_client_secret
    else:
        found = settings.ms_client_id, settings.ms_client_secret
    client_id, secret = found
    if not client_id or not secret:
        return None
    return App(client_id=client_id, client_secret=secret, tenant=settings.ms_tenant)


def effective(stored: App | None, environment: App | None) -> tuple[App | None, Source | None]:
    """The OAuth client to use and its source: a stored one replaces that of the environment as a whole."""
    if stored is not None:
        return stored, "ui"
    return environment, "env" if environment else None


def status(kind: HostedKind, app: App | None, source: Source | None) -> Status:
    """A provider as answered."""
    tenant = UNSET if kind == "google" else (app.tenant if app else "common")
    return Status(
        configured=app is not None,
        source=source,
        secret_set=app is not None,
        client_id=app.client_id if app else UNSET,
        tenant=tenant,
    )


def app(kind: HostedKind, request: NewApp, stored: App | None) -> App:
    """The OAuth client to store. Raises BadRequest."""
    client_id = request.client_id.strip()
    if kind == "google" and not re.fullmatch(GOOGLE_ID, client_id):
        raise BadRequest("must end with .apps.googleusercontent.com", at="clientId", code="not_a_client_id")
    if kind == "microsoft" and not re.fullmatch(GUID, client_id):
        raise BadRequest(
            "must be an id like 00000000-0000-0000-0000-000000000000", at="clientId", code="not_a_client_id"
        )
    tenant = (
        (stored.tenant if stored else "common") if isinstance(request.tenant, UnsetType) else request.tenant.strip()
    )
    if not re.fullmatch(TENANT, tenant):
        raise BadRequest(
            "must be common, organizations, consumers, an id or a domain", at="tenant", code="not_a_tenant"
        )
    secret = stored.client_secret if stored else ""
    if not isinstance(request.client_secret, UnsetType):
        secret = request.client_secret.strip()
    if not secret:
        raise BadRequest("is required the first time", at="clientSecret", code="required")
    return App(client_id=client_id, client_secret=secret, tenant=tenant)


def check_changeable(source: Source | None) -> None:
    """Raises Conflict for a value that the environment sets. (contract: Errors)"""
    if source == "env":
        raise Conflict(
            "this is set where the server is run, by environment variables; change it there", code="set_by_environment"
        )


def public_url(text: str) -> str:
    """An outside address as stored: http or https, without query and fragment. Raises BadRequest."""
    text = text.strip().rstrip("/")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _no_address() from None
    if parts.query or parts.fragment or port == 0 or not re.match(rf"{ORIGIN}(/[^\s?#]*)?$", text):
        raise _no_address()
    return text


def warning(url: str) -> str | UnsetType:
    """What an outside address cannot be used for, UNSET when it has no limits."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_loopback(host):
        return UNSET
    if _is_ip_address(host):
        return "Google and Microsoft send nobody back to a bare address; use a name"
    if parts.scheme == "http":
        return "Google and Microsoft send people back to https addresses only, or to http://localhost"
    return UNSET


def home(public: str | None, scheme: str, host: str) -> str:
    """The address a browser returns to: the outside address, else the one of the request. Raises BadRequest."""
    if public:
        return public.rstrip("/")
    here = f"{scheme}://{host}"
    if not re.fullmatch(ORIGIN, here):
        raise BadRequest("the request does not say under which address the server is reached", at=None)
    return here


def redirect_uri(home: str, kind: HostedKind) -> str:
    """The redirect address of a provider."""
    return f"{home}/api/oauth/{kind}/callback"


def shared_state(redirect: str, kind: HostedKind, state: str) -> str:
    """A state from which a redirect host shared by many households finds the right one. (contract §27.3)"""
    return f"{(urlsplit(redirect).hostname or '').partition('.')[0]}.{kind}.{state}"


def check_answer(kind: HostedKind, code: str, state: str, error: str) -> None:
    """Raises BadRequest when a provider's redirect carries no consent."""
    name = NAMES[kind]
    if error in DENIED:
        raise BadRequest(
            f"access to {name} was denied, so nothing was connected", at=None, code="access_denied", provider=name
        )
    if error:
        raise BadRequest(
            f"{name} could not ask for consent; check its client id and redirect address",
            at=None,
            code="client_not_accepted",
            provider=name,
        )
    if not code or not state:
        raise BadRequest(f"{name} sent nothing back; begin again", at=None, code="connect_again", provider=name)


def back(kind: str, error: str) -> str:
    """The settings page for a consent that failed; it explains the reason."""
    return f"/#/settings/calendars?refused={kind if kind in KINDS else KINDS[0]}&no={int(error in DENIED)}"


def is_loopback(host: str) -> bool:
    """Whether a host name is the loopback host."""
    return host == "localhost" or host.endswith(".localhost") or host in ("127.0.0.1", "::1")


def _is_ip_address(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _no_address() -> BadRequest:
    return BadRequest("must be a whole address like https://mantel.example.org", at="value", code="not_a_web_address")
