"""A series at Google, divided at one of its occurrences: the bodies of the requests, and what speaks against it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from appliance.calendar.providers.google import events
from appliance.calendar.providers.hosted.division import Body, Division
from appliance.calendar.providers.hosted.times import KNOWN_ZONES
from appliance.calendar.providers.models import Edit
from appliance.calendar.providers.new_rules import begun
from appliance.calendar.series.rewrites import (
    UTC_TIME,
    last_allowed_day,
    later_rule,
    moved_line,
    with_parts,
    written_day,
)
from appliance.kernel.recurrence import expansion
from appliance.kernel.recurrence.rule import parse

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
COPIED = ("summary", "location", "description")


class GoogleDivision(Division):
    """See Division."""

    provider = "Google"

    def __init__(self, master: Body, occurrence: Body, household: ZoneInfo):
        super().__init__(master, occurrence, household)
        self._lines = [str(line) for line in self.recurrence or []]
        rules = [line for line in self._lines if line.upper().startswith("RRULE")]
        if len(rules) != 1 or any(line.upper().startswith(("RDATE", "EXRULE")) for line in self._lines):
            raise self._indivisible()
        self.etag = str(master.get("etag") or "*")
        self._rule = rules[0].partition(":")[2]
        name = str(master["start"].get("timeZone") or "")
        zone = KNOWN_ZONES.named(name) if name else household
        if zone is None:
            raise self._indivisible()
        self._zone = zone
        self._zone_name = name or str(household)
        self._start, self._end = self._local(master["start"]), self._local(master["end"])
        self.slot, self._now = self._local(occurrence["originalStartTime"]), self._local(occurrence["start"])
        self._all_day = "date" in master["start"]

    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""
        return {"recurrence": self._recurrence(with_parts(self._rule, COUNT=None, UNTIL=self._until()))}

    @property
    def rule(self) -> str:
        """See Division."""
        last = last_allowed_day(parse(self._rule).until, None if self._all_day else self._start.time(), self._zone)
        return with_parts(self._rule, UNTIL=written_day(last)) if last else self._rule

    def whole(self, edit: Edit) -> Body:
        """See Division."""
        if edit.rrule is None:
            start, end = self._moved(edit.times)
            return {"start": self._when(start), "end": self._when(end), "recurrence": []}
        start, end = self._moved_series(edit.times)
        if isinstance(edit.rrule, str):
            first, rule = begun(edit.rrule, start, self._all_day, self._zone)
            start, end, lines = first, first + (end - start), [f"RRULE:{rule}"]
        else:
            lines = self._moved_lines(self._start, start, lambda: 0)
        return {"start": self._when(start), "end": self._when(end), "recurrence": lines}

    def rest(self, edit: Edit) -> Body:
        """See Division."""
        start, end = self._moved(edit.times)
        if edit.rrule is UNSET:
            lines = self._moved_lines(self.slot, start, self._passed)
        elif edit.rrule is None:
            lines = []
        else:
            first, rule = begun(edit.rrule, start, self._all_day, self._zone)
            start, end, lines = first, first + (end - start), [f"RRULE:{rule}"]
        overrides = (self._master.get("reminders") or {}).get("overrides") or []
        own = msgspec.convert(overrides, list[events.Reminder])
        kept = {name: value for name, value in self._master.items() if name not in GIVEN}
        return {
            **kept,
            **events.body(replace(edit, times=UNSET), own),
            "start": self._when(start),
            "end": self._when(end),
            "recurrence": lines,
        }

    def check_later(self, instances: list[Body], until: datetime, since: datetime | None = None) -> None:
        """See Division."""
        for instance in instances:
            slot = self._local(instance["originalStartTime"])
            # Of a cancelled occurrence only its ids and its original start are certain.
            if (slot > self.slot if since is None else slot != self.slot) and (
                instance.get("status") == "cancelled"
                or slot != self._local(instance["start"])
                or any(instance.get(name) != self._master.get(name) for name in COPIED)
            ):
                raise self._has_changed()

    @staticmethod
    def _texts(event: Body) -> tuple[str, str, str]:
        title, location, description = (str(event.get(name) or "") for name in COPIED)
        return title, location, description

    def _moved_lines(self, at: datetime, moved: datetime, passed: Callable[[], int]) -> list[str]:
        """The recurrence of a series, or of its rest, that began at a local time and begins at another one."""
        shift = moved - at
        try:
            rule = later_rule(self._rule, passed, at, moved, self._later_until(at, moved))
            return [
                moved_line(line, shift, self._zone) if shift and line.upper().startswith("EXDATE") else line
                for line in self._recurrence(rule)
            ]
        except ValueError:
            raise self._indivisible() from None

    def _passed(self) -> int:
        """How many occurrences the rule has before this one."""
        first = self._start
        if self._all_day:
            return len(expansion.days(self._rule, first.date(), first.date(), self.slot.date() - timedelta(days=1)))
        begin, end = first.replace(tzinfo=self._zone), self.slot.replace(tzinfo=self._zone)
        return len(expansion.occurrences(self._rule, begin, timedelta(seconds=1), self._zone, begin, end))

    def _later_until(self, at: datetime, start: datetime) -> str | None:
        """The end of the rule after a move of its occurrences."""
        last = last_allowed_day(parse(self._rule).until, None if self._all_day else at.time(), self._zone)
        if last is None or start == at:
            return None
        last += start.date() - at.date()
        if self._all_day:
            return written_day(last)
        return datetime.combine(last, start.time(), self._zone).astimezone(UTC).strftime(UTC_TIME)

    def _until(self) -> str:
        if self._all_day:
            return (self.slot - timedelta(days=1)).strftime("%Y%m%d")
        at = self.slot.replace(tzinfo=self._zone) - timedelta(seconds=1)
        return at.astimezone(UTC).strftime(UTC_TIME)

    def _recurrence(self, rule: str) -> list[str]:
        return [f"RRULE:{rule}" if line.upper().startswith("RRULE") else line for line in self._lines]

    def _when(self, local: datetime) -> Body:
        if self._all_day:
            return {"date": local.date().isoformat()}
        return {"dateTime": local.replace(tzinfo=self._zone).isoformat(), "timeZone": self._zone_name}

    def _local(self, when: Body) -> datetime:
        if when.get("date"):
            return datetime.combine(date.fromisoformat(when["date"]), time())
        at = datetime.fromisoformat(str(when["dateTime"]))
        return self._clock(at) if at.tzinfo else at
