"""The middleware stack: from the HTTP server to Litestar, the MCP endpoint and the files of the UI."""

import secrets
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from appliance.chores import chore_day
from appliance.health.routes import METRICS
from appliance.household import queries as household_queries
from appliance.household import rules as household_rules
from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_json, send_response
from appliance.kernel.http.body_timeout import BodyTimeoutMiddleware
from appliance.kernel.http.connection_guard import ConnectionGuard, ConnectionGuardMiddleware
from appliance.kernel.http.cors import CorsMiddleware
from appliance.kernel.http.etag import REV_AND_WEATHER
from appliance.kernel.http.head import HeadMiddleware
from appliance.kernel.http.limits import MAX_PATH_CHARACTERS
from appliance.kernel.http.request_origin import AllowedHostsMiddleware, CrossSiteMiddleware, url_host
from appliance.kernel.http.response_cache import ResponseCacheMiddleware
from appliance.kernel.http.security_headers import SecurityHeadersMiddleware
from appliance.kernel.http.static_files import Files
from appliance.kernel.mcp_tool import Tool
from appliance.mcp.server import MCP, McpEndpoint
from appliance.routes import Services
from appliance.settings import Settings
from appliance.texts import Texts
from appliance.weather import queries as weather_queries

HERE = Path(__file__).parent

# Paths of the API. Every other path is a file of the UI.
API = ("/api", "/openapi.json")
MANIFEST = "/manifest.webmanifest"
# In seconds: 40 MB over a poor wireless network.
LARGE_BODIES = {"/api/photos": 400.0}
PUBLIC_API_FOLDERS = ("/oauth/", "/.well-known/")

# What pages of every origin may call: here a program in a browser starts its sign-in. (contract §1.2)
PUBLIC_PATHS = ("/.well-known/", "/oauth/register", "/oauth/token", "/oauth/revoke")


def asgi_application(
    settings: Settings,
    database: Database,
    services: Services,
    tools: Sequence[Tool],
    endpoints: App,
    guard: ConnectionGuard,
) -> App:
    """The ASGI application. `endpoints` is Litestar's.

    From the outside in: response cache, connection guard, security headers, body timeout, allowed hosts, then by path:

    - `/mcp`: cross-site check, the MCP endpoint
    - `/api`: cross-site check, HEAD, CORS, Litestar: routing, authentication and rights, ETag by rev, the endpoint
    - `/oauth`, `/.well-known`, `/metrics` if it is on: the same without the cross-site check: other programs call them
    - everything else: the built UI, whose web manifest is in the household's language
    """
    make_tag = rev_tagger(database)

    async def with_services(scope: Scope, receive: Receive, send: Send) -> None:
        scope["mantel"] = {"services": services, "make_tag": make_tag}
        await endpoints(scope, receive, send)

    api = HeadMiddleware(CorsMiddleware(with_services, settings.cors_origins, PUBLIC_PATHS))

    def public_url() -> str | None:
        return settings.public_url or household_queries.public_url(database.read)

    same_site_api = CrossSiteMiddleware(api, settings.cors_origins, public_url)
    mcp = CrossSiteMiddleware(
        McpEndpoint(services.keys, tools, public_url, settings.cors_origins), settings.cors_origins, public_url
    )

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = scope["path"]
        if len(path) > MAX_PATH_CHARACTERS:
            await send_json(send, 414, {"error": f"the path is longer than {MAX_PATH_CHARACTERS} characters"})
        elif path.rstrip("/") == "/trust":
            await send_response(send, 302, [(b"location", b"/#/trust")])  # the address a person can type
        elif path.rstrip("/") == MCP:
            await mcp(scope, receive, send)
        elif path == MANIFEST:
            await ui_files()({**scope, "path": manifest_path(household_queries.texts(database.read))}, receive, send)
        elif path.startswith("/api/"):
            await same_site_api(scope, receive, send)
        elif path in API or (path == METRICS and settings.metrics) or path.startswith(PUBLIC_API_FOLDERS):
            await api(scope, receive, send)
        else:
            await ui_files()(scope, receive, send)

    known_hosts = AllowedHostsMiddleware(dispatch, host_names(settings), public_url)
    secured = SecurityHeadersMiddleware(
        BodyTimeoutMiddleware(known_hosts, longer=LARGE_BODIES), connect_origins=services.presence.secure_origins
    )

    def response_state() -> tuple[object, ...]:
        return database.commits, services.presence.secure_origins()

    guarded = ConnectionGuardMiddleware(secured, guard)
    return ResponseCacheMiddleware(guarded, database.clock.now, response_state, guard.note_key)


def host_names(settings: Settings) -> set[str]:
    """The host names that the settings name, in lower case."""
    named = {*settings.allowed_hosts, settings.webauthn_rp_id, url_host(settings.oauth_redirect_uri)}
    return {name.lower() for name in named if name}


@cache
def ui_files() -> Files:
    """The built UI, read once, at the first request for one of its files."""
    return Files(HERE / "ui" / "dist")


def manifest_path(texts: Texts) -> str:
    """The path of the UI's web manifest in a language. It is made for the first request."""
    files = ui_files()
    path = f"/manifest.{texts.tag}.webmanifest"
    if (original := files.find(MANIFEST)) and not files.find(path):
        files.add(path, original, household_rules.manifest(original.body("")[1], texts))
    return path


def rev_tagger(database: Database) -> Callable[[Scope, str], bytes]:
    """What makes the ETag of a request: boot, rev, household date and day, how many chores became late, and key.

    For `REV_AND_WEATHER` also the quarter of an hour and the forecast.
    """
    boot = secrets.token_hex(4)

    # A minute belongs to one date in every zone.
    @lru_cache(maxsize=1)
    def state(rev: int, _minute: int) -> str:
        db = database.read
        return f"{boot}-{rev}-{db.today}-{db.household_day}-{chore_day.count_past_times(db)}"

    def tag(scope: Scope, kind: str) -> bytes:
        minute = int(database.clock.now().timestamp()) // 60
        # In quarters, because an hour begins at one of them in every zone.
        more = f"-{minute // 15}-{weather_queries.newest_fetch(database.read)}" if kind == REV_AND_WEATHER else ""
        return f'W/"{state(database.rev, minute)}{more}-{scope["mantel"]["digest"][:16]}"'.encode()

    return tag
