"""Event reminders through the real scheduler, on a push service and in the feed."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import Calendar, NewCalendar
from appliance.calendar.categories import actions as categories
from appliance.calendar.categories.models import NewCategory
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import Event, EventPatch, NewEvent, Occurrence
from appliance.calendar.sync import queries as sync
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.notifications.reminders import rules
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Subscribe, Tick


@pytest.fixture
def home(database: Database) -> Calendar:
    """A local calendar."""
    return database.write_now(calendars.add, NewCalendar(kind="local", name="Family"))


def add(database: Database, home: Calendar, **request: Any) -> Event:
    """An event an hour from now, at 17:24 in Berlin, with the default reminder of 30 minutes."""
    times = {"start": "2026-11-20T16:24:00.000Z", "end": "2026-11-20T17:24:00.000Z", "all_day": False}
    return database.write_now(events.add, NewEvent(**{"calendar_id": home.id, "title": "Swim", **times, **request}))


def feed(client: Client) -> list[tuple[str, str]]:
    return [(each["kind"], each["title"]) for each in reversed(client.get("/api/notifications").json())]


def reminded(client: Client) -> list[str]:
    """The titles of reminders in the feed, oldest first; the day's own notifications left out."""
    return [title for kind, title in feed(client) if kind == "reminder"]


def test_a_reminder_comes_once_to_each_device_and_once_to_the_feed(
    client: Client, database: Database, home: Calendar, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, phone = subscribe()
    _, tablet = subscribe()
    _, silent = subscribe(prefs={"eventReminders": False})
    add(database, home)
    for _ in range(40):
        tick()
        clock.turn(minutes=2)
    assert [["Swim"], ["Swim"], []] == [[each["title"] for each in one.seen] for one in (phone, tablet, silent)]
    [entry] = client.get("/api/notifications").json()
    assert ("reminder", "Swim", "system", "2026-11-20T15:54:00.000Z") == (
        entry["kind"],
        entry["title"],
        entry["source"],
        entry["at"],
    )
    assert phone.seen[0]["body"] == entry["body"]
    assert "In 30 minutes · 5:24 PM\n🗓 Family" == entry["body"]


@pytest.mark.parametrize(("away", "expected"), [(39, ["Swim"]), (40, [])])
def test_a_missed_tick_is_made_up_for_within_ten_minutes(
    client: Client, database: Database, home: Calendar, tick: Tick, clock: FakeClock, away: int, expected: list[str]
) -> None:
    add(database, home)
    tick()
    clock.turn(minutes=away)
    tick()
    tick()
    assert expected == reminded(client)


def test_nothing_is_sent_while_the_clock_is_wrong(
    client: Client, application: Application, home: Calendar, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, phone = subscribe()
    add(application.database, home)
    clock.turn(days=-30)
    add(application.database, home, title="Written with a wrong clock", start="2026-10-21T15:54:00.000Z")
    clock.turn(minutes=4)
    tick()
    assert [] == feed(client)

    clock.right = True
    clock.turn(days=30, minutes=30)
    tick()
    assert ["Swim"] == reminded(client)
    assert ["Swim"] == [each["title"] for each in phone.seen]


def test_the_members_of_an_event_decide_who_is_reminded(
    client: Client,
    database: Database,
    home: Calendar,
    family: dict[str, Person],
    subscribe: Subscribe,
    tick: Tick,
    clock: FakeClock,
) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    _, of_ana = subscribe(memberIds=[ana])
    _, of_ben = subscribe(memberIds=[ben])
    _, of_all = subscribe()
    add(database, home, title="Ana's", member_ids=[ana])
    add(database, home, title="Both's", member_ids=[ben, ana])
    add(database, home, title="Everybody's")
    clock.turn(minutes=30)
    tick()
    assert {"Ana's", "Both's", "Everybody's"} == {each["title"] for each in of_ana.seen}
    assert {"Both's", "Everybody's"} == {each["title"] for each in of_ben.seen}
    assert {"Ana's", "Both's", "Everybody's"} == {each["title"] for each in of_all.seen}
    found = {each["title"]: each["memberIds"] for each in client.get("/api/notifications").json()}
    assert {"Ana's": [ana], "Both's": [ben, ana], "Everybody's": []} == found


def test_annotations_of_a_synced_event_decide_too(
    client: Client, database: Database, family: dict[str, Person], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    sport = database.write_now(categories.add, NewCategory(name="Sport", color="#123456", emoji="🏊"))
    school = database.write_now(calendars.add, NewCalendar(kind="local", name="School", member_ids=[ben]))
    database.write_now(lambda tx: tx.run("UPDATE calendars SET kind = 'ics', writable = 0"))
    start, end = "2026-11-20T16:24:00.000Z", "2026-11-20T17:24:00.000Z"
    synced = [
        Occurrence(
            external_id=title,
            series_id=None,
            title=title,
            start=start,
            end=end,
            all_day=False,
            location=None,
            description=None,
            reminders=None,
        )
        for title in ("Match", "Class")
    ]
    database.write_now(sync.replace_synced, school.id, synced)
    match = database.read.value("SELECT id FROM events WHERE title = 'Match'")
    patch = EventPatch(member_ids=[ana], category_id=sport.id, travel_minutes=10, remind_before_leave=True)
    database.write_now(events.edit, match, patch)
    _, of_ana = subscribe(memberIds=[ana])
    _, of_ben = subscribe(memberIds=[ben])
    clock.turn(minutes=20)
    tick()
    clock.turn(minutes=10)
    tick()
    assert [("🏊 Match", "Leave by 5:14 PM for Match at 5:24 PM")] == [
        (each["title"], each["body"].splitlines()[0]) for each in of_ana.seen
    ]
    assert ["Class"] == [each["title"] for each in of_ben.seen]
    assert ["🏊 Match", "Class"] == reminded(client)


def test_a_moved_event_is_reminded_again_and_a_deleted_one_is_not(
    client: Client, database: Database, home: Calendar, tick: Tick, clock: FakeClock
) -> None:
    swim, gone = add(database, home), add(database, home, title="Gone")
    clock.turn(minutes=28)
    tick()
    database.write_now(events.remove, gone.id)
    clock.turn(minutes=2)
    tick()
    later = EventPatch(start="2026-11-20T17:24:00.000Z", end="2026-11-20T18:24:00.000Z")
    database.write_now(events.edit, swim.id, later)
    clock.turn(hours=1)
    tick()
    assert ["Swim", "Swim"] == reminded(client)


def test_own_reminders_and_the_default_and_an_explicit_none(
    client: Client, database: Database, home: Calendar, tick: Tick, clock: FakeClock
) -> None:
    database.write_now(household.change_settings, SettingsPatch(default_reminder_minutes=[10, 20]))
    add(database, home, title="Default")
    add(database, home, title="Own", reminders=[40])
    add(database, home, title="Silent", reminders=[])
    found = []
    for _ in range(31):
        tick()
        clock.turn(minutes=2)
    found = [(each["title"], each["at"][11:16]) for each in reversed(client.get("/api/notifications").json())]
    assert [("Own", "15:44"), ("Default", "16:04"), ("Default", "16:14")] == found


def test_a_calendar_that_is_switched_off_is_silent(
    client: Client, database: Database, home: Calendar, tick: Tick, clock: FakeClock
) -> None:
    add(database, home)
    client.patch(f"/api/calendars/{home.id}", {"enabled": False})
    clock.turn(minutes=30)
    tick()
    assert [] == feed(client)


def test_a_quiet_tick_writes_nothing(application: Application, home: Calendar, tick: Tick, clock: FakeClock) -> None:
    add(application.database, home, start="2026-11-25T16:24:00.000Z", end="2026-11-25T17:24:00.000Z")
    tick()
    log = application.database.path.with_name("mantel.db-wal")
    size, rev = log.stat().st_size, application.database.rev
    for _ in range(30):
        clock.turn(minutes=2)
        tick()
    assert (size, rev) == (log.stat().st_size, application.database.rev)


def test_one_event_that_fails_does_not_stop_the_others(
    client: Client, database: Database, home: Calendar, tick: Tick, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    broken = add(database, home, title="Broken")
    add(database, home)
    database.write_now(lambda tx: tx.run("UPDATE events SET reminders = '[99999999999]' WHERE id = ?", broken.id))
    clock.turn(minutes=30)
    for _ in range(3):
        tick()

    assert ["Swim"] == reminded(client)
    assert [broken.id] == [vars(record)["part"] for record in caplog.records if "part" in vars(record)]


def test_one_device_that_fails_does_not_stop_the_others(
    client: Client, database: Database, home: Calendar, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    broken, _ = subscribe()
    _, phone = subscribe()
    add(database, home)
    database.write_now(
        lambda tx: tx.run(
            f"CREATE TRIGGER broken BEFORE INSERT ON pushes WHEN new.subscription_id = '{broken}'"
            " BEGIN SELECT raise(ABORT, 'broken'); END"
        )
    )
    clock.turn(minutes=30)
    tick()
    tick()

    assert ["Swim"] == [each["title"] for each in phone.seen]
    assert ["Swim"] == reminded(client)


def test_a_run_sends_a_bounded_number_and_the_next_run_the_rest(
    database: Database, home: Calendar, clock: FakeClock, tick: Tick
) -> None:
    def add_all(tx: Tx) -> None:
        times: Any = {"start": "2026-11-20T15:24:00.000Z", "end": "2026-11-20T17:24:00.000Z", "all_day": False}
        for number in range(60):
            title = f"Swim {number}"
            events.add(tx, NewEvent(calendar_id=home.id, title=title, reminders=list(range(10)), **times))

    database.write_now(add_all)

    tick()
    assert rules.MAX_SENT == database.read.value("SELECT count(*) FROM notifications WHERE kind = 'reminder'")
    clock.turn(minutes=0.5)
    tick()
    assert 600 == database.read.value("SELECT count(*) FROM notifications WHERE kind = 'reminder'")
