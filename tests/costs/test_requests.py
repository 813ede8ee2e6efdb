"""How many statements the main routes run: bounded, the same whatever the household holds, one commit for a write."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import apsw
import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.board import actions as board
from appliance.chores import chore_day
from appliance.kernel import time_budget
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Tx
from appliance.people.models import Person
from appliance.points import actions as points
from appliance.rewards import weekly
from appliance.settings import Settings
from tests.building import build
from tests.calendar.fixtures import calendar, event
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.family import move_in
from tests.lists.fixtures import a_list, add

MONTH = "from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z"
DAY = "2026-11-20"
EVENTS, BOARD = f"/api/events?{MONTH}", "/api/board"
CHORES, LIST, PERSON = f"/api/chores/day?date={DAY}", "/api/lists/{list}", "/api/snapshot?member={member}"

# By path: statements at most, the look-up of the key and what begins and ends a transaction included.
READS = {
    "/api/rev": 4,
    "/api/settings": 6,
    "/api/members": 11,
    "/api/calendars": 5,
    "/api/categories": 5,
    EVENTS: 16,
    CHORES: 25,
    "/api/chores": 5,
    "/api/leaderboard": 19,
    "/api/lists": 5,
    LIST: 15,
    PERSON: 41,
    BOARD: 77,
    "/api/search?q=item": 30,
    "/api/recipes": 5,
    "/api/recipes/{recipe}": 5,
    "/api/meals?start=2026-11-16&end=2026-11-22": 7,
    "/api/rewards": 5,
    "/api/rewards/redemptions": 5,
    "/api/goals": 12,
    "/api/weekly-summary": 22,
}
# A part of what these read is kept; the same with nothing kept.
ANEW: dict[str, Callable[[Tx, dict[str, str]], object]] = {
    BOARD: lambda tx, _: board.board(tx, DerivedValues()),
    CHORES: lambda tx, _: chore_day.day(tx, date.fromisoformat(DAY)),
    "/api/leaderboard": lambda tx, _: points.leaderboard(tx, "week"),
    "/api/weekly-summary": lambda tx, _: weekly.summary(tx, None),
}
DENTIST = {"title": "Dentist", "start": "2026-11-23T09:00:00.000Z", "end": "2026-11-23T10:00:00.000Z", "allDay": False}
# By method and path: the body, and statements at most.
WRITES: dict[str, tuple[dict[str, Any], int]] = {
    "POST /api/lists/{list}/items": ({"title": "Milk", "quantity": "2"}, 18),
    "PATCH /api/lists/{list}/items/{item}": ({"done": True}, 14),
    "POST /api/chores/{chore}/complete": ({"date": DAY}, 20),
    "PATCH /api/settings": ({"weekStart": 1}, 11),
    # Three of them copy the event, so that the write can be undone.
    "POST /api/events": ({"calendarId": "{calendar}", **DENTIST}, 26),
    # Seven of them copy the event and its series before and after the change.
    "PATCH /api/events/{event}": ({"title": "Doctor"}, 28),
    "POST /api/rewards/{reward}/redeem": ({"memberId": "{member}"}, 27),
    "POST /api/notes": ({"target": "list_item:{item}", "body": "Oat"}, 13),
}


@pytest.fixture(autouse=True)
def all_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A read that uses up its budget goes on in a thread, whose connection is not counted."""
    monkeypatch.setattr(time_budget, "SECONDS_IN_LOOP", 60)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> tuple[Path, dict[str, str]]:
    """The data folder of a small household, and the ids that paths name."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("household"), tz="Europe/Berlin")
    application = build(settings, clock=FakeClock())
    key = application.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    ids = make_household(Client(application.app, loop, key), application.database.write_now(move_in))
    application.database.close()
    return settings.data_dir, ids


@pytest.fixture
def settings(tmp_path: Path, filled: tuple[Path, dict[str, str]]) -> Settings:
    """Each test has a copy of the household."""
    folder, _ = filled
    shutil.copytree(folder, tmp_path / "data")
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin")


@pytest.fixture
def household(
    application: Application, client: Client, loop: Loop, filled: tuple[Path, dict[str, str]]
) -> dict[str, str]:
    """The ids that paths name. The first use of the client's key is stored already, and the server has written."""
    _, ids = filled
    client.get("/api/rev")
    loop.run(asyncio.sleep(0))
    add(client, ids["list"], {"title": "Last"})
    return ids


def make_household(client: Client, family: dict[str, Person]) -> dict[str, str]:
    home = calendar(client)
    calendar(client)
    ana = family["Ana"].id
    earned = client.post(
        "/api/chores", {"title": "Earn", "memberId": ana, "points": 90, "dueDate": "2026-11-02"}
    ).json()["id"]
    client.post(f"/api/chores/{earned}/complete", {"date": "2026-11-02"})
    soup = client.post("/api/recipes", {"title": "Soup", "ingredients": [{"name": "leek"}]}).json()["id"]
    film = client.post("/api/rewards", {"name": "Film night", "price": 5, "stock": 9, "weeklyLimit": 9}).json()["id"]
    client.post(f"/api/rewards/{film}/redeem", {"memberId": ana})
    for person in family.values():
        client.put(f"/api/members/{person.id}/goal", {"rewardId": film})
    client.put("/api/family-goal", {"title": "Zoo", "target": 100})
    return {"calendar": home, "member": ana, "reward": film, "recipe": soup} | fill(client, home)


def fill(client: Client, home: str) -> dict[str, str]:
    """Twenty events, five series, ten chores, and a list of twenty items; the ids of one of each."""
    for number in range(20):
        day = f"2026-11-{number + 1:02}"
        found = event(client, home, start=f"{day}T09:00:00.000Z", end=f"{day}T10:00:00.000Z", allDay=False)
    for _ in range(5):
        event(client, home, start="2026-10-05", end="2026-10-06", allDay=True, rrule="FREQ=WEEKLY")
    request = {"title": "Dishes", "rrule": "FREQ=DAILY", "dueDate": "2026-11-01"}
    chores = [client.post("/api/chores", request).json()["id"] for _ in range(10)]
    list_id = a_list(client)
    added = add(client, list_id, *({"title": f"Item {number}", "steps": ["one"]} for number in range(20)))
    return {"event": found["id"], "chore": chores[0], "list": list_id, "item": added[0]["id"]}


@contextmanager
def counted(application: Application) -> Iterator[list[str]]:
    """The statements that run inside, without those of triggers and of full-text indexes."""
    database = application.database
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        # The index reads its own tables, when it is first used and when another connection has written.
        if not event["trigger"] and "_search_" not in event["sql"] and "fts5" not in event["sql"]:
            found.append(event["sql"])

    connections = (database._reader, database._writer)
    for each in connections:
        each.trace_v2(apsw.SQLITE_TRACE_STMT, note)
    try:
        yield found
    finally:
        for each in connections:
            each.trace_v2(0, None)


@pytest.mark.parametrize("path", READS)
def test_a_read_runs_a_bounded_number_of_statements_whatever_the_household_holds(
    application: Application, client: Client, household: dict[str, str], path: str
) -> None:
    def read() -> None:
        if path in ANEW:
            application.database.write_now(ANEW[path], household)
        else:
            client.get(path.format(**household))

    with counted(application) as few:
        read()
    with counted(application) as found:
        client.get(path.format(**household))
    fill(client, household["calendar"])
    with counted(application) as many:
        read()

    assert few == many
    assert len(few) <= READS[path], few
    assert len(found) <= READS[path], found


@pytest.mark.parametrize("path", ANEW)
def test_what_is_kept_is_not_read_again(
    application: Application, client: Client, household: dict[str, str], path: str
) -> None:
    fill(client, household["calendar"])
    with counted(application) as first:
        client.get(path.format(**household))
    client.put("/api/family-goal", {"title": "Zoo", "target": 200})
    with counted(application) as again:
        client.get(path.format(**household))
    assert len(again) < len(first)


@pytest.mark.parametrize("path", [EVENTS, BOARD, PERSON])
def test_changed_and_removed_dates_of_series_cost_no_statement(
    application: Application, client: Client, household: dict[str, str], path: str
) -> None:
    path = path.format(**household)
    with counted(application) as without:
        client.get(path)
    for each in [each for each in client.get(f"/api/events?{MONTH}").json() if each["rrule"]]:
        how = {"occurrence": each["occurrenceStart"], "apply": "this"}
        is_changed = each["start"] < DAY
        call = client.patch if is_changed else client.delete
        answer = call(
            f"/api/events/{each['id']}", **({"body": how | {"title": "Gala"}} if is_changed else {"params": how})
        )
        assert 200 == answer.status_code, answer.text
    with counted(application) as with_them:
        client.get(path)

    # Some of what the first one read is kept in memory.
    assert len(with_them) <= len(without), with_them


@pytest.mark.parametrize("what", WRITES)
def test_a_write_is_one_transaction_of_a_bounded_number_of_statements(
    application: Application, client: Client, household: dict[str, str], what: str
) -> None:
    body, statements = WRITES[what]
    method, path = what.format(**household).split()
    body = {name: value.format(**household) if isinstance(value, str) else value for name, value in body.items()}

    with counted(application) as found:
        answer = client.request(method, path, json=body)

    assert answer.status_code < 300, answer.text
    assert ["COMMIT"] == [each for each in found if each.startswith(("COMMIT", "ROLLBACK"))]
    assert len(found) <= statements, found
