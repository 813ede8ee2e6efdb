"""The look back is sent on Sundays at the hour of the household's zone, once, whatever the clocks do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from appliance.app import Application
from appliance.people.models import Person
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe, Tick

Done = Callable[[str], None]


@pytest.fixture
def done(client: Client, family: dict[str, Person]) -> Done:
    """Cleo does a chore on a day."""

    def complete(day: str) -> None:
        body = {"title": "Hoover", "memberId": family["Cleo"].id, "points": 5, "dueDate": day}
        chore = client.post("/api/chores", body).json()["id"]
        assert 200 == client.post(f"/api/chores/{chore}/complete", {"date": day}).status_code

    return complete


# Berlin: an ordinary Sunday, the days on which clocks go forward and back, and times that these skip or repeat.
@pytest.mark.parametrize(
    ("at", "before", "after"),
    [
        ("18:00", "2026-11-22T16:59", "2026-11-22T17:01"),
        ("18:00", "2027-03-28T15:59", "2027-03-28T16:01"),
        ("18:00", "2027-10-31T16:59", "2027-10-31T17:01"),
        ("02:30", "2027-10-31T00:29", "2027-10-31T00:31"),
        ("02:30", "2027-03-28T00:59", "2027-03-28T01:31"),
    ],
)
def test_it_is_sent_at_its_hour_and_once(
    subscribe: Subscribe, tick: Tick, clock: FakeClock, done: Done, at: str, before: str, after: str
) -> None:
    _, phone = subscribe(prefs={"weeklySummary": True, "weeklySummaryTime": at})
    _, other = subscribe()
    clock.at = datetime.fromisoformat(before).replace(tzinfo=UTC)
    done(str(clock.at.date() - timedelta(days=2)))
    tick()
    assert [] == phone.seen
    clock.at = datetime.fromisoformat(after).replace(tzinfo=UTC)
    tick()
    assert ["Your week together"] == [each["title"] for each in phone.seen]
    for _ in range(12):
        clock.turn(minutes=10)
        tick()
    clock.turn(days=1)
    tick()
    assert (1, []) == (len(phone.seen), other.seen)


def test_a_restart_repeats_nothing(
    application: Application,
    settings: Settings,
    loop: Loop,
    subscribe: Subscribe,
    tick: Tick,
    sent: Sent,
    clock: FakeClock,
    done: Done,
) -> None:
    _, phone = subscribe(prefs={"weeklySummary": True, "weeklySummaryTime": "18:00"})
    done("2026-11-20")
    clock.at = datetime(2026, 11, 22, 17, 1, tzinfo=UTC)
    tick()
    assert 1 == len(phone.seen)
    application.database.close()

    again = build(settings, clock=clock)
    try:
        clock.turn(minutes=2)
        loop.run(again.reminders.tick())
        loop.run(again.pusher.settled())
        assert 1 == len(phone.seen)
    finally:
        loop.run(again.pusher.close())
        loop.run(again.net.close())
        again.database.close()


def test_a_week_without_chores_is_not_sent(subscribe: Subscribe, tick: Tick, clock: FakeClock) -> None:
    _, phone = subscribe(prefs={"weeklySummary": True, "weeklySummaryTime": "18:00"})
    clock.at = datetime(2026, 11, 22, 17, 1, tzinfo=UTC)
    tick()
    assert [] == phone.seen
