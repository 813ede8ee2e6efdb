"""Random series with exclusions and detached events, and what a household shows of them."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from hypothesis import strategies as st

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.calendar.published_feeds import ics
from appliance.calendar.published_feeds.models import Stamp
from appliance.kernel.scheduling.clock import instant

NAMES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Etc/UTC",
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Santiago",
    "America/Vancouver",
)
ZONES = [ZoneInfo(each) for each in NAMES]
BEGIN, END = datetime(2024, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
Shown = list[tuple[str, str, str]]


class Published(msgspec.Struct, kw_only=True):
    """A feed of one series: the file, its zone, and title, start and end of all that is shown in the range."""

    file: bytes
    zone: ZoneInfo
    shown: Shown
    rule: str


@st.composite
def published(draw: st.DrawFn) -> Published:
    """A series that starts within two years, and up to four of its dates left out or changed."""
    zone = draw(st.sampled_from(ZONES))
    all_day = draw(st.booleans())
    day = date(2024, 1, 1) + timedelta(days=draw(st.integers(0, 700)))
    series = _stored(draw, zone, all_day, day)
    shown = occurrence_times(series, zone, BEGIN, END)
    days = [_local_day(start, zone) for start, _ in shown]
    left_out = sorted(set(draw(st.lists(st.sampled_from(days), max_size=4)))) if days else []
    changed = [each for each in left_out if draw(st.booleans())]
    series = msgspec.structs.replace(series, exclusions=tuple(left_out) or None)
    detached = [_detached(draw, series, shown[days.index(each)]) for each in changed]
    file = ics.series(series, _stamp(series), [(each, _stamp(each)) for each in detached], False, zone)
    return Published(
        file=ics.opening("Test", zone, with_zone=True) + (file or b"") + ics.CLOSING,
        zone=zone,
        shown=sorted(
            [("Series", *times) for times, each in zip(shown, days, strict=True) if each not in left_out]
            + [("Detached", each.start, each.end) for each in detached if _is_within(each)]
        ),
        rule=series.rrule or "",
    )


def _stored(draw: st.DrawFn, zone: ZoneInfo, all_day: bool, day: date) -> StoredEvent:
    rule = draw(_rules(day))
    if all_day:
        start, end = day.isoformat(), (day + timedelta(days=draw(st.integers(1, 5)))).isoformat()
    else:
        local = datetime(day.year, day.month, day.day, tzinfo=zone) + timedelta(minutes=15 * draw(st.integers(0, 95)))
        begin = local.astimezone(UTC)
        start, end = instant(begin), instant(begin + timedelta(minutes=15 * draw(st.integers(1, 200))))
    return _event("series", "Series", start, end, all_day, rrule=rule)


def _event(id: str, title: str, start: str, end: str, all_day: bool, **more: str) -> StoredEvent:
    return StoredEvent(
        id=id,
        calendar_id="home",
        external_id=None,
        series_id=None,
        title=title,
        start=start,
        end=end,
        all_day=all_day,
        location=None,
        description=None,
        rrule=more.get("rrule"),
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )


def _detached(draw: st.DrawFn, series: StoredEvent, times: tuple[str, str]) -> StoredEvent:
    days = timedelta(days=draw(st.integers(-3, 3)))
    if series.all_day:
        start, end = ((date.fromisoformat(each) + days).isoformat() for each in times)
    else:
        by = days + timedelta(minutes=15 * draw(st.integers(-8, 8)))
        start, end = (instant(datetime.fromisoformat(each) + by) for each in times)
    event = _event(f"detached {times[0]}", "Detached", start, end, series.all_day)
    return msgspec.structs.replace(event, detached_from=series.id, occurrence_start=times[0])


def _stamp(event: StoredEvent) -> Stamp:
    return Stamp(id=event.id, created_at="2026-11-20T15:24:00.000Z", changed_at=None, sequence=0)


def _is_within(event: StoredEvent) -> bool:
    start, end = (each if "T" in each else f"{each}T00:00:00.000Z" for each in (event.start, event.end))
    return end > instant(BEGIN) and start < instant(END)


def _local_day(start: str, zone: ZoneInfo) -> str:
    return start if "T" not in start else datetime.fromisoformat(start).astimezone(zone).date().isoformat()


@st.composite
def _rules(draw: st.DrawFn, day: date) -> str:
    frequency = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))
    parts = [f"FREQ={frequency}"]
    if draw(st.booleans()):
        parts.append(f"INTERVAL={draw(st.integers(2, 4))}")
    weekdays = ",".join(sorted(draw(st.sets(st.sampled_from(WEEKDAYS), min_size=1, max_size=3))))
    if frequency == "WEEKLY" and draw(st.booleans()):
        parts.append(f"BYDAY={weekdays}")
    if frequency == "MONTHLY":
        by = draw(st.sampled_from(["", "BYDAY=2TU", "BYDAY=-1FR", "BYMONTHDAY=31", "BYMONTHDAY=-1", "BYMONTHDAY=1,15"]))
        parts += [by] if by else []
    if frequency == "YEARLY" and draw(st.booleans()):
        parts.append(draw(st.sampled_from([f"BYMONTH={day.month};BYDAY=-1SU", f"BYMONTH={day.month},12;BYMONTHDAY=3"])))
    last = day + timedelta(days=draw(st.integers(0, 900)))
    end = draw(st.sampled_from(["", "COUNT", "DATE", "UTC", "LOCAL"]))
    parts += {
        "": [],
        "COUNT": [f"COUNT={draw(st.integers(1, 40))}"],
        "DATE": [f"UNTIL={last:%Y%m%d}"],
        "UTC": [f"UNTIL={last:%Y%m%d}T120000Z"],
        "LOCAL": [f"UNTIL={last:%Y%m%d}T120000"],
    }[end]
    return ";".join(parts)
