"""The household's day begins at an hour of choice, for chores, streaks and the board."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from appliance.chores.jobs import TurnsJob
from appliance.chores.timing import is_late
from appliance.chores.turns import queries as turn_queries
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.clock import household_day
from appliance.notifications.daily import actions as daily
from tests.chores.test_sharing import a_chore
from tests.client import Client, Loop
from tests.fakes import FakeClock

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY, SATURDAY = "2026-11-20", "2026-11-21"
# 00:30 of Saturday in Berlin.
HALF_PAST_MIDNIGHT = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
Ids = dict[str, str]
APPLIANCE = Path(__file__).parents[2] / "appliance"


@pytest.fixture
def late_evening(client: Client, clock: FakeClock) -> Client:
    """A household whose day begins at three, half an hour after midnight."""
    assert 3 == client.patch("/api/settings", {"dayStartsAt": 3}).json()["dayStartsAt"]
    clock.at = HALF_PAST_MIDNIGHT
    return client


@pytest.mark.parametrize(
    ("local", "starts_at", "day"),
    [
        ("2026-11-21T00:00", 0, SATURDAY),
        ("2026-11-20T23:59", 3, FRIDAY),
        ("2026-11-21T00:00", 3, FRIDAY),
        ("2026-11-21T02:59", 3, FRIDAY),
        ("2026-11-21T03:00", 3, SATURDAY),
        ("2026-11-21T04:59", 5, FRIDAY),
        ("2027-01-01T01:00", 2, "2026-12-31"),
        # The clocks go from two to three, and from three back to two.
        ("2026-03-29T03:00", 3, "2026-03-29"),
        ("2026-03-29T01:59", 2, "2026-03-28"),
        ("2026-10-25T02:59", 3, "2026-10-24"),
    ],
)
def test_the_day_of_a_moment(local: str, starts_at: int, day: str) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=BERLIN)
    assert date.fromisoformat(day) == household_day(now, BERLIN, starts_at)


@pytest.mark.parametrize(
    ("due_by", "local", "late"),
    [
        ("23:00", "2026-11-20T22:59", False),
        ("23:00", "2026-11-21T00:30", True),
        ("01:00", "2026-11-20T12:00", False),
        ("01:00", "2026-11-21T00:59", False),
        ("01:00", "2026-11-21T01:00", True),
        ("03:00", "2026-11-20T03:00", True),
    ],
)
def test_a_time_before_the_start_is_that_of_the_next_date(due_by: str, local: str, late: bool) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=BERLIN)
    assert late == is_late(due_by, date(2026, 11, 20), now, 3)


def test_after_midnight_the_day_goes_on(late_evening: Client, ids: Ids, clock: FakeClock) -> None:
    bed = a_chore(late_evening, memberId=ids["Cleo"], points=4)
    late_evening.post(f"/api/chores/{bed['id']}/complete", {"date": FRIDAY})

    board = late_evening.get("/api/board").json()
    cleo = next(member for member in board["members"] if member["id"] == ids["Cleo"])
    assert FRIDAY == board["date"] == late_evening.get(f"/api/snapshot?member={ids['Cleo']}").json()["from"]
    assert (4, 1, {"done": 1, "total": 1}) == (cleo["pointsToday"], cleo["streak"], cleo["chores"])
    assert 4 == late_evening.get("/api/leaderboard?period=today").json()[0]["points"]

    clock.turn(hours=2, minutes=30)
    board = late_evening.get("/api/board").json()
    cleo = next(member for member in board["members"] if member["id"] == ids["Cleo"])
    assert (SATURDAY, 0, {"done": 0, "total": 1}) == (board["date"], cleo["pointsToday"], cleo["chores"])


def test_calendars_keep_their_dates(late_evening: Client, ids: Ids) -> None:
    calendar = late_evening.post("/api/calendars", {"kind": "local", "name": "Home"}).json()["id"]
    request: dict[str, Any] = {
        "title": "Cake",
        "start": f"{SATURDAY}T10:00:00.000Z",
        "end": f"{SATURDAY}T11:00:00.000Z",
    }
    request = request | {"calendarId": calendar, "allDay": False, "countdown": True}
    assert 201 == late_evening.post("/api/events", request).status_code
    assert [(SATURDAY, 0)] == [(each["date"], each["days"]) for each in late_evening.get("/api/countdowns").json()]
    assert [(SATURDAY, "Cake")] == [
        (each["date"], each["title"]) for each in late_evening.get("/api/board").json()["coming"]
    ]


def test_a_poll_sees_the_new_day(late_evening: Client, ids: Ids, clock: FakeClock) -> None:
    a_chore(late_evening, memberId=ids["Cleo"])
    path = "/api/leaderboard?period=today"
    tag = late_evening.get(path).headers["etag"]
    clock.turn(hours=2)
    assert 304 == late_evening.get(path, headers={"If-None-Match": tag}).status_code
    clock.turn(minutes=30)
    assert 200 == late_evening.get(path, headers={"If-None-Match": tag}).status_code


def test_turns_are_decided_when_the_day_has_begun(
    late_evening: Client, ids: Ids, clock: FakeClock, database: Database, loop: Loop
) -> None:
    dog = a_chore(late_evening, memberIds=[ids["Ana"], ids["Ben"]], share="turn")
    assert [ids["Ana"]] == [each["memberId"] for each in late_evening.get(f"/api/chores/day?date={FRIDAY}").json()]
    for hours, through in ((2, "2026-11-19"), (3, FRIDAY)):
        clock.at = HALF_PAST_MIDNIGHT.replace(hour=23, minute=59)
        clock.turn(hours=hours)
        loop.run(TurnsJob().run(database, clock.now()))
        assert through == str(turn_queries.rotations(database.read, [dog["id"]])[dog["id"]].through)


def test_the_reminder_is_about_the_day_that_goes_on(late_evening: Client, ids: Ids, database: Database) -> None:
    bed = a_chore(late_evening, memberId=ids["Cleo"], rrule=None, dueDate=FRIDAY)
    assert [bed["id"]] == [chore.id for chore in daily.agenda(database.read, date(2026, 11, 21)).chores]


def test_a_display_needs_the_pin_for_it(client: Client, display: Client) -> None:
    client.put("/api/settings/pin", {"pin": "2468"})
    assert 403 == display.patch("/api/settings", {"dayStartsAt": 3}).status_code


@pytest.mark.parametrize("hour", [-1, 6, 2.5, "3", None])
def test_the_hour_is_from_0_to_5(client: Client, hour: Any) -> None:
    refused = client.patch("/api/settings", {"dayStartsAt": hour})
    assert 400 == refused.status_code and refused.json()["error"].startswith("dayStartsAt: ")


def test_chores_count_by_the_households_day() -> None:
    """Nothing about chores, points and the board reads the date of the calendar, except what is about events."""
    by_date = [
        (str(file.relative_to(APPLIANCE)), line.strip())
        for folder in ("chores", "points/streaks", "board", "snapshot")
        for file in sorted((APPLIANCE / folder).rglob("*.py"))
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"\b(db|tx|read)\.today\b", line)
    ]
    assert ["board/actions.py", "board/actions.py", "board/week/actions.py"] == [file for file, _ in by_date], by_date
