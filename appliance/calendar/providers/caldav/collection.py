"""Pull one CalDAV collection: by sync-token, by comparing ETags, or slice by slice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
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
from appliance.calendar.providers.ics.budget import Budget, TooMuch
from appliance.calendar.providers.ics.read import Reading
from appliance.calendar.providers.models import Losses, Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway

OBJECTS_PER_REPORT = 150
MAX_REPORTS = 50
# Objects whose losses are remembered from one sync to the next.
MAX_LOSSES = 200
# The statuses of a server that no longer accepts a sync-token, or never did.
TOKEN_REJECTED = {400, 403, 404, 405, 409, 410, 412, 415, 422, 501}


@dataclass
class Collection:
    """A calendar at its server, for one pull.

    `zone` is the household's, `known` its stored objects as in Remote. `begin` is called before objects are read.
    """

    client: Client
    url: str
    window: Window
    zone: ZoneInfo
    known: Mapping[str, str]
    begin: Callable[[], None]
    has_begun: bool = False
    losses: dict[str, Losses] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget.of_this_thread)

    def pull(self, last: SyncState | None) -> Pulled:
        """What changed since the last sync; without a usable state, the whole window. Raises BadGateway, Busy."""
        tag, token, writable = self._version()
        self.losses = dict(last.losses) if last else {}
        if last is None or not last.is_usable(self.window, str(self.zone)):
            pulled = self._whole(tag, token)
        elif tag:
            pulled = self._changed(last, tag, token)
        else:
            spans, sync_state = slices.due(self.window, last)
            pulled = Pulled(sync_state=sync_state, occurrences=list(self._within(spans).values()), covers=spans)
        kept = dict(islice(self.losses.items(), MAX_LOSSES))
        losses = reduce(Losses.and_also, self.losses.values(), Losses())
        return replace(pulled, sync_state=replace(pulled.sync_state, losses=kept), losses=losses, writable=writable)

    def _whole(self, tag: str, token: str) -> Pulled:
        self.losses = {}
        found, etags = self._read(self._etags(), self.window)
        return Pulled(
            sync_state=SyncState(
                etag=tag or None,
                token=token or None,
                since=self.window.begin.date(),
                zone=str(self.zone),
                until=self.window.end,
            ),
            occurrences=list(found.values()),
            objects=etags,
        )

    def _changed(self, last: SyncState, tag: str, token: str) -> Pulled:
        """The changed objects, in the whole window; and once a day the events that entered it at its end."""
        begin, (edge, until) = self.window.begin, slices.entered(self.window, last)
        changed, gone = set[str](), set[str]()
        if tag != last.etag:
            try:
                changed, gone, token = self._changes(last)
            except Rejected as problem:
                if problem.upstream_status not in TOKEN_REJECTED:
                    raise
                return self._whole(tag, token)
        elif not edge:
            return Pulled(sync_state=last, occurrences=None)
        found, etags = self._read(changed, Window(begin=begin, end=until))
        found |= self._within(edge)
        for href in gone:
            self.losses.pop(href, None)
        return Pulled(
            sync_state=replace(last, etag=tag, token=token or None, since=begin.date(), until=until),
            occurrences=list(found.values()),
            covers=edge,
            gone=tuple(changed | gone),
            objects=etags,
        )

    def _version(self) -> tuple[str, str, bool | None]:
        """A tag that moves with every change in the collection, its sync-token (both may be empty), and `writable`."""
        root = propfind(CTag(), dav.SyncToken(), Privileges(), dav.ResourceType())
        found = self.client.query(self.url, root)
        if not found:
            raise BadGateway("the server does not know this calendar any more", code="calendar_missing")
        token = found[0].text(dav.SyncToken)
        return found[0].text(CTag) or token, token, is_writable(found[0])

    def _etags(self) -> dict[str, str]:
        """The ETags of the objects with an event in the window."""
        found = self.client.query(self.url, _query(self.window, dav.GetEtag()), depth=1)
        return {href: resource.text(dav.GetEtag) for href, resource in self._objects(found)}

    def _changes(self, last: SyncState) -> tuple[set[str], set[str], str]:
        """The objects that are new or different, those that are gone, and the next token."""
        if last.token is None:
            etags = self._etags()
            changed = {href for href, etag in etags.items() if not etag or self.known.get(href) != etag}
            return changed, set(self.known) - set(etags), ""
        changed, gone, token = set[str](), set[str](), last.token
        for _ in range(MAX_REPORTS):
            parts = (dav.SyncToken(value=token), dav.SyncLevel(value="1"), prop(dav.GetEtag()))
            response = self.client.send(self.url, dav.SyncCollection() + parts)
            found = resources(response)
            for href, resource in self._objects(found):
                (gone if resource.status in (404, 410) else changed).add(href)
            before, token = token, sync_token(response)
            # A response with status 507 announces another report. (RFC 6578 §3.6)
            if not any(resource.status == 507 for resource in found) or token in ("", before):
                return changed, gone - changed, token
        raise Rejected("the calendar's server does not finish its report of changes", 410)

    def _read(self, hrefs: Iterable[str], window: Window) -> tuple[dict[str, Occurrence], dict[str, str]]:
        """The occurrences of objects by external id, and the objects' ETags by href, without objects that are gone."""
        occurrences, etags = dict[str, Occurrence](), dict[str, str]()
        wanted = sorted(hrefs)
        for first in range(0, len(wanted), OBJECTS_PER_REPORT):
            named = [dav.Href(value=_path(href)) for href in wanted[first : first + OBJECTS_PER_REPORT]]
            root = cdav.CalendarMultiGet() + prop(dav.GetEtag(), cdav.CalendarData()) + named
            self._begin()
            etags |= self._expand(self.client.query(self.url, root, depth=1), window, occurrences)
        return occurrences, etags

    def _within(self, spans: Iterable[Window]) -> dict[str, Occurrence]:
        """The occurrences in spans, by external id."""
        occurrences: dict[str, Occurrence] = {}
        for span in spans:
            root = _query(span, dav.GetEtag(), cdav.CalendarData())
            self._begin()
            self._expand(self.client.query(self.url, root, depth=1), span, occurrences)
        return occurrences

    def _begin(self) -> None:
        if not self.has_begun:
            self.begin()
        self.has_begun = True

    def _expand(self, found: list[Resource], window: Window, occurrences: dict[str, Occurrence]) -> dict[str, str]:
        """Add the occurrences of the objects among resources; the objects' ETags by href. Raises BadGateway."""
        etags: dict[str, str] = {}
        for href, resource in self._objects(found):
            data = resource.text(cdav.CalendarData)
            if not data:
                continue
            etags[href] = resource.text(dav.GetEtag)
            try:
                reading = objects.read(data.encode(), href, self.zone, window, self.budget, self.client.owners)
            except TooMuch:
                raise
            except objects.Unreadable as problem:
                reading = Reading(occurrences=[], losses=problem.losses)
            except BadGateway:
                reading = Reading(occurrences=[], losses=Losses(events=1, reasons=(href.rpartition("/")[2],)))
            self._keep_losses(href, reading.losses)
            occurrences |= {occurrence.external_id: occurrence for occurrence in reading.occurrences}
        return etags

    def _keep_losses(self, href: str, losses: Losses) -> None:
        self.losses.pop(href, None)
        if losses != Losses():
            self.losses[href] = losses

    def _objects(self, found: list[Resource]) -> list[tuple[str, Resource]]:
        """The objects of this collection among resources, by their whole addresses."""
        own = _path(self.url).rstrip("/")
        pairs = [(urljoin(self.url, resource.href), resource) for resource in found]
        return [
            (href, resource)
            for href, resource in pairs
            if _path(href).rstrip("/") != own and is_trusted(self.url, href)
        ]


def _query(window: Window, *properties: BaseElement) -> BaseElement:
    """A query for properties of the objects with an event in a window. (RFC 4791 §7.8)"""
    events = cdav.CompFilter("VEVENT") + cdav.TimeRange(window.begin, window.end)
    return cdav.CalendarQuery() + prop(*properties) + (cdav.Filter() + (cdav.CompFilter("VCALENDAR") + events))


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
