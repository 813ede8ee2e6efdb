"""Create, change and remove CalDAV objects by their hrefs. Blocking: each method runs in a worker thread."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote, urljoin
from uuid import uuid4
from zoneinfo import ZoneInfo

from caldav.davclient import DAVResponse
from msgspec import UnsetType
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.caldav import division, edits, objects
from appliance.calendar.providers.caldav.client import Client, content, fail
from appliance.calendar.providers.caldav.objects import Name, named
from appliance.calendar.providers.models import Draft, Edit, Removal, Target, Window, Written
from appliance.calendar.providers.new_rules import check_shown, nearest
from appliance.kernel.errors import BadGateway, Conflict

CHANGING = "this event is being changed somewhere else at the same time; try again"
TWICE = "the series was only divided in part: its later dates may be there twice; look at it where it was made"
TYPE = {"content-type": "text/calendar; charset=utf-8"}
NEW = {**TYPE, "if-none-match": "*"}
TRIES = 2


@dataclass(frozen=True)
class Writes:
    """Writes with one client; each returns the occurrences within a window. All of them raise BadGateway and Busy.

    `zone` is the household's. What was planned from an object that changed meanwhile is planned once more, from the
    newer one.
    """

    client: Client
    window: Window
    zone: ZoneInfo
    now: datetime

    def create(self, folder: str, draft: Draft) -> Written:
        """Store a new object."""
        name = _new_name(folder)
        window = slices.holding(self.window, draft.times)
        file = edits.fresh(name.uid, draft, self.zone, self.now)
        if draft.rrule is not None:
            start = edits.read_time(draft.times.start, draft.times.all_day)
            name = Name(name.href, name.uid, objects.recurrence_id(None, start, self.zone))
        return self._put_new(name, file, window)

    def edit(self, target: Target, edit: Edit) -> Written:
        """Change an occurrence or a series."""
        name, window = named(target.external_id), self._holding(target, edit)
        for _ in range(TRIES):
            before, etag, current = self._current(name, window)
            reversible = True
            if target.whole:
                file, reversible = edits.changed_whole(before, name, edit, self.zone, self.now)
            else:
                file = edits.changed(before, name, current, edit, self.zone, self.now)
            if (written := self._replace(name, file, etag, window)) is not None:
                return written if reversible else _with_removal(replace(written, reversible=False), name, before)
        raise BadGateway(CHANGING, code="event_changing")

    def edit_dates(self, target: Target, edit: Edit) -> Written:
        """Change the times or the rule of a series, or make a single event one. Raises BadRequest as `divide`."""
        name, window = named(target.external_id), self._holding(target, edit)
        for _ in range(TRIES):
            before, etag, current = self._current(name, window)
            file, recurrence = division.whole(before, name, current, edit, self.zone, self.now)
            new = Name(name.href, name.uid, recurrence)
            check_shown(objects.occurrences(file, name.href, self.zone, window))
            if (written := self._replace(new, file, etag, window)) is not None:
                start = current.start if isinstance(edit.times, UnsetType) else edit.times.start
                named_now = [occurrence for occurrence in written.occurrences if occurrence.external_id == str(new)]
                one = nearest(named_now or written.occurrences, start)
                written = replace(written, external_id=one.external_id if one else str(new), reversible=False)
                return _with_removal(written, name, before)
        raise BadGateway(CHANGING, code="event_changing")

    def rule(self, target: Target) -> str | None:
        """The rule of a series."""
        name = named(target.external_id)
        return division.shown_rule(self._fetched(name.href)[0], name, self.zone, self.now)

    def divide(self, target: Target, edit: Edit) -> Written:
        """Make an occurrence and the later ones a series of their own, changed.

        The new object is stored first. When the old one cannot be changed then, the new one is deleted again. Raises
        BadRequest too, for a change that the rule cannot express.
        """
        name, window = named(target.external_id), self._holding(target, edit)
        for _ in range(TRIES):
            file, etag, current = self._current(name, window)
            new = _new_name(name.href)
            rest, recurrence = division.after(file, name, new.uid, current, edit, self.zone, self.now)
            new = Name(new.href, new.uid, recurrence)
            later = self._put_new(new, rest, window)
            left = division.before(file, name, self.zone, self.now)
            try:
                earlier = self._replace(name, left, etag, window)
            except BadGateway:
                self._withdraw(new, name, file)
                raise
            if earlier is not None:
                return Written(
                    external_id=str(new),
                    occurrences=[*earlier.occurrences, *later.occurrences],
                    gone=(name.href, new.href),
                    objects={**earlier.objects, **later.objects},
                )
            self._delete(new)
        raise BadGateway(CHANGING, code="event_changing")

    def remove(self, target: Target) -> Written:
        """Remove an occurrence or a series; an object that is gone is no error."""
        name = named(target.external_id)
        return self._reduce(name, lambda file: None if target.whole else edits.without(file, name, self.zone, self.now))

    def end(self, target: Target) -> Written:
        """Remove an occurrence and the later ones; an object that is gone is no error."""
        name = named(target.external_id)
        return self._reduce(name, lambda file: division.before(file, name, self.zone, self.now))

    def restore(self, target: Target, removal: Removal) -> Written:
        """Store an object as it was before it or occurrences were removed. Raises Conflict when it changed since."""
        name, file = named(target.external_id), removal.before.encode()
        # Without an ETag nothing was left of the object.
        response = self.client.put(removal.name, file, TYPE | _if_match(removal.etag) if removal.etag else NEW)
        if response.status in (404, 410, 412):
            raise Conflict("this was changed since, so it cannot be undone", code="undo_too_late")
        window = slices.holding(self.window, target.times)
        return self._stored(name, file, response, window)

    def _reduce(self, name: Name, left_of: Callable[[bytes], bytes | None]) -> Written:
        """Store what is left of an object, with the way back."""
        for _ in range(TRIES):
            response = self.client.request(name.href)
            if response.status in (404, 410):
                return Written(external_id=str(name), occurrences=[], gone=(name.href,))
            file, etag = content(response)
            left = left_of(file)
            if (written := self._replace(name, left, etag, self.window)) is not None:
                return _with_removal(written, name, file, is_gone=left is None)
        raise BadGateway(CHANGING, code="event_changing")

    def _holding(self, target: Target, edit: Edit) -> Window:
        """The window with the times of the target, before and after the edit."""
        wide = slices.holding(self.window, target.times)
        return wide if isinstance(edit.times, UnsetType) else slices.holding(wide, edit.times)

    def _current(self, name: Name, window: Window) -> tuple[bytes, str, Occurrence]:
        """An object as it is now, its ETag, and the named occurrence in it."""
        file, etag = self._fetched(name.href)
        for occurrence in objects.occurrences(file, name.href, self.zone, window):
            if occurrence.external_id == str(name):
                return file, etag, occurrence
        raise BadGateway(edits.GONE, code="event_gone")

    def _fetched(self, href: str) -> tuple[bytes, str]:
        response = self.client.request(href)
        if response.status in (404, 410):
            raise BadGateway(edits.GONE, code="event_gone")
        return content(response)

    def _put_new(self, name: Name, file: bytes, window: Window) -> Written:
        return self._stored(name, file, self.client.put(name.href, file, NEW), window)

    def _replace(self, name: Name, file: bytes | None, etag: str, window: Window) -> Written | None:
        """Store an object, or delete it where nothing is left of it; None when it was changed meanwhile."""
        if file is not None:
            response = self.client.put(name.href, file, TYPE | _if_match(etag))
            return None if response.status == 412 else self._stored(name, file, response, window)
        response = self.client.request(name.href, "DELETE", headers=_if_match(etag))
        if response.status == 412:
            return None
        if not _is_deleted(response):
            fail(response.status, response.headers)
        return Written(external_id=str(name), occurrences=[], gone=(name.href,))

    def _stored(self, name: Name, file: bytes, response: DAVResponse, window: Window) -> Written:
        """What the server stored: the sent file if it answers with a strong ETag (RFC 4791 §5.3.4), else read again."""
        if response.status // 100 != 2:
            fail(response.status, response.headers)
        etag = response.headers.get("etag", "")
        if not _if_match(etag):
            file, etag = self._fetched(name.href)
        found = objects.occurrences(file, name.href, self.zone, window, self.client.owners)
        return Written(external_id=str(name), occurrences=found, gone=(name.href,), objects={name.href: etag})

    def _withdraw(self, new: Name, old: Name, file: bytes) -> None:
        """Delete the new object of a division that failed, if the old one is as before. Raises BadGateway otherwise.

        An answer may be lost after the server did what it was asked; then the new object has the later occurrences.
        """
        try:
            if self._fetched(old.href)[0] == file:
                return self._delete(new)
        except BadGateway:
            pass
        raise BadGateway(TWICE, code="series_divided_in_part")

    def _delete(self, name: Name) -> None:
        if not _is_deleted(self.client.request(name.href, "DELETE")):
            raise BadGateway(TWICE, code="series_divided_in_part")


def _new_name(beside: str) -> Name:
    """The name of a new object in a folder, or beside another object."""
    uid = str(uuid4())
    return Name(urljoin(beside, f"{quote(uid)}.ics"), uid, "")


def _with_removal(written: Written, name: Name, before: bytes, *, is_gone: bool = False) -> Written:
    """A result with the way back, where the object is UTF-8 and is gone or has an ETag that protects later changes."""
    etag = written.objects.get(name.href, "")
    try:
        removal = Removal(name=name.href, before=before.decode(), etag=etag)
    except UnicodeDecodeError:
        return written
    return replace(written, removal=removal) if is_gone or _if_match(etag) else written


def _is_deleted(response: DAVResponse) -> bool:
    return response.status // 100 == 2 or response.status in (404, 410)


def _if_match(etag: str) -> dict[str, str]:
    return {"if-match": etag} if etag and not etag.startswith("W/") else {}
