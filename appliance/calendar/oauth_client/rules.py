"""What may be entered for a provider, which entry counts, and where a consent comes back to. (contract §27.1, §27.3)"""

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
KINDS: tuple[HostedKind, ...] = ("google", "microsoft")
NAMES = {"google": "Google", "microsoft": "Microsoft"}
GUID = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
GOOGLE_ID = r"[A-Za-z0-9_-]+\.apps\.googleusercontent\.com"
TENANT = rf"common|organizations|consumers|{GUID}|[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
ORIGIN = r"https?://([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?"


def kind(text: str) -> HostedKind:
    """The provider of a path. Raises Invalid."""
    for each in KINDS:
        if text == each:
            return each
    raise BadRequest("must be google or microsoft", at="kind")


def configured(kind: HostedKind, settings: Settings) -> App | None:
    """What the environment says of a provider."""
    if kind == "google":
        found = settings.google_client_id, settings.google_client_secret
    else:
        found = settings.ms_client_id, settings.ms_client_secret
    client_id, secret = found
    if not client_id or not secret:
        return None
    return App(client_id=client_id, client_secret=secret, tenant=settings.ms_tenant)


def effective(stored: App | None, environment: App | None) -> tuple[App | None, Source | None]:
    """The entry that counts, and whose it is: what an admin has stored counts as a whole."""
    if stored is not None:
        return stored, "ui"
    return environment, "env" if environment else None


def status(kind: HostedKind, app: App | None, source: Source | None) -> Status:
    """A provider as it is answered."""
    tenant = UNSET if kind == "google" else (app.tenant if app else "common")
    return Status(app is not None, source, app is not None, app.client_id if app else UNSET, tenant)


def app(kind: HostedKind, request: NewApp, stored: App | None) -> App:
    """What is kept of a wish. Raises Invalid."""
    client_id = request.client_id.strip()
    if kind == "google" and not re.fullmatch(GOOGLE_ID, client_id):
        raise BadRequest("must end with .apps.googleusercontent.com", at="clientId")
    if kind == "microsoft" and not re.fullmatch(GUID, client_id):
        raise BadRequest("must be an id like 00000000-0000-0000-0000-000000000000", at="clientId")
    tenant = (
        (stored.tenant if stored else "common") if isinstance(request.tenant, UnsetType) else request.tenant.strip()
    )
    if not re.fullmatch(TENANT, tenant):
        raise BadRequest("must be common, organizations, consumers, an id or a domain", at="tenant")
    secret = (stored.client_secret if stored else "") if isinstance(request.client_secret, UnsetType) else (
        request.client_secret.strip()
    )  # fmt: skip
    if not secret:
        raise BadRequest("is required the first time", at="clientSecret")
    return App(client_id=client_id, client_secret=secret, tenant=tenant)


def check_changeable(source: Source | None) -> None:
    """Raises Conflict for what the environment says. (spec: Errors, 409)"""
    if source == "env":
        raise Conflict("this is set where the server is run, by environment variables; change it there")


def public_url(text: str) -> str:
    """An address from outside as it is kept: http or https, without what follows its path. Raises Invalid."""
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
    """What an address will not be good for."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_here(host):
        return UNSET
    if _is_number(host):
        return "Google and Microsoft send nobody back to a bare address; use a name"
    if parts.scheme == "http":
        return "Google and Microsoft send people back to https addresses only, or to http://localhost"
    return UNSET


def home(public: str | None, scheme: str, host: str) -> str:
    """Where a browser comes back to: the address from outside, else the one it is at now. Raises Invalid."""
    if public:
        return public.rstrip("/")
    here = f"{scheme}://{host}"
    if not re.fullmatch(ORIGIN, here):
        raise BadRequest("the address of the server cannot be told from the request", at=None)
    return here


def redirect_uri(home: str, kind: HostedKind) -> str:
    """Where a provider sends a browser back to."""
    return f"{home}/api/oauth/{kind}/callback"


def shared_state(redirect: str, kind: HostedKind, state: str) -> str:
    """A state that lets the host many households share send each browser on to its own. (contract §27.3)"""
    return f"{(urlsplit(redirect).hostname or '').partition('.')[0]}.{kind}.{state}"


def check_answer(kind: HostedKind, code: str, state: str, error: str) -> None:
    """Raises Invalid when a provider sent nobody back with a consent."""
    name = NAMES[kind]
    if error in DENIED:
        raise BadRequest(f"{name} was told no, so nothing was connected", at=None)
    if error:
        raise BadRequest(f"{name} could not ask for consent; check its client id and redirect address", at=None)
    if not code or not state:
        raise BadRequest(f"{name} sent nothing back; begin again", at=None)


def back(kind: str, error: str) -> str:
    """Where a browser goes when nothing came of a consent; the page there has words for it."""
    return f"/#/settings/calendars?refused={kind if kind in KINDS else KINDS[0]}&no={int(error in DENIED)}"


def is_here(host: str) -> bool:
    """Whether a name means the machine the browser runs on."""
    return host == "localhost" or host.endswith(".localhost") or host in ("127.0.0.1", "::1")


def _is_number(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _no_address() -> BadRequest:
    return BadRequest("must be a whole address like https://mantel.example.org", at="value")
