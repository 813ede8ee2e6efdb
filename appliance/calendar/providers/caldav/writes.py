"""Create, change and remove CalDAV objects by their hrefs. Blocking: each function runs in a worker thread."""

from datetime import datetime
from urllib.parse import quote, urljoin
from uuid import uuid4
from zoneinfo import ZoneInfo

from caldav.davclient import DAVResponse
from msgspec import UnsetType

from appliance.calendar.providers import slices
from appliance.calendar.providers.caldav import edits, objects
from appliance.calendar.providers.caldav.client import Client, content, fail
from appliance.calendar.providers.caldav.objects import Name
from appliance.calendar.providers.models import Draft, Edit, Target, Window, Written
from appliance.kernel.errors import BadGateway

GONE = "this event is not at its source any more; it goes with the next sync"
CHANGING = "this event is being changed somewhere else at the same time; try again"
TYPE = {"content-type": "text/calendar; charset=utf-8"}
TRIES = 2


def create(client: Client, folder: str, draft: Draft, window: Window, zone: ZoneInfo, now: datetime) -> Written:
    """Store a new object. Raises BadGateway, Busy."""
    uid = str(uuid4())
    name = Name(urljoin(folder, f"{quote(uid)}.ics"), uid, "")
    file = edits.fresh(uid, draft, now)
    response = client.put(name.href, file, {**TYPE, "if-none-match": "*"})
    return _written(client, name, file, response, zone, slices.holding(window, draft.start, draft.end, draft.all_day))


def edit(
    client: Client, name: Name, target: Target, edit: Edit, window: Window, zone: ZoneInfo, now: datetime
) -> Written:
    """Change an occurrence or a series; after a conflict once more, on the newer object. Raises BadGateway, Busy."""
    wide = slices.holding(window, target.start, target.end, target.all_day)
    if not isinstance(edit.times, UnsetType):
        wide = slices.holding(wide, edit.times.start, edit.times.end, edit.times.all_day)
    for _ in range(TRIES):
        file, etag = _fetched(client, name.href)
        found = objects.occurrences(file, name.href, zone, wide)
        current = next((each for each in found if each.external_id == target.external_id), None)
        if current is None:
            raise BadGateway(GONE)
        if target.whole:
            file = edits.changed_whole(file, name, edit, zone, now)
        else:
            file = edits.changed(file, name, current, edit, zone, now)
        response = client.put(name.href, file, TYPE | _if_match(etag))
        if response.status != 412:
            return _written(client, name, file, response, zone, wide)
    raise BadGateway(CHANGING)


def remove(client: Client, name: Name, target: Target, window: Window, zone: ZoneInfo, now: datetime) -> Written:
    """Remove an occurrence or a series; an object that is gone is no error. Raises BadGateway, Busy."""
    removed = Written(external_id=target.external_id, occurrences=[], gone=(name.href,))
    for _ in range(TRIES):
        response = client.request(name.href)
        if response.status in (404, 410):
            return removed
        file, etag = content(response)
        left = None if target.whole else edits.without(file, name, zone, now)
        if left is not None:
            response = client.put(name.href, left, TYPE | _if_match(etag))
            if response.status != 412:
                return _written(client, name, left, response, zone, window)
            continue
        response = client.request(name.href, "DELETE", headers=_if_match(etag))
        if response.status // 100 == 2 or response.status in (404, 410):
            return removed
        if response.status != 412:
            fail(response.status, response.headers)
    raise BadGateway(CHANGING)


def _fetched(client: Client, href: str) -> tuple[bytes, str]:
    response = client.request(href)
    if response.status in (404, 410):
        raise BadGateway(GONE)
    return content(response)


def _written(client: Client, name: Name, file: bytes, response: DAVResponse, zone: ZoneInfo, window: Window) -> Written:
    """What the server stored: the sent file when it answers with a strong ETag (RFC 4791 §5.3.4), else read again."""
    if response.status // 100 != 2:
        fail(response.status, response.headers)
    etag = response.headers.get("etag", "")
    if not _if_match(etag):
        file, etag = _fetched(client, name.href)
    found = objects.occurrences(file, name.href, zone, window)
    return Written(external_id=str(name), occurrences=found, gone=(name.href,), objects={name.href: etag})


def _if_match(etag: str) -> dict[str, str]:
    return {"if-match": etag} if etag and not etag.startswith("W/") else {}
