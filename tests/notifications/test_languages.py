"""Notifications in the household's language, as a device decrypts them."""

from datetime import UTC, datetime, timedelta

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe, Tick

TODAY = "2026-11-20"
NUDGE = {"choreNudge": True, "choreNudgeTime": "08:00", "eventReminders": False}


@pytest.fixture
def clock() -> FakeClock:
    """One minute to eight in the morning in Berlin."""
    return FakeClock(datetime(2026, 11, 20, 6, 59, tzinfo=UTC))


@pytest.mark.parametrize(
    ("language", "count", "title"),
    [
        ("de", 1, "Heute noch 1 Aufgabe"),
        ("de", 2, "Heute noch 2 Aufgaben"),
        ("de", 5, "Heute noch 5 Aufgaben"),
        ("de", 22, "Heute noch 22 Aufgaben"),
        ("pl", 1, "Dzisiaj jeszcze 1 obowiązek"),
        ("pl", 2, "Dzisiaj jeszcze 2 obowiązki"),
        ("pl", 5, "Dzisiaj jeszcze 5 obowiązków"),
        ("pl", 22, "Dzisiaj jeszcze 22 obowiązki"),
        ("de-AT", 2, "Heute noch 2 Aufgaben"),
        ("auto", 2, "2 chores left today"),
        ("sv", 2, "2 chores left today"),
    ],
)
def test_open_chores_in_the_plural_form_of_the_language(
    client: Client, clock: FakeClock, subscribe: Subscribe, tick: Tick, language: str, count: int, title: str
) -> None:
    _, phone = subscribe(prefs=NUDGE)
    client.patch("/api/settings", {"language": language})
    for number in range(count):
        client.post("/api/chores", {"title": f"Nr. {number}", "dueDate": TODAY})
    clock.turn(minutes=1)
    tick()
    assert [title] == [each["title"] for each in phone.seen]


@pytest.mark.parametrize(
    ("chosen", "minutes", "first_line"),
    [
        ({"language": "de"}, 22, "In 22 Minuten · 08:30"),
        ({"language": "de"}, 1440, "In 24 Stunden · Sa 08:08"),
        ({"language": "pl"}, 22, "Za 22 minuty · 08:30"),
        ({"language": "pl"}, 5, "Za 5 minut · 08:13"),
        ({"language": "pl", "clock": "12"}, 60, "Za 1 godzinę · 9:08 AM"),
        ({"clock": "24"}, 5, "In 5 minutes · 08:13"),
        ({}, 5, "In 5 minutes · 8:13 AM"),
    ],
)
def test_a_reminder_has_times_of_the_language_and_clock(
    client: Client,
    clock: FakeClock,
    subscribe: Subscribe,
    tick: Tick,
    chosen: dict[str, str],
    minutes: int,
    first_line: str,
) -> None:
    _, phone = subscribe()
    client.patch("/api/settings", chosen)
    home = client.post("/api/calendars", {"kind": "local", "name": "Zuhause", "color": "#112233"}).json()["id"]
    due = clock.now() + timedelta(minutes=9)
    start = due + timedelta(minutes=minutes)
    made = client.post(
        "/api/events",
        {
            "calendarId": home,
            "title": "Zahnarzt",
            "allDay": False,
            "start": instant(start),
            "end": instant(start + timedelta(hours=1)),
            "reminders": [minutes],
        },
    )
    assert 201 == made.status_code, made.text
    clock.turn(minutes=10)
    tick()
    [seen] = phone.seen
    assert first_line == seen["body"].splitlines()[0].replace("\u202f", " ")
    assert seen["title"] == client.get("/api/notifications").json()[0]["title"]


def test_a_question_brings_the_words_of_its_buttons(
    client: Client, display: Client, family: dict[str, Person], subscribe: Subscribe, sent: Sent
) -> None:
    _, phone = subscribe()
    client.patch("/api/settings", {"language": "de"})
    request = {"title": "Saugen", "memberId": family["Cleo"].id, "points": 1, "dueDate": TODAY, "needsApproval": True}
    chore = client.post("/api/chores", request).json()["id"]
    display.post(f"/api/chores/{chore}/complete", {"date": TODAY})
    sent()
    [seen] = phone.seen
    assert ("Cleo: Saugen", "Wartet auf deine Bestätigung · 1 Punkt") == (seen["title"], seen["body"])
    assert ("Bestätigen", "Zurückschicken") == (seen["words"]["approve"], seen["words"]["decline"])
    assert {"approve", "decline", "answered", "failed"} == set(seen["words"])


def test_a_list_update_in_polish(client: Client, database: Database, subscribe: Subscribe, sent: Sent) -> None:
    _, phone = subscribe(prefs={"listUpdates": True})
    client.patch("/api/settings", {"language": "pl"})
    groceries = database.write_now(lists.create, NewList(name="Zakupy", kind="shopping", emoji="🛒")).id
    database.write_now(lists.add_items, groceries, [NewItem(title="Chleb")])
    sent()
    assert [("Zmiana na liście", "Nowe na liście: 🛒 Zakupy")] == [(each["title"], each["body"]) for each in phone.seen]


def test_the_test_message_is_in_the_language(client: Client, subscribe: Subscribe) -> None:
    device, phone = subscribe()
    client.patch("/api/settings", {"language": "de"})
    client.post(f"/api/push/test/{device}")
    assert ["Mitteilungen funktionieren"] == [each["title"] for each in phone.seen]
