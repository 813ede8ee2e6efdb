"""Requests to one CalDAV server: signed in, held to addresses that may be called, refusals put into words."""

import base64
from typing import NoReturn
from urllib.parse import urljoin, urlsplit

import msgspec

from appliance.calendar.providers.caldav import digest
from appliance.calendar.providers.caldav.markup import Part, parts
from appliance.calendar.providers.models import Busy
from appliance.calendar.providers.retry_after import rest
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.addresses import split_url
from appliance.kernel.net.client import HttpResponse, Net

MOST_BYTES = 30_000_000
SECONDS, SILENCE = 30.0, 20.0
# A server that reads a large collection for the first time says nothing until it is done.
REPORT_SECONDS, REPORT_SILENCE = 120.0, 100.0
HOPS = 4
REDIRECTS = {301, 302, 303, 307, 308}


class Login(msgspec.Struct, frozen=True):
    """What a CalDAV account keeps sealed, as JSON. `home` is where its calendars are, once that was found."""

    url: str
    username: str
    password: str
    home: str = ""


class Dav:
    """A server and who asks it. `login.url` is what the password was entered for."""

    def __init__(self, net: Net, login: Login, allow_private: bool):
        self._net = net
        self._login = login
        self._allow_private = allow_private
        self._challenge: str | None = None
        self._count = 0

    async def parts(self, method: str, url: str, body: bytes, depth: str = "0") -> list[Part]:
        """The resources a PROPFIND or REPORT tells of. Raises Upstream, Busy."""
        answer = await self.ask(method, url, body, {"depth": depth, "content-type": "application/xml; charset=utf-8"})
        if answer.status != 207:
            refuse(answer)
        return parts(answer.body)

    async def ask(
        self, method: str, url: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> HttpResponse:
        """Any request; redirects are followed within the server's own domain. Raises Upstream."""
        for _ in range(HOPS):
            answer = await self._signed(method, url, body, headers or {})
            location = answer.headers.get("location")
            if answer.status not in REDIRECTS or not location:
                return answer
            url = urljoin(url, location)
        raise BadGateway("the server redirects too often")

    async def _signed(self, method: str, url: str, body: bytes | None, headers: dict[str, str]) -> HttpResponse:
        if not is_trusted(self._login.url, url):
            raise BadGateway(f"the server points to {_host(url)}, which the password was not entered for")
        answer = await self._send(method, url, body, headers)
        challenge = answer.headers.get("www-authenticate", "")
        if answer.status == 401 and (fresh := digest.wanted(challenge)) and fresh != self._challenge:
            self._challenge, self._count = fresh, 0
            answer = await self._send(method, url, body, headers)
        return answer

    async def _send(self, method: str, url: str, body: bytes | None, headers: dict[str, str]) -> HttpResponse:
        seconds, silence = (REPORT_SECONDS, REPORT_SILENCE) if method == "REPORT" else (SECONDS, SILENCE)
        try:
            return await self._net.request(
                method,
                url,
                headers={**headers, "authorization": self._authorization(method, url)},
                body=body,
                allow_private=self._allow_private,
                most_bytes=MOST_BYTES,
                seconds=seconds,
                silence=silence,
            )
        except UnicodeEncodeError:
            raise BadGateway("the server cannot be asked in letters that no header can hold") from None

    def _authorization(self, method: str, url: str) -> str:
        name, password = self._login.username, self._login.password
        if self._challenge is None:
            return f"Basic {base64.b64encode(f'{name}:{password}'.encode()).decode()}"
        self._count += 1
        path = split_url(url, allow_private=True).path
        return digest.answered(self._challenge, name, password, method, path, self._count)


def refuse(answer: HttpResponse) -> NoReturn:
    """Put an answer that is no success into words. Raises Upstream, Busy."""
    words = WORDS.get(answer.status)
    if answer.status in (429, 503):
        raise Busy(words or WORDS[429], rest(answer.headers))
    if words is None and answer.status >= 500:
        words = f"has a problem of its own ({answer.status}); it will be asked again later"
    raise BadGateway(f"the calendar's server {words or f'answers with status {answer.status}'}")


WORDS = {
    401: "does not accept this user name and password; some servers want a password made for apps",
    403: "does not allow this",
    404: "has nothing at this address (any more)",
    405: "does not speak CalDAV at this address",
    409: "does not have the place to keep it",
    410: "has nothing at this address any more",
    412: "has another version of it by now",
    413: "finds it too large",
    415: "does not take it",
    429: "was asked too often; it will be asked again later",
    503: "is not ready; it will be asked again later",
    507: "has no room left",
}


def is_trusted(entered: str, url: str) -> bool:
    """Whether the password that was entered for one address may be sent to another.

    The same host may change its port and go from http to https; large providers keep calendars on other hosts of their
    own domain, and those are told apart by https.
    """
    try:
        first, other = split_url(entered, allow_private=True), split_url(url, allow_private=True)
    except BadRequest:
        return False
    if first.scheme == "https" and other.scheme != "https":
        return False
    if first.host == other.host:
        return True
    named = first.address is None and other.address is None
    return named and other.scheme == "https" and _domain(first.host) == _domain(other.host) != ""


def _domain(host: str) -> str:
    """The last two labels of a name; the last three where the second is as short as `co` in `co.uk`."""
    labels = host.split(".")
    size = 3 if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else 2
    return ".".join(labels[-size:]) if len(labels) >= size else ""


def _host(url: str) -> str:
    return urlsplit(url).hostname or "another server"
