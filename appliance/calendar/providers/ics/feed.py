"""ICS feeds as a provider: fetched over HTTP, parsed in a thread, and only when they changed."""

import asyncio
import hashlib
import re
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.providers.ics import parts
from appliance.calendar.providers.ics.budget import Budget
from appliance.calendar.providers.ics.components import Components, split_components
from appliance.calendar.providers.ics.encodings import charset_of
from appliance.calendar.providers.ics.parts import Parts
from appliance.calendar.providers.ics.read import Reading, read
from appliance.calendar.providers.models import Pulled, Remote, SyncState, Window
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import HttpResponse, Net

MAX_BYTES = 10_000_000
# Some servers gather a calendar from others before they send its first byte.
FETCH_SECONDS = 60.0
REDIRECTS = 20

# Properties that many servers write anew for every request, with their folded lines.
VOLATILE = re.compile(rb"\n(?:DTSTAMP|UID)[;:][^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")

EXPLANATIONS = {
    401: "asks for a password; use the calendar's secret or public address",
    403: "does not let anybody read this calendar; share it, or use its secret address",
    404: "has no calendar at this address (any more)",
    410: "has no calendar at this address any more",
    429: "was asked too often; it will be asked again later",
}
CODES = {401: "feed_needs_password", 404: "calendar_missing", 410: "calendar_missing", 429: "asked_too_often"}


EMAIL = re.compile(r"[^/\s]+@[^/\s]+")


class Feeds:
    """Calendar feeds behind the Provider protocol; the config is the feed's address."""

    def __init__(self, net: Net, allow_private: bool, seconds: float = FETCH_SECONDS):
        self._net = net
        self._seconds = seconds
        self._allow_private = allow_private

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider. (contract §12: ICS tick)"""
        state = SyncState(since=window.begin.date(), zone=str(zone))
        if sync_state and (sync_state.since, sync_state.zone) != (state.since, state.zone):
            sync_state = None

        state, components = await self._changed(remote, state, sync_state)
        if components is None:
            return Pulled(sync_state=state, occurrences=None)
        state = replace(state, basis=await asyncio.to_thread(parts.basis, components))
        is_comparable = sync_state is not None and sync_state.basis == state.basis
        known = remote.parts() if remote.parts and is_comparable else {}
        reading = await asyncio.to_thread(_read, components, window, zone, _owners(remote), known)
        return Pulled(sync_state=state, occurrences=reading.occurrences, losses=reading.losses, parts=reading.parts)

    async def _changed(
        self, remote: Remote, state: SyncState, sync_state: SyncState | None
    ) -> tuple[SyncState, Components | None]:
        """The state after a request, and the components unless the feed is as it was. The body is not kept."""
        answer = await self._fetch(remote.config, sync_state)
        if answer.status == 304 and sync_state:
            return sync_state, None
        if answer.status != 200:
            code = CODES.get(answer.status, "source_failed" if answer.status >= 500 else "source_refused")
            raise BadGateway(_explained(answer), code=code)

        charset = charset_of(answer.headers.get("content-type", ""))
        body_fingerprint = await asyncio.to_thread(fingerprint, answer.body, charset)
        state = replace(
            state,
            basis=sync_state.basis if sync_state else None,
            etag=answer.headers.get("etag"),
            modified=answer.headers.get("last-modified"),
            fingerprint=body_fingerprint,
        )
        if sync_state and sync_state.fingerprint == body_fingerprint:
            return state, None
        if remote.begin:
            await remote.begin()
        return state, await asyncio.to_thread(split_components, answer.body, charset)

    async def _fetch(self, url: str, sync_state: SyncState | None) -> HttpResponse:
        headers = {"accept": "text/calendar, */*;q=0.5"}
        if sync_state and sync_state.etag:
            headers["if-none-match"] = sync_state.etag
        if sync_state and sync_state.modified:
            headers["if-modified-since"] = sync_state.modified
        return await self._net.request(
            "GET",
            re.sub(r"(?i)^webcals?://", "https://", url),
            headers=headers,
            allow_private=self._allow_private,
            redirects=REDIRECTS,
            most_bytes=MAX_BYTES,
            seconds=self._seconds,
            silence=self._seconds,
        )


def fingerprint(file: bytes, charset: str | None = None) -> str:
    """SHA-256 of a feed without its DTSTAMP and UID lines, and of its charset. (contract §12)"""
    return hashlib.sha256(VOLATILE.sub(b"", file) + (charset or "").encode()).hexdigest()


def _owners(remote: Remote) -> set[str]:
    """The owner's addresses: the one that the household entered, and one in the feed's address, as Google has it."""
    return {address.lower() for address in [remote.owner or "", *EMAIL.findall(unquote(urlsplit(remote.config).path))]}


def _read(components: Components, window: Window, zone: ZoneInfo, owners: set[str], known: Parts) -> Reading:
    return read(components, zone, window, Budget.of_this_thread(), owners, known)


def _explained(answer: HttpResponse) -> str:
    if answer.status >= 500:
        return f"the calendar's server has a problem of its own ({answer.status}); it will be asked again later"
    return f"the calendar's server {EXPLANATIONS.get(answer.status, f'answers with status {answer.status}')}"
