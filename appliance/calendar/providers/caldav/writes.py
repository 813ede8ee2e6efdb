"""Create, change and remove CalDAV objects by their hrefs. Blocking: each function runs in a worker thread."""

from datetime import datetime
from urllib.parse import quote, urljoin
from uuid import uuid4
from zoneinfo import ZoneInfo

from caldav.davclient import DAVResponse
from msgspec import UnsetType
from msgspec.structs import replace

from appliance.calendar.providers import slices
from appliance.calendar.providers.caldav import division, edits, objects
from appliance.calendar.providers.caldav.client import Client, content, fail
from appliance.calendar.providers.caldav.objects import Name
from appliance.calendar.providers.models import Draft, Edit, Removal, Target, Window, Written
from appliance.kernel.errors import BadGateway, Conflict

GONE = "this event is not at its source any more; it goes with the next sync"
CHANGING = "this event is being changed somewhere else at the same time; try again"
TWICE = "the series was only divided in part: its later dates may be there twice; look at it where it was made"
TYPE = {"content-type": "text/calendar; charset=utf-8"}
NEW = {**TYPE, "if-none-match": "*"}
TRIES = 2


def create(client: Client, folder: str, draft: Draft, window: Window, zone: ZoneInfo, now: datetime) -> Written:
    """Store a new object. Raises BadGateway, Busy."""
    uid = str(uuid4())
    name = Name(urljoin(folder, f"{quote(uid)}.ics"), uid, "")
    file = edits.fresh(uid, draft, now)
    response = client.put(name.href, file, NEW)
    return _written(client, name, file, response, zone, slices.holding(window, draft.start, draft.end, draft.all_day))


def edit(
    client: Client, name: Name, target: Target, edit: Edit, window: Window, zone: ZoneInfo, now: datetime
) -> Written:
    """Change an occurrence or a series; after a conflict once more, on the newer object. Raises BadGateway, Busy."""
    wide = _widened(window, target, edit)
    for _ in range(TRIES):
        file, etag = _fetched(client, name.href)
        found = objects.occurrences(file, name.href, zone, wide)
        current = next((each for each in found if each.external_id == target.external_id), None)
        if current is None:
            raise BadGateway(GONE, code="event_gone")
        if target.whole:
            file = edits.changed_whole(file, name, edit, zone, now)
        else:
            file = edits.changed(file, name, current, edit, zone, now)
        response = client.put(name.href, file, TYPE | _if_match(etag))
        if response.status != 412:
            return _written(client, name, file, response, zone, wide)
    raise BadGateway(CHANGING, code="event_changing")


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
                return _with_removal(_written(client, name, left, response, zone, window), name, file)
            continue
        response = client.request(name.href, "DELETE", headers=_if_match(etag))
        if response.status // 100 == 2 or response.status in (404, 410):
            return removed
        if response.status != 412:
            fail(response.status, response.headers)
    raise BadGateway(CHANGING, code="event_changing")


def restore(client: Client, removal: Removal, target: Target, window: Window, zone: ZoneInfo) -> Written:
    """Store an object as it was before occurrences were removed. Raises BadGateway, Busy, Conflict."""
    name, file = objects.named(target.external_id), removal.before.encode()
    response = client.put(removal.name, file, TYPE | _if_match(removal.etag))
    if response.status in (404, 410, 412):
        raise Conflict("this was changed since, so it cannot be undone", code="undo_too_late")
    return _written(
        client, name, file, response, zone, slices.holding(window, target.start, target.end, target.all_day)
    )


def divide(
    client: Client, name: Name, target: Target, edit: Edit, window: Window, zone: ZoneInfo, now: datetime
) -> Written:
    """Make an occurrence and the later ones a series of their own, changed; after a conflict once more.

    The new object is stored first. When the old one cannot be changed then, the new one is deleted again. Raises
    BadGateway, Busy, and BadRequest for a change that the rule cannot express.
    """
    wide = _widened(window, target, edit)
    for _ in range(TRIES):
        file, etag = _fetched(client, name.href)
        found = objects.occurrences(file, name.href, zone, wide)
        current = next((each for each in found if each.external_id == target.external_id), None)
        if current is None:
            raise BadGateway(GONE, code="event_gone")
        uid = str(uuid4())
        rest, recurrence = division.after(file, name, uid, current, edit, zone, now)
        new = Name(urljoin(name.href, f"{quote(uid)}.ics"), uid, recurrence)
        written = _written(client, new, rest, client.put(new.href, rest, NEW), zone, wide)
        left = division.before(file, name, zone, now)
        try:
            shortened = _put_or_delete(client, name, left, etag, zone, wide)
        except BadGateway:
            _withdraw(client, new, name, file)
            raise
        if shortened is None:
            _delete(client, new)
            continue
        return Written(
            external_id=str(new),
            occurrences=[*shortened.occurrences, *written.occurrences],
            gone=(name.href, new.href),
            objects={**shortened.objects, **written.objects},
        )
    raise BadGateway(CHANGING, code="event_changing")


def end(client: Client, name: Name, target: Target, window: Window, zone: ZoneInfo, now: datetime) -> Written:
    """Remove an occurrence and the later ones; an object that is gone is no error. Raises BadGateway, Busy."""
    for _ in range(TRIES):
        response = client.request(name.href)
        if response.status in (404, 410):
            return Written(external_id=target.external_id, occurrences=[], gone=(name.href,))
        file, etag = content(response)
        left = division.before(file, name, zone, now)
        written = _put_or_delete(client, name, left, etag, zone, window)
        if written is not None:
            return _with_removal(written, name, file)
    raise BadGateway(CHANGING, code="event_changing")


def _with_removal(written: Written, name: Name, before: bytes) -> Written:
    """A result with the way back, where the object is UTF-8 and has an ETag that protects later changes."""
    etag = written.objects.get(name.href, "")
    try:
        text = before.decode()
    except UnicodeDecodeError:
        return written
    return replace(written, removal=Removal(name=name.href, before=text, etag=etag)) if _if_match(etag) else written


def _withdraw(client: Client, new: Name, old: Name, file: bytes) -> None:
    """Delete the new object of a division that failed, if the old one is as before. Raises BadGateway otherwise.

    An answer may be lost after the server did what it was asked; then the new object has the later occurrences.
    """
    try:
        if _fetched(client, old.href)[0] == file:
            _delete(client, new)
            return
    except BadGateway:
        pass
    raise BadGateway(TWICE, code="series_divided_in_part")


def _delete(client: Client, name: Name) -> None:
    response = client.request(name.href, "DELETE")
    if response.status // 100 != 2 and response.status not in (404, 410):
        raise BadGateway(TWICE, code="series_divided_in_part")


def _put_or_delete(
    client: Client, name: Name, file: bytes | None, etag: str, zone: ZoneInfo, window: Window
) -> Written | None:
    """Store an object, or delete it where nothing is left of it; None when it was changed meanwhile."""
    if file is not None:
        response = client.put(name.href, file, TYPE | _if_match(etag))
        return None if response.status == 412 else _written(client, name, file, response, zone, window)
    response = client.request(name.href, "DELETE", headers=_if_match(etag))
    if response.status == 412:
        return None
    if response.status // 100 != 2 and response.status not in (404, 410):
        fail(response.status, response.headers)
    return Written(external_id=str(name), occurrences=[], gone=(name.href,))


def _widened(window: Window, target: Target, edit: Edit) -> Window:
    """The window with the times of the target, before and after the edit."""
    wide = slices.holding(window, target.start, target.end, target.all_day)
    if isinstance(edit.times, UnsetType):
        return wide
    return slices.holding(wide, edit.times.start, edit.times.end, edit.times.all_day)


def _fetched(client: Client, href: str) -> tuple[bytes, str]:
    response = client.request(href)
    if response.status in (404, 410):
        raise BadGateway(GONE, code="event_gone")
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
