"""Pull one CalDAV collection: by sync-token, by comparing ETags, or slice by slice."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

from caldav.elements import cdav, dav
from caldav.elements.base import BaseElement
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.caldav import objects
from appliance.calendar.providers.caldav.client import Client, Rejected
from appliance.calendar.providers.caldav.discovery import is_writable
from appliance.calendar.providers.caldav.login import is_trusted
from appliance.calendar.providers.caldav.multistatus import (
    CTag,
    Privileges,
    Resource,
    prop,
    propfind,
    resources,
    sync_token,
)
from appliance.calendar.providers.ics.read import MOST_OCCURRENCES
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway

OBJECTS_PER_REPORT = 150
MOST_REPORTS = 50
# The statuses of a server that no longer accepts a sync-token, or never did.
TOKEN_REJECTED = {400, 403, 404, 405, 409, 410, 412, 415, 422, 501}


class Version(NamedTuple):
    """The state of a collection: `tag` moves with every change in it. Both strings may be empty."""

    tag: str
    token: str
    writable: bool | None


class Collection:
    """A calendar at its server. `zone` is the household's."""

    def __init__(self, client: Client, url: str, zone: ZoneInfo):
        self._client = client
        self._url = url
        self._zone = zone
        self._unreadable = 0

    def pull(self, window: Window, last: SyncState | None, known: Mapping[str, str]) -> Pulled:
        """What changed since the last sync; without a usable state, the whole window. Raises BadGateway, Busy."""
        version = self._version()
        if last is None or not last.is_usable(window, str(self._zone)):
            return self._whole(window, version)
        if not version.tag:
            return self._slices(window, last, version)
        return self._changed(window, last, version, known)

    def _whole(self, window: Window, version: Version) -> Pulled:
        found, etags = self._read(self._etags(window), window)
        return Pulled(
            sync_state=SyncState(
                etag=version.tag or None,
                token=version.token or None,
                since=window.begin.date(),
                zone=str(self._zone),
                until=window.end,
            ),
            occurrences=list(found.values()),
            unreadable=self._unreadable,
            objects=etags,
            writable=version.writable,
        )

    def _changed(self, window: Window, last: SyncState, version: Version, known: Mapping[str, str]) -> Pulled:
        """The changed objects, in the whole window; and once a day the events that entered it at its end."""
        edge, until = slices.entered(window, last)
        changed, gone, token = set[str](), set[str](), version.token
        if version.tag != last.etag:
            try:
                changed, gone, token = self._changes(window, last, known)
            except Rejected as problem:
                if problem.upstream_status not in TOKEN_REJECTED:
                    raise
                return self._whole(window, version)
        elif not edge:
            return Pulled(sync_state=last, occurrences=None, writable=version.writable)
        found, etags = self._read(changed, Window(begin=window.begin, end=until))
        found |= self._within(edge)
        return Pulled(
            sync_state=replace(last, etag=version.tag, token=token or None, since=window.begin.date(), until=until),
            occurrences=list(found.values()),
            unreadable=self._unreadable,
            covers=edge,
            gone=tuple(changed | gone),
            objects=etags,
            writable=version.writable,
        )

    def _slices(self, window: Window, last: SyncState, version: Version) -> Pulled:
        spans, sync_state = slices.due(window, last)
        found = list(self._within(spans).values())
        return Pulled(sync_state=sync_state, occurrences=found, covers=spans, writable=version.writable)

    def _version(self) -> Version:
        root = propfind(CTag(), dav.SyncToken(), Privileges(), dav.ResourceType())
        found = self._client.query(self._url, root)
        if not found:
            raise BadGateway("the server does not know this calendar any more", code="calendar_missing")
        token = found[0].text(dav.SyncToken)
        return Version(found[0].text(CTag) or token, token, is_writable(found[0]))

    def _etags(self, window: Window) -> dict[str, str]:
        """The ETags of the objects with an event in a window."""
        found = self._client.query(self._url, _query(window, dav.GetEtag()), depth=1)
        return {href: each.text(dav.GetEtag) for href, each in self._objects(found)}

    def _changes(self, window: Window, last: SyncState, known: Mapping[str, str]) -> tuple[set[str], set[str], str]:
        """The objects that are new or different, those that are gone, and the next token."""
        if last.token is None:
            etags = self._etags(window)
            changed = {href for href, etag in etags.items() if not etag or known.get(href) != etag}
            return changed, set(known) - set(etags), ""
        changed, gone, token = set[str](), set[str](), last.token
        for _ in range(MOST_REPORTS):
            parts = (dav.SyncToken(value=token), dav.SyncLevel(value="1"), prop(dav.GetEtag()))
            root = dav.SyncCollection() + parts
            response = self._client.send(self._url, root)
            found = resources(response)
            for href, each in self._objects(found):
                (gone if each.status in (404, 410) else changed).add(href)
            before, token = token, sync_token(response)
            # A response with status 507 announces another report. (RFC 6578 §3.6)
            if not any(each.status == 507 for each in found) or token in ("", before):
                return changed, gone - changed, token
        raise Rejected("the calendar's server does not finish its report of changes", 410)

    def _read(self, hrefs: Iterable[str], window: Window) -> tuple[dict[str, Occurrence], dict[str, str]]:
        """The occurrences of objects by external id, and the objects' ETags by href, without objects that are gone."""
        occurrences, etags = dict[str, Occurrence](), dict[str, str]()
        wanted = sorted(hrefs)
        for first in range(0, len(wanted), OBJECTS_PER_REPORT):
            named = [dav.Href(value=_path(href)) for href in wanted[first : first + OBJECTS_PER_REPORT]]
            root = cdav.CalendarMultiGet() + prop(dav.GetEtag(), cdav.CalendarData()) + named
            etags |= self._expand(self._client.query(self._url, root, depth=1), window, occurrences)
        return occurrences, etags

    def _within(self, spans: Iterable[Window]) -> dict[str, Occurrence]:
        """The occurrences in spans, by external id."""
        occurrences: dict[str, Occurrence] = {}
        for span in spans:
            root = _query(span, dav.GetEtag(), cdav.CalendarData())
            self._expand(self._client.query(self._url, root, depth=1), span, occurrences)
        return occurrences

    def _expand(self, found: list[Resource], window: Window, occurrences: dict[str, Occurrence]) -> dict[str, str]:
        """Add the occurrences of the objects among resources; the objects' ETags by href. Raises BadGateway."""
        etags: dict[str, str] = {}
        for href, each in self._objects(found):
            data = each.text(cdav.CalendarData)
            if not data:
                continue
            etags[href] = each.text(dav.GetEtag)
            try:
                expanded = objects.occurrences(data.encode(), href, self._zone, window)
            except BadGateway:
                self._unreadable += 1
                continue
            occurrences |= {each.external_id: each for each in expanded}
            if len(occurrences) > MOST_OCCURRENCES:
                raise BadGateway(
                    f"the calendar has more than {MOST_OCCURRENCES:,} events within a year", code="calendar_too_large"
                )
        return etags

    def _objects(self, found: list[Resource]) -> list[tuple[str, Resource]]:
        """The objects of this collection among resources, by their whole addresses."""
        own = _path(self._url).rstrip("/")
        pairs = [(urljoin(self._url, each.href), each) for each in found]
        return [(href, each) for href, each in pairs if _path(href).rstrip("/") != own and is_trusted(self._url, href)]


def _query(window: Window, *properties: BaseElement) -> BaseElement:
    """A query for properties of the objects with an event in a window. (RFC 4791 §7.8)"""
    events = cdav.CompFilter("VEVENT") + cdav.TimeRange(window.begin, window.end)
    return cdav.CalendarQuery() + prop(*properties) + (cdav.Filter() + (cdav.CompFilter("VCALENDAR") + events))


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
