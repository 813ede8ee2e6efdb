"""A series at Microsoft, divided at one of its occurrences: the bodies of the requests, and what speaks against it."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.providers.hosted.times import KNOWN_ZONES
from appliance.calendar.providers.microsoft import events, recurrence
from appliance.calendar.providers.models import Edit, Times
from appliance.kernel.errors import BadGateway, BadRequest

Body = dict[str, Any]

DAY = timedelta(days=1)
CANNOT = "this series cannot be divided here; change it at Microsoft"
CHANGED = "later dates of this series were changed by themselves; change them one by one, or the series at Microsoft"
INVITED = "only the organizer of this series can change it from one date on"
ATTACHED = "the attachments of this series would be lost; change it at Microsoft"
# What a new series takes from the old one.
COPIED = (
    "subject",
    "body",
    "isAllDay",
    "isReminderOn",
    "reminderMinutesBeforeStart",
    "categories",
    "importance",
    "sensitivity",
    "showAs",
    "responseRequested",
    "allowNewTimeProposals",
    "hideAttendees",
)
PLACE = ("displayName", "address", "coordinates", "locationEmailAddress", "locationUri")


class Division:
    """A series and the occurrence at which it is divided, both as Graph answers them, in UTC.

    Raises BadGateway for a series that cannot be read, BadRequest for one that another person organizes.
    """

    def __init__(self, master: Body, occurrence: Body):
        if master.get("isOrganizer") is False:
            raise BadRequest(INVITED, at="apply", code="series_not_divisible")
        self._master = master
        self.recurrence: Any = master.get("recurrence")
        self.etag: str | None = None
        try:
            self._pattern, self._range = master["recurrence"]["pattern"], master["recurrence"]["range"]
            self._all_day = bool(master.get("isAllDay"))
            self._zone_name, self._zone = _zone(self._range, master)
            self._start, self._end = self._local(master["start"]), self._local(master["end"])
            self._now = self._local(occurrence["start"])
            self.slot = self._slot(occurrence)
            self._passed = len(self._dates(self._start.date(), self.slot.date() - DAY))
        except (KeyError, TypeError, ValueError, BadRequest):
            raise BadGateway(CANNOT, code="series_not_divisible") from None
        self._id = str(occurrence["id"])
        self.is_first = self.slot.date() <= self._start.date()

    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""
        ends = recurrence.ending(self._range, self.slot.date() - DAY)
        return {"recurrence": {"pattern": self._pattern, "range": ends}}

    def rest(self, edit: Edit) -> Body:
        """The new series from the occurrence on, changed.

        Raises BadRequest for a move that the pattern cannot express, and where attachments would be lost.
        """
        if self._master.get("hasAttachments"):
            raise BadRequest(ATTACHED, at="apply", code="series_not_divisible")
        start, end = self._moved(edit.times)
        days = (start.date() - self.slot.date()).days
        pattern = recurrence.moved(self._pattern, days)
        kept = {name: self._master[name] for name in COPIED if self._master.get(name) is not None}
        return {
            **kept,
            **self._place(),
            **self._people(),
            **events.body(replace(edit, times=UNSET)),
            "start": self._when(start),
            "end": self._when(end),
            "recurrence": {
                "pattern": pattern,
                "range": recurrence.beginning(self._range, start.date(), self._passed, days),
            },
        }

    def check_later(self, instances: Iterable[events.Event], until: datetime) -> None:
        """Raises BadRequest when a later occurrence was changed or cancelled by itself, which a new series would lose.

        `instances` are those of the series that begin before `until`.
        """
        found = set[date]()
        for each in instances:
            if each.id == self._id or each.start is None:
                continue
            start = self._local({"dateTime": each.start.date_time})
            if each.type == "exception" and start > self.slot:
                raise BadRequest(CHANGED, at="apply", code="series_not_divisible")
            found.add(start.date())
        last = until.astimezone(self._zone).date() - DAY
        if set(self._dates(self.slot.date() + DAY, last)) - found:
            raise BadRequest(CHANGED, at="apply", code="series_not_divisible")

    def _moved(self, times: Times | UnsetType) -> tuple[datetime, datetime]:
        """The local start and end of the new series' first occurrence."""
        if isinstance(times, UnsetType):
            return self.slot, self.slot + (self._end - self._start)
        if times.all_day != self._all_day:
            raise BadRequest(CANNOT, at="allDay", code="series_not_divisible")
        if times.all_day:
            start, end = (datetime.combine(date.fromisoformat(each), time()) for each in (times.start, times.end))
        else:
            start, end = (self._clock(datetime.fromisoformat(each)) for each in (times.start, times.end))
        moved = self.slot + (start - self._now)
        return moved, moved + (end - start)

    def _dates(self, first: date, last: date) -> list[date]:
        return recurrence.dates({"pattern": self._pattern, "range": self._range}, first, last)

    def _slot(self, occurrence: Body) -> datetime:
        """The local start that the rule gives an occurrence. An exception may have another start."""
        if occurrence.get("type") != "exception":
            return self._now
        if original := occurrence.get("originalStart"):
            return self._local({"dateTime": original})
        # OID.<id of the series>.<date>
        day = date.fromisoformat(str(occurrence["occurrenceId"]).rpartition(".")[2])
        return datetime.combine(day, self._start.time())

    def _place(self) -> Body:
        location = self._master.get("location") or {}
        return {"location": {name: location[name] for name in PLACE if location.get(name)}} if location else {}

    def _people(self) -> Body:
        """The guests without their answers, and an online meeting of its own."""
        found: Body = {}
        if guests := self._master.get("attendees"):
            found["attendees"] = [{name: each[name] for name in ("type", "emailAddress")} for each in guests]
        if self._master.get("isOnlineMeeting"):
            found |= {name: self._master[name] for name in ("isOnlineMeeting", "onlineMeetingProvider")}
        return found

    def _when(self, local: datetime) -> Body:
        return {"dateTime": local.strftime("%Y-%m-%dT%H:%M:%S"), "timeZone": self._zone_name}

    def _local(self, when: Body) -> datetime:
        at = datetime.fromisoformat(str(when["dateTime"]))
        if self._all_day and at.time() == time():
            return at.replace(tzinfo=None)
        local = self._clock(at if at.tzinfo else at.replace(tzinfo=UTC))
        return datetime.combine(local.date(), time()) if self._all_day else local

    def _clock(self, at: datetime) -> datetime:
        return at.astimezone(self._zone).replace(tzinfo=None)


def _zone(ends: Body, master: Body) -> tuple[str, tzinfo]:
    """The zone of a series, and its name at Microsoft. Raises ValueError for one that only Microsoft knows."""
    for name in (ends.get("recurrenceTimeZone"), master.get("originalStartTimeZone")):
        if name and (zone := KNOWN_ZONES.named(name)) is not None:
            return name, zone
    raise ValueError("no known zone")
