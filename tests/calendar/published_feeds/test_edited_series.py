"""Series that are edited at random by the API: the feed yields the occurrences that the API yields."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import read
from appliance.calendar.providers.models import Window
from tests.calendar.fixtures import between, calendar, event
from tests.client import Client

BEGIN, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC)
RULES = [
    "FREQ=DAILY;INTERVAL=3;COUNT=60",
    "FREQ=WEEKLY;BYDAY=MO,TH",
    "FREQ=MONTHLY;BYDAY=2TU",
    "FREQ=WEEKLY;INTERVAL=2",
]


@pytest.mark.parametrize("seed", range(6))
def test_the_feed_of_edited_series(client: Client, anybody: Client, seed: int) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    chance, home = random.Random(seed), calendar(client)
    for number in range(4):
        first = datetime(2026, 2, 1, 17, tzinfo=UTC) + timedelta(days=chance.randrange(200))
        timed = {"start": first.isoformat(), "end": (first + timedelta(hours=1)).isoformat(), "allDay": False}
        whole = {"start": f"{first:%Y-%m-%d}", "end": f"{first + timedelta(days=2):%Y-%m-%d}", "allDay": True}
        event(client, home, f"Series {number}", **chance.choice([timed, whole]), rrule=chance.choice(RULES))
    edited = sum(edit(client, chance) for _ in range(16))
    assert edited > 6

    path = client.post("/api/feeds", {"name": "Phone"}).json()["path"]
    reading = read(split_components(anybody.get(path).content), ZoneInfo("Europe/Berlin"), Window(begin=BEGIN, end=END))
    expected = between(client, BEGIN.date().isoformat(), END.date().isoformat())
    assert 0 == reading.losses.events
    assert sorted((each["title"], each["start"], each["end"]) for each in expected) == sorted(
        (each.title, each.start, each.end) for each in reading.occurrences
    )


def edit(client: Client, chance: random.Random) -> bool:
    """Change or remove a random occurrence, this one, with the following ones or with all; whether it was accepted."""
    found = between(client, "2026-03-01", "2027-03-01")
    if not found:
        return False
    one: dict[str, Any] = chance.choice(found)
    apply = chance.choice(["this", "this", "this", "following", "all"])
    # A detached event stands for its occurrence by itself.
    which = {"apply": apply, "occurrence": one["occurrenceStart"]} if one["rrule"] else {}
    if chance.random() < 0.3 and apply != "all":
        return 200 == client.request("DELETE", f"/api/events/{one['id']}", params=which).status_code
    title = {"title": f"{one['title'][:40]}+"}
    moved = {}
    if one["allDay"] is False and chance.random() < 0.6:
        by = timedelta(minutes=15 * chance.randrange(-8, 8))
        moved = {name: (datetime.fromisoformat(one[name]) + by).isoformat() for name in ("start", "end")}
    return 200 == client.patch(f"/api/events/{one['id']}", which | title | moved).status_code
