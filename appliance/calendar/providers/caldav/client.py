"""The caldav library's client on our transport: redirects within the trusted domain, errors as BadGateway."""

import asyncio
import base64
from typing import Any, NoReturn
from urllib.parse import urljoin, urlsplit

from caldav.davclient import DAVClient, DAVResponse
from caldav.elements import dav
from caldav.elements.base import BaseElement
from caldav.lib import error
from lxml import etree
from requests import PreparedRequest, RequestException, Response, Session
from requests.auth import HTTPDigestAuth

from appliance.calendar.providers.caldav.adapter import NetAdapter
from appliance.calendar.providers.caldav.login import Login, is_trusted
from appliance.calendar.providers.caldav.multistatus import Resource, resources
from appliance.calendar.providers.models import Busy
from appliance.calendar.providers.retry_after import rest
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.addresses import split_url
from appliance.kernel.net.client import Net

HOPS = 4
REDIRECTS = {301, 302, 303, 307, 308}
HEADERS = {"content-type": "application/xml; charset=utf-8", "accept": "text/xml, text/calendar"}


class Client(DAVClient):
    """A signed-in client, for use in one worker thread. `login.url` is what the password was entered for.

    `owners` are the addresses of the calendar's owner: the entered one, and the user name where it is one.
    """

    def __init__(
        self,
        login: Login,
        net: Net,
        allow_private: bool,
        loop: asyncio.AbstractEventLoop,
        owner: str | None = None,
    ):
        super().__init__(split_url(login.url, allow_private=True).url, auth=_Auth(login), headers=HEADERS)
        self.login = login
        self.owners = {address.lower() for address in (owner, login.username) if address and "@" in address}
        self.session = _Session(NetAdapter(net, allow_private, loop))

    def query(self, url: str, root: BaseElement, depth: int = 0) -> list[Resource]:
        """The resources that a PROPFIND or REPORT lists. Raises BadGateway, Busy."""
        return resources(self.send(url, root, depth))

    def send(self, url: str, root: BaseElement, depth: int = 0) -> DAVResponse:
        """The multistatus that answers a PROPFIND or REPORT. Raises Rejected, BadGateway, Busy."""
        body = etree.tostring(root.xmlelement(), encoding="utf-8", xml_declaration=True)
        response = (self.propfind if isinstance(root, dav.Propfind) else self.report)(url, body, depth)
        if response.status != 207:
            fail(response.status, response.headers)
        return response

    def request(self, url: str, method: str = "GET", body: Any = "", headers: Any = None) -> DAVResponse:
        """Send any request of the library; redirects keep method and body. Raises BadGateway; Rejected for 401 and 403.

        `requests` would turn a redirected PROPFIND into a GET, or send it on without its body.
        """
        url = str(url)
        for _ in range(HOPS):
            if not is_trusted(self.login.url, url):
                host = urlsplit(url).hostname or "another server"
                raise BadGateway(
                    f"the server points to {host}, which the password was not entered for",
                    code="points_elsewhere",
                    host=host,
                )
            try:
                response = super().request(url, method, body, headers)
            except error.AuthorizationError as problem:
                fail(int(problem.reason), {})
            except (RequestException, etree.LxmlError):
                raise BadGateway(
                    "the server cannot be asked, or its answer cannot be read", code="source_failed"
                ) from None
            location = response.headers.get("location")
            if response.status not in REDIRECTS or not location:
                return response
            url = urljoin(url, location)
        raise BadGateway("the server redirects too often", code="source_failed")


def content(response: DAVResponse) -> tuple[bytes, str]:
    """The object in the response to a GET, and its ETag. Raises BadGateway.

    `DAVResponse.raw` raises UnicodeDecodeError for a file in Latin-1, or one that is folded within a letter.
    """
    if response.status != 200:
        fail(response.status, response.headers)
    return bytes(response._raw or b""), str(response.headers.get("etag", ""))


class Rejected(BadGateway):
    """An unsuccessful answer. `upstream_status` is its HTTP status."""

    def __init__(self, message: str, status: int):
        code = CODES.get(status, "source_failed" if status >= 500 else "source_refused")
        super().__init__(message, code=code)
        self.upstream_status = status


def fail(status: int, headers: Any) -> NoReturn:
    """Raise Rejected for an unsuccessful status, Busy for one that asks for a pause."""
    words = WORDS.get(status)
    if status in (429, 503):
        raise Busy(words or WORDS[429], rest(headers))
    if words is None and status >= 500:
        words = f"has a problem of its own ({status}); it will be asked again later"
    raise Rejected(f"the calendar's server {words or f'answers with status {status}'}", status)


WORDS = {
    401: "does not accept this user name and password; some servers want a password made for apps",
    403: "does not allow this",
    404: "has nothing at this address (any more)",
    405: "does not offer CalDAV at this address",
    409: "does not have the place to keep it",
    410: "has nothing at this address any more",
    412: "has another version of it by now",
    413: "finds it too large",
    415: "does not take it",
    429: "was asked too often; it will be asked again later",
    503: "is not ready; it will be asked again later",
    507: "has no room left",
}
# Of the answers that a household can act on.
CODES = {
    401: "sign_in_failed",
    404: "calendar_missing",
    405: "not_a_calendar_server",
    410: "calendar_missing",
}


class _Session(Session):
    """A session with a single adapter, without cookies, proxies and redirects."""

    def __init__(self, adapter: NetAdapter):
        super().__init__()
        self.trust_env = False
        self.headers.clear()
        self.adapters.clear()
        self.mount("https://", adapter)
        self.mount("http://", adapter)

    def get_redirect_target(self, resp: Response) -> None:
        """None: the client follows redirects itself."""


class _Auth(HTTPDigestAuth):
    """Basic authentication with the first request, digest once the server asks for it."""

    def __init__(self, login: Login):
        super().__init__(login.username, login.password)
        self._basic = base64.b64encode(f"{login.username}:{login.password}".encode()).decode()

    def __call__(self, r: PreparedRequest) -> PreparedRequest:
        r = super().__call__(r)
        r.headers.setdefault("Authorization", f"Basic {self._basic}")
        return r

    def handle_401(self, r: Response, **kwargs: Any) -> Response:
        """Answer a digest challenge; one without a nonce or realm leaves the 401."""
        try:
            return super().handle_401(r, **kwargs)
        except KeyError:
            return r
