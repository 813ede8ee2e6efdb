"""A question that takes long leaves the event loop: it is answered in a thread, with the same answer."""

import threading

import msgspec
import pytest

from appliance.app import Application
from appliance.kernel import time_budget
from appliance.kernel.database.session import ENCODED_AT_ONCE, Session, encoded
from appliance.kernel.database.transactions import SYSTEM, Reader
from tests.calendar.fixtures import calendar, event
from tests.client import Client, Loop


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processor time in the event loop: whatever has a checkpoint goes to a thread."""
    monkeypatch.setattr(time_budget, "SECONDS_IN_LOOP", -1)


def where(db: Reader) -> list[str]:
    """The thread in which a question is answered."""
    db.value("SELECT 1")
    return [threading.current_thread().name]


def test_a_quick_question_is_answered_in_the_event_loop(application: Application, loop: Loop) -> None:
    session = Session(application.database, SYSTEM)

    assert loop.run(session.answer(where)) == loop.run(session.json_answer(where))
    assert "asyncio" not in loop.run(session.answer(where))[0]


def test_a_question_out_of_time_is_answered_in_a_thread(application: Application, loop: Loop, no_time: None) -> None:
    session = Session(application.database, SYSTEM)

    assert "asyncio" in loop.run(session.answer(where))[0]
    raw = loop.run(session.json_answer(where))
    assert isinstance(raw, msgspec.Raw)
    assert b"asyncio" in bytes(raw)


@pytest.mark.parametrize("count", [0, 1, ENCODED_AT_ONCE, ENCODED_AT_ONCE + 1, 3 * ENCODED_AT_ONCE])
def test_a_list_is_encoded_in_parts_as_in_one(count: int) -> None:
    value = [{"id": number, "title": "ß"} for number in range(count)]
    assert msgspec.json.encode(value) == bytes(encoded(value))


def test_the_worst_reads_leave_the_event_loop_with_the_same_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = calendar(client)
    for number in range(5):
        event(client, made, f"Dentist {number}", rrule="FREQ=DAILY", reminders=[5])
    member = client.post("/api/members", {"name": "Ana", "color": "#E4572E"}).json()["id"]
    listed = client.post("/api/lists", {"name": "Food", "kind": "shopping"}).json()["id"]
    client.post(f"/api/lists/{listed}/items", [{"title": f"{n}"} for n in range(300)])
    paths = [
        "/api/events?from=2026-11-01&to=2027-12-01",
        f"/api/snapshot?member={member}&range=week",
        f"/api/lists/{listed}",
        "/api/search?q=den",
    ]
    quick = [client.get(path) for path in paths]
    client.patch("/api/settings", {"familyName": "Linden"})  # no answer comes from a cache

    monkeypatch.setattr(time_budget, "SECONDS_IN_LOOP", -1)
    in_thread = [client.get(path) for path in paths]

    assert [200] * len(paths) == [each.status_code for each in in_thread]
    assert [each.content for each in quick] == [each.content for each in in_thread]
    assert [each.headers["content-type"] for each in quick] == [each.headers["content-type"] for each in in_thread]


def test_errors_of_a_question_in_a_thread_are_answered(client: Client, no_time: None) -> None:
    assert 404 == client.get("/api/lists/none").status_code
    assert 404 == client.get("/api/snapshot?member=none").status_code
