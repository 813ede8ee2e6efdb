"""Middleware: rejects requests under unknown host names, and changes that pages of other sites request."""

import re
from collections.abc import Callable, Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header, send_json

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
UNKNOWN_HOST = (
    "this server is not known as {host}; open it by its IP address or .local name,"
    " or name it in PUBLIC_URL or ALLOWED_HOSTS"
)
OTHER_SITE = "a page of another site may not change anything here; CORS_ORIGINS can allow it"


class AllowedHostsMiddleware:
    """Answers 421 under any other host name, so that a name of an attacker cannot be pointed at this server.

    Without it, a page at that name would be of the same origin as the API (DNS rebinding) and could read what needs no
    key. IP addresses, `localhost` and `.local` names cannot be taken over in this way.
    """

    def __init__(self, app: App, hosts: Collection[str], public_url: Callable[[], str | None]):
        """`hosts` are names in lower case. `public_url` is asked only for a host that is not among them."""
        self._app = app
        self._hosts = frozenset(hosts)
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400 without a valid Host header and 421 for a host name that is not the server's."""
        host, local = _host(header(scope, b"host") or b"")
        if host is None:
            await send_json(send, 400, {"error": "the Host header is not valid"})
        elif local or host in self._hosts or host == url_host(self._public_url()):
            await self._app(scope, receive, send)
        else:
            await send_json(send, 421, {"error": UNKNOWN_HOST.format(host=host)})


class CrossSiteMiddleware:
    """Answers 403 to a POST, PUT, PATCH or DELETE that a browser sends for a page of another origin.

    A browser says so in `Sec-Fetch-Site` and `Origin`; a page cannot change either. Programs send neither.
    """

    def __init__(self, app: App, origins: Collection[str], public_url: Callable[[], str | None]):
        """`origins` may call across sites."""
        self._app = app
        self._origins = frozenset(origins)
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 403 for a change that a page of another site requests."""
        if scope["method"] in SAFE_METHODS or self._is_allowed(scope):
            await self._app(scope, receive, send)
        else:
            await send_json(send, 403, {"error": OTHER_SITE})

    def _is_allowed(self, scope: Scope) -> bool:
        site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
        if origin is not None and origin.decode("latin-1") in self._origins:
            return True
        if site is not None and site not in (b"same-origin", b"none", b"same-site"):
            return False
        # A proxy may have changed the host and the scheme, but not what the browser says of the page.
        if origin is None or site == b"same-origin":
            return True
        page = urlsplit(origin.decode("latin-1"))
        public = urlsplit(self._public_url() or "")
        host = (header(scope, b"host") or b"").decode("latin-1").lower()
        return bool(page.netloc) and (page.netloc in (host, public.netloc))


def _host(value: bytes) -> tuple[str | None, bool]:
    """The name in a Host header as `host_name` gives it, and whether it is local."""
    name = host_name(value.decode("latin-1"))
    return name, name is not None and is_local(name)


def host_name(text: str) -> str | None:
    """The name in a Host header, in lower case, without the port; empty without a header, None for a malformed one."""
    match = re.fullmatch(r"(\[[0-9a-f:.]+]|[a-z0-9_.-]*)(?::[0-9]{0,5})?", text.strip().lower())
    return match[1].strip("[]").removesuffix(".") if match else None


def is_local(host: str) -> bool:
    """Whether a host name belongs to this machine or the home network by itself. A request without a name does too."""
    if not host or host == "localhost" or host.endswith((".localhost", ".local")):
        return True
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def url_host(url: str | None) -> str | None:
    """The host name of a URL, in lower case."""
    return urlsplit(url).hostname if url else None
