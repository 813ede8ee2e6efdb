"""The clock by which a CalDAV series counts its days: its zone, and the form in which its times are written."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from appliance.calendar.providers.caldav.component_tree import Component, time_line
from appliance.calendar.providers.ics.times import tzid_of
from appliance.calendar.providers.models import Times
from appliance.calendar.series.rewrites import LOCAL_TIME, UTC_TIME, last_allowed_day, written_day
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import instant

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Local times are naive. Without a `tzid` a timed series is in UTC, or in no zone: then `zone` is the household's.

    `daytime` is the time of day at which the rule has its occurrences.
    """

    all_day: bool
    zone: tzinfo
    tzid: str | None = None
    daytime: time = time()

    @classmethod
    def of(cls, component: Component, start: date | datetime, rrule: str, household: ZoneInfo) -> "Clock":
        """The clock of the event that defines a series; its start as it is read. Raises BadRequest for its rule."""
        if not isinstance(start, datetime):
            return cls(all_day=True, zone=household)
        rule, zone = parse(rrule), start.tzinfo or household
        at = start.time().replace(
            hour=start.hour if rule.hour is None else rule.hour,
            minute=start.minute if rule.minute is None else rule.minute,
            second=start.second if rule.second is None else rule.second,
        )
        tzid = None if zone is UTC else tzid_of(component.first("DTSTART") or "")
        return cls(all_day=False, zone=zone, tzid=tzid, daytime=at)

    def turned(self, all_day: bool, household: ZoneInfo) -> "Clock":
        """The clock of the series when it becomes one of whole days, or of times in the household's zone."""
        if all_day == self.all_day:
            return self
        if all_day:
            return Clock(all_day=True, zone=household)
        is_utc = household.key in ("UTC", "Etc/UTC")
        return Clock(all_day=False, zone=UTC if is_utc else household, tzid=None if is_utc else household.key)

    def wall(self, when: str | date) -> datetime:
        """The local time of a stored time, a date or an instant.

        An occurrence whose time the clocks skip is later on that day; here it is at the time that the rule means.
        """
        at = datetime.fromisoformat(when) if isinstance(when, str) else when
        if self.all_day or not isinstance(at, datetime):
            return datetime.combine(date(at.year, at.month, at.day), time())
        local = at.astimezone(self.zone).replace(tzinfo=None, fold=0)
        meant = datetime.combine(local.date(), self.daytime)
        return meant if self.instant(meant) == at else local

    def instant(self, wall: datetime) -> datetime:
        """The instant of a local time: the first where it comes twice, and by the clock before a gap within it."""
        return wall.replace(tzinfo=self.zone).astimezone(UTC)

    def moment(self, wall: datetime) -> date | datetime:
        """The date or the instant of an occurrence that starts at a local time."""
        return wall.date() if self.all_day else self.instant(wall)

    def times(self, wall: datetime, lasting: timedelta) -> Times:
        """The times of an occurrence as they are stored."""
        if self.all_day:
            return Times(start=f"{wall:%Y-%m-%d}", end=f"{wall + lasting:%Y-%m-%d}", all_day=True)
        start = self.instant(wall)
        return Times(start=instant(start), end=instant(start + lasting), all_day=False)

    def line(self, name: str, wall: datetime) -> str:
        """A property with a local time."""
        if self.all_day:
            return time_line(name, wall.date())
        return time_line(name, wall.replace(tzinfo=UTC) if self.zone is UTC else wall, self.tzid)

    def length_line(self, wall: datetime, lasting: timedelta) -> str | None:
        """DTEND, or DURATION where the clocks change in between; None for a time that lasts nothing."""
        if self.all_day:
            return self.line("DTEND", wall + max(lasting, timedelta(days=1)))
        if not lasting:
            return None
        start = self.instant(wall).astimezone(self.zone)
        end = (start.astimezone(UTC) + lasting).astimezone(self.zone)
        if start.utcoffset() == end.utcoffset() and not end.fold:
            return self.line("DTEND", end.replace(tzinfo=None))
        return f"DURATION:PT{lasting // SECOND}S"

    def last_day(self, rrule: str) -> date | None:
        """The last local date that UNTIL allows."""
        until = parse(rrule).until
        if self.all_day and isinstance(until, datetime) and until.tzinfo and (until.hour, until.minute) != (23, 59):
            # Often it is a local midnight that is written in UTC.
            return max(until.date(), until.astimezone(self.zone).date())
        return last_allowed_day(until, None if self.all_day else self.daytime, self.zone)

    def until(self, last: date, at: time) -> str:
        """UNTIL for a last occurrence at a local time, in the form of DTSTART. (RFC 5545 §3.3.10)"""
        if self.all_day:
            return written_day(last)
        wall = datetime.combine(last, at)
        return wall.strftime(LOCAL_TIME) if self.is_floating else self.instant(wall).strftime(UTC_TIME)

    @property
    def is_floating(self) -> bool:
        """Whether its times have no zone."""
        return not self.all_day and self.tzid is None and self.zone is not UTC


def lasting(times: Times) -> timedelta:
    """How long an event is by its stored times."""
    return datetime.fromisoformat(times.end) - datetime.fromisoformat(times.start)
