"""A series at Microsoft, divided at one of its occurrences: the bodies of the requests, and what speaks against it."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from msgspec import UNSET
from msgspec.structs import replace

from appliance.calendar.providers.hosted.division import Body, Division
from appliance.calendar.providers.hosted.times import KNOWN_ZONES
from appliance.calendar.providers.microsoft import events, new_series, recurrence
from appliance.calendar.providers.models import Edit
from appliance.calendar.providers.new_rules import begun
from appliance.kernel.errors import BadRequest

DAY = timedelta(days=1)
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


class MicrosoftDivision(Division):
    """See Division. Graph answers in UTC, and names the zone of every series."""

    provider = "Microsoft"

    def __init__(self, master: Body, occurrence: Body, household: ZoneInfo):
        super().__init__(master, occurrence, household)
        if master.get("isOrganizer") is False:
            raise BadRequest(INVITED, at="apply", code="series_not_divisible")
        try:
            self._pattern, self._range = self.recurrence["pattern"], self.recurrence["range"]
            self._all_day = bool(master.get("isAllDay"))
            self._zone_name, self._zone = _zone(self._range, master)
            self._start, self._end = self._local(master["start"]), self._local(master["end"])
            self._now = self._local(occurrence["start"])
            self.slot = self._slot(occurrence)
            self._passed = len(self._dates(self._start.date(), self.slot.date() - DAY))
        except (KeyError, TypeError, ValueError, BadRequest):
            raise self._indivisible() from None

    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""
        ends = recurrence.ending(self._range, self.slot.date() - DAY)
        return {"recurrence": {"pattern": self._pattern, "range": ends}}

    @property
    def rule(self) -> str:
        """See Division."""
        return recurrence.shown({"pattern": self._pattern, "range": self._range})

    def whole(self, edit: Edit) -> Body:
        """See Division."""
        if edit.rrule is None:
            start, end = self._moved(edit.times)
            return {"start": self._when(start), "end": self._when(end), "recurrence": None}
        start, end = self._moved_series(edit.times)
        return self._dates_from(start, end, edit, 0, (start.date() - self._start.date()).days)

    def rest(self, edit: Edit) -> Body:
        """See Division."""
        if self._master.get("hasAttachments"):
            raise BadRequest(ATTACHED, at="apply", code="series_not_divisible")
        start, end = self._moved(edit.times)
        days = (start.date() - self.slot.date()).days
        kept = {name: self._master[name] for name in COPIED if self._master.get(name) is not None}
        return {
            **kept,
            **self._place(),
            **self._people(),
            **events.body(replace(edit, times=UNSET)),
            **self._dates_from(start, end, edit, self._passed, days),
        }

    def _dates_from(self, start: datetime, end: datetime, edit: Edit, passed: int, days: int) -> Body:
        """The start, end and recurrence from a local start on, which is so many days later than before."""
        if edit.rrule is None:
            return {"start": self._when(start), "end": self._when(end)}
        if isinstance(edit.rrule, str):
            first, rule = begun(edit.rrule, start, self._all_day, self._zone)
            start, end = first, first + (end - start)
            found = new_series.recurrence(rule, start, self._zone, self._zone_name)
        else:
            ends = recurrence.beginning(self._range, start.date(), passed, days)
            found = {"pattern": recurrence.moved(self._pattern, days), "range": ends}
        return {"start": self._when(start), "end": self._when(end), "recurrence": found}

    def check_own(self, edit: Edit) -> None:
        """See Division."""
        if self._occurrence.get("type") == "exception":
            super().check_own(edit)

    def check_later(self, instances: list[Body], until: datetime, since: datetime | None = None) -> None:
        """See Division."""
        found = {self.slot.date()}
        for instance in instances:
            if instance.get("id") == self._id or not instance.get("start"):
                continue
            start = self._local(instance["start"])
            if instance.get("type") == "exception" and (since is not None or start > self.slot):
                raise self._has_changed()
            found.add(start.date())
        last = until.astimezone(self._zone).date() - DAY
        first = self.slot.date() if since is None else max(since.astimezone(self._zone).date(), self._start.date())
        if set(self._dates(first + DAY, last)) - found:
            raise self._has_changed()

    @staticmethod
    def _texts(event: Body) -> tuple[str, str, str]:
        place, body = event.get("location") or {}, event.get("body") or {}
        return (
            str(event.get("subject") or ""),
            str(place.get("displayName") or ""),
            str(body.get("content") or "").strip(),
        )

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
            found["attendees"] = [{name: guest[name] for name in ("type", "emailAddress")} for guest in guests]
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


def _zone(ends: Body, master: Body) -> tuple[str, tzinfo]:
    """The zone of a series, and its name at Microsoft. Raises ValueError for one that only Microsoft knows."""
    for name in (ends.get("recurrenceTimeZone"), master.get("originalStartTimeZone")):
        if name and (zone := KNOWN_ZONES.named(name)) is not None:
            return name, zone
    raise ValueError("no known zone")
