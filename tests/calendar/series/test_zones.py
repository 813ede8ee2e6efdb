"""Local series when the household gets another time zone: every date keeps its weekday and its time of day."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.calendar.series import rules
from appliance.calendar.series.zones import kept
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant

BERLIN, CHICAGO, CAIRO, NUUK = map(ZoneInfo, ["Europe/Berlin", "America/Chicago", "Africa/Cairo", "America/Nuuk"])
ZONES = [
    *(BERLIN, CHICAGO, CAIRO, NUUK),
    *map(ZoneInfo, ["Asia/Tokyo", "Pacific/Apia", "Australia/Lord_Howe", "America/Los_Angeles", "UTC"]),
]
DAY, NONE = timedelta(days=1), timedelta()
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
BEGIN, END = datetime(2025, 12, 1), datetime(2028, 6, 1, 12)


def series(wall: datetime, zone: ZoneInfo, rrule: str | None, **more: object) -> StoredEvent:
    start = wall.replace(tzinfo=zone).astimezone(UTC)
    made = StoredEvent(
        id="1",
        calendar_id="home",
        external_id=None,
        series_id=None,
        title="Swim",
        start=instant(start),
        end=instant(start + timedelta(hours=1)),
        all_day=False,
        location=None,
        description=None,
        rrule=rrule,
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )
    return replace(made, **more)


def walls(each: StoredEvent, zone: ZoneInfo) -> list[datetime]:
    begin, end = (at.replace(tzinfo=zone).astimezone(UTC) for at in (BEGIN, END))
    found = occurrence_times(each, zone, begin, end, each.exclusions)
    return [wall(start, zone) for start, _ in found]


def wall(start: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(start).astimezone(zone).replace(tzinfo=None, fold=0)


def is_skipped(at: datetime, zone: ZoneInfo) -> bool:
    return at != at.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None)


def random_rule(chance: random.Random, start: datetime, zone: ZoneInfo) -> str:
    days = ",".join(chance.sample(WEEKDAYS, chance.randrange(1, 4)))
    frequencies = ["DAILY", "DAILY;INTERVAL=3", "WEEKLY", f"WEEKLY;BYDAY={days}", "WEEKLY;INTERVAL=2"]
    frequencies += ["MONTHLY;BYDAY=-1FR"]
    until = start + timedelta(days=chance.randrange(1, 500))
    exact = until.replace(tzinfo=zone).astimezone(UTC)
    ends = ["", f"COUNT={chance.randrange(1, 60)}", f"UNTIL={until:%Y%m%d}", f"UNTIL={exact:%Y%m%dT%H%M%SZ}"]
    ends += [f"UNTIL={until:%Y%m%dT%H%M%S}", "UNTIL=99991231T235959Z"]
    return ";".join(filter(None, [f"FREQ={chance.choice(frequencies)}", chance.choice(ends)]))


@pytest.mark.parametrize("seed", range(4))
def test_a_series_has_the_same_local_times(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        old, new = chance.sample(ZONES, 2)
        # Often at night, when the clocks change.
        hour = chance.choice([0, 1, 2, 3, 23, chance.randrange(24)])
        start = datetime(2026, 1, 1, hour, 30) + timedelta(days=chance.randrange(400))
        if is_skipped(start, old):
            continue
        was = series(start, old, random_rule(chance, start, old))
        (now,) = kept(was, [], old, new)

        before, after = walls(was, old), walls(now, new)
        assert len(before) == len(after), (was, old, new)
        for one, other in zip(before, after, strict=True):
            # A time that a zone skips is later there on that day.
            near = [datetime.combine(each.date() - day, start.time()) for each in (one, other) for day in (DAY, NONE)]
            skipped = any(is_skipped(each, zone) for each in near for zone in (old, new))
            assert one == other or (skipped and abs(one - other) <= timedelta(hours=1)), (was, old, new)


@pytest.mark.parametrize(
    ("first", "rrule", "expected"),
    [
        pytest.param(
            datetime(2026, 10, 20, 18, 30),
            "FREQ=WEEKLY;UNTIL=20261110T173000Z",
            ["2026-10-20T23:30:00.000Z", "FREQ=WEEKLY;UNTIL=20261111T003000Z"],
            id="an end at an instant is moved too",
        ),
        pytest.param(
            datetime(2026, 3, 8, 2, 30),
            "FREQ=WEEKLY",
            ["2026-03-08T07:30:00.000Z", "FREQ=WEEKLY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"],
            id="the first date skips the time in the new zone",
        ),
        pytest.param(
            datetime(2026, 3, 29, 1, 30),
            "FREQ=WEEKLY;BYHOUR=2;BYMINUTE=30;BYSECOND=0",
            ["2026-03-29T06:30:00.000Z", "FREQ=WEEKLY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"],
            id="the first date skips it in the old one",
        ),
        pytest.param(
            datetime(2026, 10, 20, 18),
            "FREQ=DAILY;UNTIL=20261110;COUNT=3",
            ["2026-10-20T23:00:00.000Z", "FREQ=DAILY;UNTIL=20261110;COUNT=3"],
            id="the rest of the rule stays as it is",
        ),
        pytest.param(
            datetime(2026, 10, 20, 18),
            "FREQ=DAILY;UNTIL=99991231T235959Z",
            ["2026-10-20T23:00:00.000Z", "FREQ=DAILY;UNTIL=99991231T235959Z"],
            id="an end that no zone can move",
        ),
    ],
)
def test_from_berlin_to_chicago(first: datetime, rrule: str, expected: list[str]) -> None:
    was = series(first, BERLIN, rrule, exclusions=("2026-11-03",))
    (now,) = kept(was, [], BERLIN, CHICAGO)

    assert expected == [now.start, now.rrule]
    assert ("2026-11-03",) == now.exclusions
    assert timedelta(hours=1) == datetime.fromisoformat(now.end) - datetime.fromisoformat(now.start)


def test_the_first_date_skips_the_time_around_midnight() -> None:
    was = series(datetime(2026, 3, 28, 23, 30), BERLIN, "FREQ=WEEKLY")
    (now,) = kept(was, [], BERLIN, NUUK)

    # The next time that Nuuk skips it is a year later.
    assert walls(was, BERLIN)[1:50] == walls(now, NUUK)[1:50]


def test_changed_dates_stay_dates_of_their_series() -> None:
    was = series(datetime(2026, 10, 20, 18), BERLIN, "FREQ=WEEKLY", exclusions=("2026-10-27", "2026-11-03"))
    in_place, moved, whole = (
        series(datetime(2026, 10, day, hour), BERLIN, None, id=name, detached_from="1", occurrence_start=at)
        for name, day, hour, at in [
            ("a", 27, 18, "2026-10-27T17:00:00.000Z"),
            ("b", 28, 23, "2026-11-03T17:00:00.000Z"),
            ("c", 20, 18, "2026-10-20T16:00:00.000Z"),
        ]
    )
    whole = replace(whole, all_day=True, start="2026-10-21", end="2026-10-22")
    now, *detached = kept(was, [in_place, moved, whole], BERLIN, CHICAGO)

    assert [
        ("2026-10-27T23:00:00.000Z", "2026-10-27T23:00:00.000Z"),
        ("2026-11-04T00:00:00.000Z", "2026-10-29T04:00:00.000Z"),
        ("2026-10-20T23:00:00.000Z", "2026-10-21"),
    ] == [(each.occurrence_start, each.start) for each in detached]
    assert all(rules.named(now, each.occurrence_start or "", CHICAGO) for each in detached)
    assert [True, False, False] == [rules.follows(each, now, CHICAGO) for each in detached]


def test_whole_days_stay_and_a_time_on_one_of_them_is_kept() -> None:
    was = series(datetime(2026, 10, 20), BERLIN, "FREQ=WEEKLY", all_day=True, start="2026-10-20", end="2026-10-21")
    timed = series(datetime(2026, 10, 27, 9), BERLIN, None, detached_from="1", occurrence_start="2026-10-27")
    now, detached = kept(was, [timed], BERLIN, CHICAGO)

    assert was == now
    assert ("2026-10-27", "2026-10-27T14:00:00.000Z") == (detached.occurrence_start, detached.start)


def test_a_rule_that_is_not_valid_is_an_error() -> None:
    with pytest.raises(BadRequest):
        kept(series(datetime(2026, 10, 20), BERLIN, "FREQ=SOMETIMES"), [], BERLIN, CHICAGO)
