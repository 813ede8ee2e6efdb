"""A series at Google, divided at one of its occurrences: the bodies of the requests, and what speaks against it."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.providers.google import events
from appliance.calendar.providers.models import Edit, Times
from appliance.calendar.series.rewrites.rules import UTC_TIME, moved_rule, moved_value, with_parts
from appliance.kernel import recurrence
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.scheduling.clock import is_zone

Body = dict[str, Any]

CANNOT = "this series cannot be divided here; change it at Google"
CHANGED = "later dates of this series were changed by themselves; change them one by one, or the series at Google"
# What Google gives an event itself.
GIVEN = {
    "kind",
    "id",
    "etag",
    "status",
    "htmlLink",
    "created",
    "updated",
    "creator",
    "organizer",
    "iCalUID",
    "sequence",
    "hangoutLink",
    "recurrence",
    "start",
    "end",
}
COPIED = ("summary", "location", "description", "start", "end")


class Division:
    """A series and the occurrence at which it is divided, both as Google answers them. Raises BadGateway.

    `household` is the zone of a series without one.
    """

    def __init__(self, master: Body, occurrence: Body, household: ZoneInfo):
        lines = [str(each) for each in master.get("recurrence") or []]
        rules = [each for each in lines if each.upper().startswith("RRULE")]
        if len(rules) != 1 or any(each.upper().startswith(("RDATE", "EXRULE")) for each in lines):
            raise BadGateway(CANNOT, code="series_not_divisible")
        self._master, self._lines = master, lines
        self.recurrence: Any = master.get("recurrence")
        self.etag: str | None = str(master.get("etag") or "*")
        self._rule = rules[0].partition(":")[2]
        name = str(master["start"].get("timeZone") or "")
        self._zone = ZoneInfo(name) if is_zone(name) else household
        self._zone_name = name or str(household)
        self.slot = self._local(occurrence["originalStartTime"])
        self._now = self._local(occurrence["start"])
        self._all_day = "date" in master["start"]
        self.is_first = self.slot <= self._local(master["start"])

    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""
        return {"recurrence": self._recurrence(with_parts(self._rule, COUNT=None, UNTIL=self._until()))}

    def rest(self, edit: Edit) -> Body:
        """The new series from the occurrence on, changed. Raises BadRequest for a move that the rule cannot express."""
        start, lasting, shift = self._moved(edit.times)
        rule = self._rule
        if count := recurrence.parse(rule).count:
            rule = with_parts(rule, COUNT=str(count - self._passed()))
        if shift:
            rule = moved_rule(rule, self.slot.date(), start.date() - self.slot.date(), None, has_new_time=True)
            until = dict(part.split("=", 1) for part in rule.split(";")).get("UNTIL")
            rule = with_parts(rule, UNTIL=moved_value(until, shift, self._zone)) if until else rule
        lines = [self._moved_line(each, shift) for each in self._recurrence(rule)]
        own = [events.Reminder(method=each["method"], minutes=each["minutes"]) for each in self._overrides()]
        kept = {name: value for name, value in self._master.items() if name not in GIVEN}
        return {
            **kept,
            **events.body(replace(edit, times=UNSET), own, is_new=True),
            "start": self._when(start),
            "end": self._when(start + lasting),
            "recurrence": lines,
        }

    def check_later(self, instances: list[Body]) -> None:
        """Raises BadRequest when a later occurrence was changed by itself, which a new series would not have."""
        master = {name: self._master.get(name) for name in COPIED[:3]}
        for each in instances:
            if self._local(each["originalStartTime"]) <= self.slot:
                continue
            # Of a cancelled occurrence only its ids and its original start are certain.
            is_cancelled = each.get("status") == "cancelled"
            if (
                is_cancelled
                or self._local(each["originalStartTime"]) != self._local(each["start"])
                or {name: each.get(name) for name in master} != master
            ):
                raise BadRequest(CHANGED, at="apply", code="series_not_divisible")

    def _moved(self, times: Times | UnsetType) -> tuple[datetime, timedelta, timedelta]:
        """The local start of the new series, how long it lasts, and by how much it moves."""
        lasting = self._local(self._master["end"]) - self._local(self._master["start"])
        if isinstance(times, UnsetType):
            return self.slot, lasting, timedelta()
        if times.all_day != self._all_day:
            raise BadRequest(CANNOT, at="allDay", code="series_not_divisible")
        if times.all_day:
            start, end = (datetime.combine(date.fromisoformat(each), time()) for each in (times.start, times.end))
        else:
            start, end = (self._clock(datetime.fromisoformat(each)) for each in (times.start, times.end))
        shift = start - self._now
        return self.slot + shift, end - start, shift

    def _passed(self) -> int:
        """How many occurrences the rule has before this one."""
        first = self._local(self._master["start"])
        if self._all_day:
            return len(recurrence.days(self._rule, first.date(), first.date(), self.slot.date() - timedelta(days=1)))
        begin, end = first.replace(tzinfo=self._zone), self.slot.replace(tzinfo=self._zone)
        return len(recurrence.occurrences(self._rule, begin, timedelta(seconds=1), self._zone, begin, end))

    def _until(self) -> str:
        if self._all_day:
            return (self.slot - timedelta(days=1)).strftime("%Y%m%d")
        at = self.slot.replace(tzinfo=self._zone) - timedelta(seconds=1)
        return at.astimezone(ZoneInfo("UTC")).strftime(UTC_TIME)

    def _recurrence(self, rule: str) -> list[str]:
        return [f"RRULE:{rule}" if each.upper().startswith("RRULE") else each for each in self._lines]

    def _moved_line(self, line: str, shift: timedelta) -> str:
        head, _, values = line.rpartition(":")
        if not shift or not head.upper().startswith("EXDATE"):
            return line
        try:
            return f"{head}:{','.join(moved_value(each, shift, self._zone) for each in values.split(','))}"
        except ValueError:
            raise BadGateway(CANNOT, code="series_not_divisible") from None

    def _overrides(self) -> list[Body]:
        return list((self._master.get("reminders") or {}).get("overrides") or [])

    def _when(self, local: datetime) -> Body:
        if self._all_day:
            return {"date": local.date().isoformat()}
        return {"dateTime": local.replace(tzinfo=self._zone).isoformat(), "timeZone": self._zone_name}

    def _local(self, when: Body) -> datetime:
        if when.get("date"):
            return datetime.combine(date.fromisoformat(when["date"]), time())
        at = datetime.fromisoformat(str(when["dateTime"]))
        return self._clock(at) if at.tzinfo else at

    def _clock(self, at: datetime) -> datetime:
        return at.astimezone(self._zone).replace(tzinfo=None)
