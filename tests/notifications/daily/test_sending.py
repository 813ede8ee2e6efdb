"""The daily summary and the chore reminder through the real scheduler."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import NewEvent
from appliance.chores import actions as chores
from appliance.chores.models import CompleteRequest, NewChore
from appliance.kernel.database.database import Database
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Subscribe, Tick
from tests.notifications.service import Browser

SUMMARY = {"dailySummary": True, "eventReminders": False}
NUDGE = {"choreNudge": True, "eventReminders": False}


@pytest.fixture
def clock() -> FakeClock:
    """Four in the morning in Berlin."""
    return FakeClock(datetime(2026, 11, 20, 3, 0, tzinfo=UTC))


def wait(tick: Tick, clock: FakeClock, hours: float) -> None:
    for _ in range(int(hours * 30)):
        tick()
        clock.turn(minutes=2)


def feed(client: Client, kind: str) -> list[tuple[str, str]]:
    """Time of day in UTC and body of the entries of a kind, oldest first."""
    found = reversed(client.get("/api/notifications").json())
    return [(each["at"][11:16], each["body"]) for each in found if each["kind"] == kind]


def bodies(browser: Browser) -> list[str]:
    return [each["body"] for each in browser.seen]


def add_data(database: Database, family: dict[str, Person]) -> dict[str, str]:
    """A day with an event for Ana and one for Ben, three chores, and things to do."""
    ana, ben = family["Ana"].id, family["Ben"].id
    home = database.write_now(calendars.add, NewCalendar(kind="local", name="Family"))
    late = {"start": "2026-11-20T22:30:00.000Z", "end": "2026-11-20T23:30:00.000Z"}
    after = {"start": "2026-11-20T23:00:00.000Z", "end": "2026-11-20T23:30:00.000Z"}
    before = {"start": "2026-11-19T22:00:00.000Z", "end": "2026-11-19T23:00:00.000Z"}
    made: dict[str, str] = {}
    requests: list[tuple[str, dict[str, Any], list[str]]] = [
        ("Concert", late, [ana]),
        ("Dentist", {"start": "2026-11-20T10:00:00.000Z", "end": "2026-11-20T11:00:00.000Z"}, [ben]),
        ("Tomorrow", after, []),
        ("Yesterday", before, []),
    ]
    for title, times, member_ids in requests:
        request = NewEvent(
            calendar_id=home.id, title=title, all_day=False, member_ids=member_ids, reminders=[], **times
        )
        made[title] = database.write_now(events.add, request).id
    for title, member in (("Bins", ana), ("Dishes", ben), ("Plants", None)):
        chore = NewChore(title=title, member_id=member, due_date=date(2026, 11, 20))
        made[title] = database.write_now(chores.add, chore).id
    todo = database.write_now(lists.create, NewList(name="To do", kind="todo", member_ids=[ben]))
    database.write_now(
        lists.add_items,
        todo.id,
        [
            NewItem(title="Tickets", event_id=made["Concert"], priority="urgent"),
            NewItem(title="Flowers", event_id=made["Concert"]),
            NewItem(title="Call", due_date=date(2026, 11, 20)),
            NewItem(title="Pay", due_date=date(2026, 11, 20), member_id=ana),
            NewItem(title="Later", due_date=date(2026, 11, 21)),
        ],
    )
    return made


def test_a_summary_counts_the_households_day_for_the_devices_people(
    client: Client, database: Database, family: dict[str, Person], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    made = add_data(database, family)
    database.write_now(chores.complete, made["Dishes"], CompleteRequest(date=date(2026, 11, 20)))
    _, of_all = subscribe(prefs=SUMMARY)
    _, of_ana = subscribe(prefs=SUMMARY | {"summaryTime": "09:00"}, memberIds=[family["Ana"].id])
    _, of_ben = subscribe(prefs=SUMMARY | {"summaryTime": "06:00"}, memberIds=[family["Ben"].id])
    _, without = subscribe()
    wait(tick, clock, 8)
    whole = "2 events · 2 chores — Dentist, Concert\nConcert: ‼️ Tickets, Flowers\nDue today: Call, Pay"
    assert [whole] == bodies(of_all)
    assert ["1 event · 2 chores — Concert\nConcert: ‼️ Tickets, Flowers\nDue today: Pay"] == bodies(of_ana)
    assert ["1 event · 1 chore — Dentist\nDue today: Call"] == bodies(of_ben)
    assert [] == without.seen
    assert [("05:00", whole)] == feed(client, "summary")


def test_open_chores_are_sent_to_the_members_concerned(
    client: Client, database: Database, family: dict[str, Person], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    made = add_data(database, family)
    database.write_now(chores.complete, made["Bins"], CompleteRequest(date=date(2026, 11, 20)))
    database.write_now(chores.complete, made["Plants"], CompleteRequest(date=date(2026, 11, 20)))
    _, of_all = subscribe(prefs=NUDGE)
    _, of_ana = subscribe(prefs=NUDGE, memberIds=[family["Ana"].id])
    _, of_ben = subscribe(prefs=NUDGE, memberIds=[family["Ben"].id])
    wait(tick, clock, 6)
    assert [["Dishes"], [], ["Dishes"]] == [bodies(each) for each in (of_all, of_ana, of_ben)]
    assert ["1 chore left today"] == [each["title"] for each in of_ben.seen]
    [entry] = [each for each in client.get("/api/notifications").json() if each["kind"] == "chore"]
    assert ("1 chore left today", [family["Ben"].id], "/chores") == (entry["title"], entry["memberIds"], entry["url"])
    assert [("07:00", "Dishes")] == feed(client, "chore")


def test_the_feed_has_one_summary_a_day_at_the_default_time(client: Client, tick: Tick, clock: FakeClock) -> None:
    wait(tick, clock, 50)
    assert [("06:30", "0 events · 0 chores")] * 2 == feed(client, "summary")
    assert [] == feed(client, "chore")


def test_a_device_that_chose_a_later_time_does_not_move_the_feed(
    client: Client, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, phone = subscribe(prefs=SUMMARY | {"summaryTime": "10:00"})
    wait(tick, clock, 8)
    assert ["06:30"] == [at for at, _ in feed(client, "summary")]
    assert 1 == len(phone.seen)


@pytest.mark.parametrize(("zone", "expected"), [("America/New_York", "12:30"), ("Asia/Kolkata", "02:00")])
def test_times_are_the_households(client: Client, tick: Tick, clock: FakeClock, zone: str, expected: str) -> None:
    client.patch("/api/settings", {"timezone": zone})
    clock.turn(hours=-2)
    clock.right = True
    wait(tick, clock, 20)
    assert [expected] == [at for at, _ in feed(client, "summary")]


def test_a_sent_summary_is_not_repeated_after_an_option_change(
    client: Client, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    device, phone = subscribe(prefs=SUMMARY)
    wait(tick, clock, 4)
    client.patch(f"/api/push/subscriptions/{device}", {"prefs": {"summaryTime": "08:30"}})
    wait(tick, clock, 4)
    assert 1 == len(phone.seen)


def test_a_routine_is_one_open_chore_and_who_is_away_has_none(
    client: Client, family: dict[str, Person], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    cleo, dan = family["Cleo"].id, family["Dan"].id
    _, of_cleo = subscribe(memberIds=[cleo], prefs={"choreNudge": True, "choreNudgeTime": "18:00"})
    _, of_dan = subscribe(memberIds=[dan], prefs={"choreNudge": True, "choreNudgeTime": "18:00"})
    steps = [{"title": title} for title in ("Dress", "Eat", "Brush")]
    for member in (cleo, dan):
        routine = {"title": "Get ready", "memberId": member, "dueDate": "2026-11-20", "steps": steps}
        assert 201 == client.post("/api/chores", routine).status_code
    client.post("/api/away", {"memberId": dan, "from": "2026-11-20", "until": "2026-11-21"})
    clock.turn(hours=14, minutes=2)
    tick()
    assert (["1 chore left today"], []) == ([each["title"] for each in of_cleo.seen], of_dan.seen)
