"""Somebody is reminded of a step of a planned recipe before its meal: once, and again when the meal moves."""

from datetime import UTC, datetime
from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Subscribe, Tick

LASAGNE = {
    "title": "Lasagne",
    "steps": [
        {"text": "Take the meat out of the freezer.", "remindBefore": 1440},
        {"text": "Heat the oven.", "remindBefore": 0},
        {"text": "Bake.", "timerSeconds": 1800},
    ],
}
DEFROST = "🍽️ Take the meat out of the freezer."


@pytest.fixture
def thursday(client: Client, family: dict[str, Person]) -> dict[str, Any]:
    """Lasagne on Thursday at 18:30; Ana cooks."""
    recipe = client.post("/api/recipes", LASAGNE).json()["id"]
    body = {"date": "2026-11-26", "slot": "dinner", "recipeId": recipe, "cookIds": [family["Ana"].id]}
    meal: dict[str, Any] = client.post("/api/meals", body).json()[0]
    return meal


def at(clock: FakeClock, text: str) -> None:
    """A time in UTC; Berlin is one hour ahead of it."""
    clock.at = datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_the_cook_is_reminded_once(
    client: Client,
    family: dict[str, Person],
    thursday: dict[str, Any],
    subscribe: Subscribe,
    tick: Tick,
    clock: FakeClock,
) -> None:
    _, everybody = subscribe()
    _, hers = subscribe(memberIds=[family["Ana"].id])
    _, his = subscribe(memberIds=[family["Ben"].id])
    _, off = subscribe(prefs={"eventReminders": False})
    at(clock, "2026-11-25T17:29")
    tick()
    assert [] == everybody.seen
    for minute in ("31", "35", "39"):
        at(clock, f"2026-11-25T17:{minute}")
        tick()
    assert [(DEFROST, "Lasagne · Thu 6:30 PM")] == [(seen["title"], seen["body"]) for seen in everybody.seen]
    assert ([DEFROST], [], []) == ([seen["title"] for seen in hers.seen], his.seen, off.seen)
    [entry] = client.get("/api/notifications").json()
    assert ("reminder", DEFROST, [family["Ana"].id]) == (entry["kind"], entry["title"], entry["memberIds"])
    assert "/#/meals?from=2026-11-26" == entry["url"]

    at(clock, "2026-11-26T17:31")
    tick()
    assert ("🍽️ Heat the oven.", "Lasagne · 6:30 PM") == tuple(everybody.seen[-1][key] for key in ("title", "body"))


def test_a_meal_that_moves_is_reminded_of_again(
    client: Client, thursday: dict[str, Any], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, phone = subscribe()
    at(clock, "2026-11-25T17:31")
    tick()
    client.patch(f"/api/meals/{thursday['id']}", {"date": "2026-11-27", "time": "12:00"})
    at(clock, "2026-11-26T11:01")
    tick()
    assert ["Lasagne · Thu 6:30 PM", "Lasagne · Fri 12:00 PM"] == [seen["body"] for seen in phone.seen]


def test_a_step_a_week_ahead_says_the_date(client: Client, subscribe: Subscribe, tick: Tick, clock: FakeClock) -> None:
    recipe = {"title": "Sauerbraten", "steps": [{"text": "Marinate.", "remindBefore": 10_080}]}
    client.post("/api/meals", {"date": "2026-12-03", "slot": "dinner", "kind": "recipe", "recipe": recipe})
    _, phone = subscribe()
    at(clock, "2026-11-26T17:31")
    tick()
    assert ["Sauerbraten · Thu 3 Dec 6:30 PM"] == [seen["body"] for seen in phone.seen]


def test_a_meal_that_was_deleted_is_not_mentioned(
    client: Client, thursday: dict[str, Any], subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, phone = subscribe()
    client.delete(f"/api/meals/{thursday['id']}")
    at(clock, "2026-11-25T17:31")
    tick()
    assert [] == phone.seen
