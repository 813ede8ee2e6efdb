"""New series at a provider: what is asked for, and what the household then sees. The same for every provider."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events
from tests.client import Client

# Tuesday 1 December 2026, 18:00 in Berlin; the clocks change on 28 March.
JUDO = {"title": "Judo", "start": "2026-12-01T17:00:00.000Z", "end": "2026-12-01T18:00:00.000Z", "allDay": False}
CAMP = {"title": "Camp", "start": "2026-12-01", "end": "2026-12-03", "allDay": True}
SPRING = {"title": "Run", "start": "2027-03-24T17:00:00.000Z", "end": "2027-03-24T18:00:00.000Z", "allDay": False}


def days(*numbers: int) -> list[str]:
    return [f"2026-12-{each:02}" for each in numbers]


# What is sent, and the starts that a local series would have.
CASES = {
    "count": (JUDO, "FREQ=WEEKLY;COUNT=3", [f"{each}T17:00:00.000Z" for each in days(1, 8, 15)]),
    "until a date": (JUDO, "FREQ=WEEKLY;UNTIL=20261215", [f"{each}T17:00:00.000Z" for each in days(1, 8, 15)]),
    "until before its time": (
        JUDO,
        "FREQ=WEEKLY;UNTIL=20261215T120000Z",
        [f"{each}T17:00:00.000Z" for each in days(1, 8)],
    ),
    "first on a later day": (
        JUDO,
        "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3",
        [f"{each}T17:00:00.000Z" for each in days(2, 7, 9)],
    ),
    "every second week": (
        JUDO,
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=3",
        [f"{each}T17:00:00.000Z" for each in days(1, 13, 15)],
    ),
    "whole days": (CAMP, "FREQ=DAILY;INTERVAL=7;COUNT=2", days(1, 8)),
    "whole days until": (CAMP, "RRULE:FREQ=DAILY;INTERVAL=7;UNTIL=20261215", days(1, 8, 15)),
}
each_case = pytest.mark.parametrize(("body", "rule", "starts"), CASES.values(), ids=CASES.keys())


def create(client: Client, calendar_id: str, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/events", {**body, "calendarId": calendar_id})
    assert 201 == answer.status_code, answer.text
    return dict(answer.json())


def shown(client: Client, title: str) -> list[str]:
    return [each["start"] for each in events(client) if each["title"] == title]


def check_clock_change(client: Client, calendar_id: str) -> None:
    """A series keeps its local time where the clocks change."""
    create(client, calendar_id, **SPRING, rrule="FREQ=WEEKLY;COUNT=2")
    found = client.get("/api/events", params={"from": "2027-03-01", "to": "2027-05-01"}).json()
    assert ["2027-03-24T17:00:00.000Z", "2027-03-31T16:00:00.000Z"] == [each["start"] for each in found]


def check_annotations(client: Client, calendar_id: str, family: dict[str, Person]) -> None:
    """What the household adds to a new series is on all of its dates."""
    tags = {"memberIds": [family["Ben"].id], "travelMinutes": 15, "countdown": True}
    create(client, calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=2", **tags)
    found = [each for each in events(client) if each["title"] == "Judo"]
    assert [([family["Ben"].id], "series", 15, True)] * 2 == [
        (each["memberIds"], each["memberScope"], each["travelMinutes"], each["countdown"]) for each in found
    ]


def check_undo(client: Client, calendar_id: str) -> None:
    """Undoing a new series removes all of it."""
    body = {**JUDO, "rrule": "FREQ=WEEKLY;COUNT=3", "calendarId": calendar_id}
    token = client.post("/api/events", body).headers["Mantel-Undo"]
    assert 200 == client.post("/api/events/undo", {"token": token}).status_code
    assert [] == shown(client, "Judo")


# A series of three Tuesdays: the occurrence to change (0 is the first), what is sent, and the starts afterwards.
FOUR = "2026-12-09T16:00:00.000Z", "2026-12-09T17:30:00.000Z"
CHANGES: dict[str, tuple[int, dict[str, Any], list[str]]] = {
    "another time of day": (
        1,
        {"start": "2026-12-08T15:00:00.000Z", "end": "2026-12-08T16:30:00.000Z", "apply": "all"},
        [f"{each}T15:00:00.000Z" for each in days(1, 8, 15)],
    ),
    "another weekday": (
        1,
        {"start": FOUR[0], "end": FOUR[1], "scope": "series"},
        [f"{each}T16:00:00.000Z" for each in days(2, 9, 16)],
    ),
    "another rule": (
        1,
        {"rrule": "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4", "apply": "all"},
        [f"{each}T17:00:00.000Z" for each in days(1, 3, 8, 10)],
    ),
    "an end": (
        2,
        {"rrule": "FREQ=WEEKLY;UNTIL=20261208", "scope": "series"},
        [f"{each}T17:00:00.000Z" for each in days(1, 8)],
    ),
    "a later end": (
        0,
        {"rrule": "FREQ=WEEKLY;COUNT=5", "apply": "all"},
        [f"{each}T17:00:00.000Z" for each in days(1, 8, 15, 22, 29)],
    ),
    "a rule that skips the start": (
        0,
        {"rrule": "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "apply": "all"},
        [f"{each}T17:00:00.000Z" for each in days(7, 14)],
    ),
    "a rule and a time": (
        1,
        {"rrule": "FREQ=DAILY;COUNT=3", "start": FOUR[0], "end": FOUR[1], "apply": "all"},
        [f"{each}T16:00:00.000Z" for each in days(2, 3, 4)],
    ),
    "no rule": (1, {"rrule": None, "apply": "all"}, ["2026-12-08T17:00:00.000Z"]),
    "no rule at another time": (
        1,
        {"rrule": None, "start": FOUR[0], "end": FOUR[1], "apply": "all"},
        [FOUR[0]],
    ),
    "another rule from one date on": (
        1,
        {"rrule": "FREQ=DAILY;COUNT=3", "apply": "following"},
        [f"{each}T17:00:00.000Z" for each in days(1, 8, 9, 10)],
    ),
    "no rule from one date on": (
        1,
        {"rrule": None, "apply": "following"},
        [f"{each}T17:00:00.000Z" for each in days(1, 8)],
    ),
    "null, as every answer has it": (
        1,
        {"rrule": None, "scope": "series"},
        [f"{each}T17:00:00.000Z" for each in days(1, 8, 15)],
    ),
}
each_change = pytest.mark.parametrize(("at", "change", "starts"), CHANGES.values(), ids=CHANGES.keys())


def check_change(
    client: Client, sync: Callable[[], object], calendar_id: str, at: int, change: dict[str, Any], starts: list[str]
) -> None:
    """A series changes at its provider as a local one does, and the next sync agrees."""
    create(client, calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=3")
    event_id = [each["id"] for each in events(client) if each["title"] == "Judo"][at]

    answer = client.patch(f"/api/events/{event_id}", {"location": "Hall", **change})

    assert 200 == answer.status_code, answer.text
    assert ("Hall", None) == (answer.json()["location"], answer.json()["rrule"])
    assert starts == shown(client, "Judo")
    assert answer.json()["start"] in starts
    sync()
    assert starts == shown(client, "Judo")
    assert answer.json() == client.get(f"/api/events/{answer.json()['id']}").json()


def check_as_local(client: Client, at: int, change: dict[str, Any], starts: list[str]) -> None:
    """The same change of a local series."""
    if change.get("scope") == "series":
        change = {**{name: value for name, value in change.items() if name != "scope"}, "apply": "all"}
        if change.get("rrule", "") is None:
            return
    local = client.post("/api/calendars", {"kind": "local", "name": "Here"}).json()["id"]
    made = create(client, local, **JUDO, rrule="FREQ=WEEKLY;COUNT=3")
    occurrence = f"2026-12-{1 + 7 * at:02}T17:00:00.000Z"
    answer = client.patch(f"/api/events/{made['id']}", {**change, "occurrence": occurrence})
    assert 200 == answer.status_code, answer.text
    assert starts == shown(client, "Judo")


def check_single_repeats(client: Client, sync: Callable[[], object], family: dict[str, Person]) -> None:
    """A single event becomes a series, and one again; what was added to it stays on it."""
    [dentist] = [each for each in events(client) if each["title"] == "Dentist"]
    assert {"rrule": None} == client.get(f"/api/events/{dentist['id']}/rule").json()
    client.patch(f"/api/events/{dentist['id']}", {"memberIds": [family["Ben"].id]})
    client.post("/api/notes", {"target": f"event:{dentist['id']}", "body": "Card"})

    answer = client.patch(f"/api/events/{dentist['id']}", {"rrule": "FREQ=WEEKLY;COUNT=3", "apply": "all"})

    assert 200 == answer.status_code, answer.text
    starts = [f"{each}T09:00:00.000Z" for each in ("2026-11-26", "2026-12-03", "2026-12-10")]
    for _ in range(2):
        assert starts == shown(client, "Dentist")
        found = [each for each in events(client) if each["title"] == "Dentist"]
        assert [[family["Ben"].id]] * 3 == [each["memberIds"] for each in found]
        assert 1 == found[0]["noteCount"]
        sync()
    assert {"rrule": "FREQ=WEEKLY;COUNT=3"} == {"rrule": plain(rule_of(client, answer.json()["id"]))}

    alone = client.patch(f"/api/events/{found[1]['id']}", {"rrule": None, "apply": "all"})
    assert (200, None) == (alone.status_code, alone.json().get("seriesId")), alone.text
    for _ in range(2):
        [left] = [each for each in events(client) if each["title"] == "Dentist"]
        assert (starts[1], [family["Ben"].id]) == (left["start"], left["memberIds"])
        sync()


def check_added_stays(client: Client, sync: Callable[[], object], calendar_id: str, family: dict[str, Person]) -> None:
    """What the household added to one date of a series moves with it."""
    create(client, calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=3", memberIds=[family["Ben"].id])
    first, _, third = (each["id"] for each in events(client) if each["title"] == "Judo")
    client.patch(f"/api/events/{third}", {"memberIds": [family["Ana"].id], "travelMinutes": 20})
    client.post("/api/notes", {"target": f"event:{third}", "body": "Belt"})

    times = {"start": "2026-12-02T16:00:00.000Z", "end": "2026-12-02T17:00:00.000Z"}
    answer = client.patch(f"/api/events/{first}", {**times, "apply": "all"})

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        found = [each for each in events(client) if each["title"] == "Judo"]
        assert [f"{each}T16:00:00.000Z" for each in days(2, 9, 16)] == [each["start"] for each in found]
        assert [family["Ben"].id, family["Ben"].id, family["Ana"].id] == [each["memberIds"][0] for each in found]
        assert (20, 1) == (found[2]["travelMinutes"], found[2]["noteCount"])
        sync()


def rule_of(client: Client, event_id: str) -> str:
    answer = client.get(f"/api/events/{event_id}/rule")
    assert 200 == answer.status_code, answer.text
    return str(answer.json()["rrule"])


def plain(rule: str) -> str:
    """A rule without the parts that only say what it means anyway."""
    extra = ("INTERVAL=1", "WKST=", "BYDAY=TH")
    return ";".join(each for each in rule.split(";") if not each.startswith(extra))


def check_rule(client: Client, calendar_id: str, rule: str, answered: str) -> None:
    """The rule of a series is answered, and is no change when it comes back."""
    create(client, calendar_id, **JUDO, rrule=rule)
    first = next(each for each in events(client) if each["title"] == "Judo")
    before = shown(client, "Judo")
    assert answered == rule_of(client, first["id"])
    body = {"title": "Karate", "rrule": answered, "apply": "all"}
    assert 200 == client.patch(f"/api/events/{first['id']}", body).status_code
    assert before == shown(client, "Karate")
