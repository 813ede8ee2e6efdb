"""Exclusions and detached events in an export and an import."""

from typing import Any

import pytest

from appliance.app import Application
from tests.calendar.fixtures import between, calendar, event
from tests.client import Client

FIRST, SECOND, THIRD = (f"2026-{day}T09:00:00.000Z" for day in ("11-23", "11-30", "12-07"))


@pytest.fixture
def series(client: Client) -> str:
    """Every Monday, the second one changed and the third one removed."""
    made = event(client, calendar(client), title="Swimming", rrule="FREQ=WEEKLY;COUNT=4")["id"]
    client.patch(f"/api/events/{made}", {"occurrence": SECOND, "apply": "this", "title": "Gala"})
    client.delete(f"/api/events/{made}", params={"occurrence": THIRD, "apply": "this"})
    return str(made)


def shown(client: Client) -> list[tuple[Any, ...]]:
    names = ("id", "start", "title", "occurrenceStart", "detachedFrom")
    return [tuple(each.get(name) for name in names) for each in between(client, "2026-11-01", "2027-02-01")]


def test_they_are_exported_and_imported(client: Client, series: str, other: tuple[Application, Client]) -> None:
    file = client.get("/api/export").json()
    swimming, gala = file["events"]
    assert ["2026-11-30", "2026-12-07"] == swimming["exclusions"]
    assert (series, SECOND) == (gala["detachedFrom"], gala["occurrenceStart"])
    assert not {"exclusions"} & gala.keys() and not {"detachedFrom", "occurrenceStart"} & swimming.keys()

    _, there = other
    file["events"].reverse()
    for _ in range(2):
        assert 200 == there.post("/api/import", file).status_code
        assert shown(client) == shown(there)
    assert 200 == there.delete(f"/api/events/{series}").status_code
    assert [] == shown(there)


def test_a_detached_event_without_its_series_is_an_event_of_its_own(
    client: Client, series: str, other: tuple[Application, Client]
) -> None:
    file = client.get("/api/export").json()
    gala = file["events"][1]["id"]
    _, there = other
    assert 200 == there.post("/api/import", file | {"events": file["events"][1:]}).status_code
    assert [(gala, SECOND, "Gala", None, None)] == shown(there)

    # Here the series becomes a single event.
    swimming = {name: value for name, value in file["events"][0].items() if name != "exclusions"} | {"rrule": None}
    assert 200 == client.post("/api/import", file | {"events": [swimming]}).status_code
    assert [(series, FIRST, "Swimming", None, None), (gala, SECOND, "Gala", None, None)] == shown(client)


def test_what_no_household_could_have_written(client: Client, series: str, other: tuple[Application, Client]) -> None:
    file = client.get("/api/export").json()
    file["events"][0] |= {"occurrenceStart": "soon"}

    answer = other[1].post("/api/import", file)

    assert (400, True) == (answer.status_code, "occurrenceStart" in answer.json()["error"]), answer.text


@pytest.mark.parametrize("exclusions", [["soon"], ["2026-11-30"] * 1_001, "2026-11-30"])
def test_exclusions_of_another_kind_are_left_out_and_counted(
    client: Client, series: str, other: tuple[Application, Client], exclusions: Any
) -> None:
    file = client.get("/api/export").json()
    file["events"][0] |= {"exclusions": exclusions}

    answer = other[1].post("/api/import", file)

    assert (200, {"events.exclusions": 1}) == (answer.status_code, answer.json()["notRead"]), answer.text
