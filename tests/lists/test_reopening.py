"""Items that repeat: the rule as a table, and a list from one date to the next."""

from datetime import date
from typing import Any

import pytest

from appliance.app import Application
from appliance.lists.jobs import RepeatsJob
from appliance.lists.reopening.rules import next_date
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.lists.fixtures import Changes, a_list, add, an_item, on

# The rule, the date it starts at, the due date, the day the item was done, and the date it opens for.
RULES = [
    ("FREQ=DAILY", "2026-11-20", "2026-11-20", "2026-11-20", "2026-11-21"),
    ("FREQ=DAILY", "2026-11-20", "2026-11-20", "2026-11-25", "2026-11-26"),
    # Done early, it waits for the date after the one it was done for.
    ("FREQ=DAILY", "2026-11-20", "2026-11-22", "2026-11-20", "2026-11-23"),
    ("FREQ=WEEKLY;BYDAY=MO", "2026-11-23", "2026-11-23", "2026-11-22", "2026-11-30"),
    ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-23", "2026-11-23", "2026-11-23", "2026-11-26"),
    ("FREQ=WEEKLY;INTERVAL=2", "2026-11-20", "2026-11-20", "2026-11-21", "2026-12-04"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30", None, "2026-11-30", "2026-12-31"),
    ("FREQ=YEARLY", "2024-02-29", "2024-02-29", "2024-03-01", "2028-02-29"),
    ("FREQ=DAILY;UNTIL=20261122", "2026-11-20", "2026-11-22", "2026-11-22", None),
    ("FREQ=DAILY;COUNT=2", "2026-11-20", "2026-11-20", "2026-11-20", "2026-11-21"),
    ("FREQ=DAILY;COUNT=2", "2026-11-20", "2026-11-21", "2026-11-21", None),
    # A stored rule that cannot be read leaves the item done.
    ("nonsense", "2026-11-20", "2026-11-20", "2026-11-20", None),
]


@pytest.mark.parametrize(("rrule", "start", "due", "done_on", "expected"), RULES)
def test_the_next_date_of_a_rule(rrule: str, start: str, due: str | None, done_on: str, expected: str | None) -> None:
    item = an_item(rrule=rrule, repeat_from=start, due_date=due)
    found = next_date(item, date.fromisoformat(done_on))
    assert expected == (found.isoformat() if found else None)


def test_a_number_of_days_counts_from_the_day_it_was_done() -> None:
    assert date(2026, 11, 23) == next_date(an_item(after_days=3, due_date="2026-12-24"), date(2026, 11, 20))
    assert None is next_date(an_item(), date(2026, 11, 20))
    assert None is next_date(an_item(after_days=1), date.max)


def open_due(application: Application, loop: Loop, clock: FakeClock) -> None:
    loop.run(RepeatsJob().run(application.database, clock.at))


def test_a_done_item_opens_on_its_date_with_its_steps(
    application: Application, display: Client, loop: Loop, clock: FakeClock, recorded: Changes
) -> None:
    home = a_list(display)
    request = {"title": "Bins", "rrule": "FREQ=WEEKLY;BYDAY=MO", "dueDate": "2026-11-23", "steps": ["green", "blue"]}
    [bins] = add(display, home, request)
    assert ("FREQ=WEEKLY;BYDAY=MO", "2026-11-23", None) == (bins["rrule"], bins["repeatFrom"], bins["opensOn"])
    path = f"/api/lists/{home}/items/{bins['id']}"
    for step in bins["steps"]:
        done = display.patch(f"{path}/steps/{step['id']}", {"done": True}).json()
    assert (True, "2026-11-30", "Wall") == (done["done"], done["opensOn"], done["doneWith"])

    assert {"deleted": 0} == display.post(f"/api/lists/{home}/clear-completed").json()
    clock.turn(days=9)
    open_due(application, loop, clock)
    assert [True] == [item["done"] for item in on(display, home)]
    recorded()
    clock.turn(days=1)
    open_due(application, loop, clock)
    open_due(application, loop, clock)

    [item] = on(display, home)
    assert (False, "2026-11-30", None, None) == (item["done"], item["dueDate"], item["opensOn"], item["doneWith"])
    assert [False, False] == [step["done"] for step in item["steps"]]
    assert 1 == display.get("/api/lists").json()[0]["openCount"]
    assert [("list.item.changed", {"listId": home, "id": bins["id"], "done": False})] == recorded()


def test_what_is_changed_of_a_done_item_moves_its_date(client: Client) -> None:
    home = a_list(client)
    [plants] = add(client, home, {"title": "Plants", "afterDays": 3})
    path = f"/api/lists/{home}/items/{plants['id']}"
    change = lambda patch: client.patch(path, patch).json()["opensOn"]  # noqa: E731

    assert "2026-11-23" == change({"done": True})
    assert "2026-11-25" == change({"afterDays": 5})
    assert "2026-11-21" == change({"afterDays": None, "rrule": "FREQ=DAILY"})
    assert None is change({"rrule": None})
    assert "2026-11-27" == change({"rrule": "FREQ=WEEKLY"})
    assert None is change({"done": False})
    client.patch(path, {"done": True})
    client.post(f"/api/lists/{home}/reset")
    assert [None] == [item["opensOn"] for item in on(client, home)]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"rrule": "FREQ=SOMETIMES"}, "invalid rrule"),
        ({"rrule": "FREQ=DAILY", "afterDays": 2}, "afterDays"),
        ({"afterDays": 0}, "afterDays"),
        ({"rrule": "F" * 501}, "rrule"),
    ],
)
def test_a_bad_rule_is_rejected_by_field(client: Client, body: dict[str, Any], field: str) -> None:
    home = a_list(client)
    [item] = add(client, home, "Bins")
    for answer in (
        client.post(f"/api/lists/{home}/items", {"title": "Plants"} | body),
        client.patch(f"/api/lists/{home}/items/{item['id']}", body),
    ):
        assert (400, field) == (answer.status_code, answer.json()["error"].partition(":")[0])
    assert 1 == len(on(client, home))
