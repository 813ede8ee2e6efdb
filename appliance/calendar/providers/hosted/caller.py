"""Requests to a provider's API for one account, with an access token that is renewed before it ends."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from appliance.calendar.providers.hosted.models import Grant
from appliance.calendar.providers.hosted.signin import SignIn, reconnect
from appliance.calendar.providers.ics.budget import MAX_OCCURRENCES
from appliance.calendar.providers.models import Busy, Remote
from appliance.calendar.providers.retry_after import rest
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import HttpResponse, Net

T = TypeVar("T")
SECONDS, SILENCE = 60.0, 40.0
MAX_BYTES = 30_000_000
LONGEST_REASON = 200
# Google answers too many requests with 403, and names the limit only in the reason.
RATE = {"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "calendarUsageLimitsExceeded"}


# The path and the query of a request. The path of a link that a provider gave has its query already.
PathQuery = tuple[str, Mapping[str, str]]


class Page(Protocol):
    """One page of a list."""

    @property
    def items(self) -> Sequence[Any]:
        """What is listed."""

    @property
    def token(self) -> str:
        """The token for the changes from now on; empty where a page follows."""

    @property
    def writable(self) -> bool | None:
        """Whether the calendar is writable; None where the page does not say."""

    def following(self, path: str, query: Mapping[str, str]) -> PathQuery | None:
        """Where the page that follows this one is, None after the last one."""


class Gone(Exception):
    """The provider does not have what was asked for: a series, or the changes since a token."""


class TooMany(BadGateway):
    """More events or pages than are read."""

    def __init__(self) -> None:
        super().__init__(f"the calendar has more than {MAX_OCCURRENCES:,} events within a year")


class Caller:
    """A provider's API at `base` for one account. Made for each call of the provider."""

    def __init__(self, net: Net, sign_in: SignIn, remote: Remote, base: str, headers: Mapping[str, str] | None = None):
        self._net = net
        self._sign_in = sign_in
        self._remote = remote
        self._base = base.rstrip("/")
        self._headers = headers or {}
        self._grant = msgspec.json.decode(remote.config, type=Grant)

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._sign_in.service.name

    async def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """Send a request; after 401 once more with a renewed token. Any status is returned. Raises BadGateway, Busy."""
        query_string = f"?{urlencode(query, safe='$', quote_via=quote)}" if query else ""
        url = f"{self._base}{path}{query_string}"
        sent = {**self._headers, **(headers or {}), **({} if body is None else {"content-type": "application/json"})}
        content = None if body is None else msgspec.json.encode(body)
        if self._sign_in.is_over(self._grant):
            await self._renew()
        answer = await self._send(method, url, sent, content)
        if answer.status == 401:
            await self._renew()
            answer = await self._send(method, url, sent, content)
        return answer

    async def fetch(
        self, model: type[T], method: str, path: str, query: Mapping[str, str] | None = None, body: object = None
    ) -> T:
        """Send a request that must succeed, and decode the response. Raises BadGateway, Busy."""
        return self.read(await self.request(method, path, query, body), model)

    async def pages(
        self,
        model: type[Page],
        at: PathQuery,
        most: int,
        headers: Mapping[str, str] | None = None,
        gone: Collection[int] = (),
    ) -> AsyncIterator[Page]:
        """The pages of a list. Raises Gone for the statuses in `gone`, TooMany, BadGateway, Busy."""
        for _ in range(most):
            answer = await self.request("GET", *at, headers=headers)
            if answer.status in gone:
                raise Gone
            page = self.read(answer, model)
            yield page
            following = page.following(*at)
            if following is None:
                return
            at = following
        raise TooMany

    def read(self, answer: HttpResponse, model: type[T]) -> T:
        """Decode a response. Raises BadGateway, Busy."""
        if answer.status // 100 != 2:
            self.fail(answer)
        try:
            return msgspec.json.decode(answer.body, type=model)
        except msgspec.DecodeError:
            raise BadGateway(
                f"{self.name} gave an answer that cannot be read; it will be asked again later", code="source_failed"
            ) from None

    def fail(self, answer: HttpResponse) -> NoReturn:
        """Raise the error for an unsuccessful response: Busy where the provider asks for a pause, else BadGateway."""
        (message, reasons), name = _problem(answer), self.name
        if answer.status in (429, 503) or (answer.status == 403 and reasons & RATE):
            raise Busy(f"{name} was asked too often; it will be asked again later", rest(answer.headers))
        if answer.status == 401:
            raise BadGateway(reconnect(name), code="reconnect", provider=name)
        if answer.status in (404, 410):
            raise BadGateway(f"{name} does not have this calendar or event (any more)", code="calendar_missing")
        if answer.status >= 500:
            failed = f"{name} has a problem of its own ({answer.status}); it will be asked again later"
            raise BadGateway(failed, code="source_failed")
        detail = " ".join(message.split())[:LONGEST_REASON]
        verb = "does not allow this" if answer.status == 403 else "refuses this"
        raise BadGateway(f"{name} {verb}{': ' + detail if detail else f' ({answer.status})'}", code="source_refused")

    async def revoke(self, url: str) -> None:
        """Revoke the account's permission. Raises BadGateway."""
        answer = await self._sign_in.form(url, {"token": self._grant.refresh_token})
        # A permission that has ended already is answered with 400.
        if answer.status not in (200, 400):
            self.fail(answer)

    async def _renew(self) -> None:
        self._grant = await self._sign_in.renewed(self._grant)
        if self._remote.keep is not None:
            await self._remote.keep(msgspec.json.encode(self._grant).decode())

    async def _send(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> HttpResponse:
        return await self._net.request(
            method,
            url,
            headers={"accept": "application/json", **headers, "authorization": f"Bearer {self._grant.access_token}"},
            body=body,
            allow_private=self._sign_in.service.allow_private,
            most_bytes=MAX_BYTES,
            seconds=SECONDS,
            silence=SILENCE,
        )


def _problem(answer: HttpResponse) -> tuple[str, set[str]]:
    """Message and reasons in a response of either provider: `{"error": {"message", "errors": [{"reason"}]}}`."""
    try:
        error: Any = msgspec.json.decode(answer.body)["error"]
        return str(error.get("message") or ""), {str(problem.get("reason")) for problem in error.get("errors") or []}
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return "", set()
