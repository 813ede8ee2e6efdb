"""Where a new event goes: the same cases as the page's (`src/lib/calendarFor.test.ts`), and every way in."""

import json
from pathlib import Path
from typing import Any

import pytest

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.calendars.rules import calendar_for
from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from tests.client import Call, Changes, Client

HOUSEHOLDS = json.loads((Path(__file__).parent.parent / "calendar_for.json").read_text("utf-8"))
CASES = [(household, people, expected) for household in HOUSEHOLDS for people, expected in household["cases"]]
PEOPLE = ("ida", "theo", "mara", "jonas")
MARKS = {"read-only", "disabled", "disconnected"}
EVENT = {"title": "Film", "start": "2026-03-01", "end": "2026-03-02", "allDay": True}


def a_calendar(text: str) -> Calendar:
    """A calendar such as `ida: ida theo @google read-only`."""
    head, _, tail = text.partition(":") if ":" in text else text.partition(" ")
    words = tail.split()
    kind: Any = next((word[1:] for word in words if word.startswith("@")), "local")
    return Calendar(
        id=head,
        kind=kind,
        account_id=None if kind in ("local", "ics") else "account",
        remote_id=None,
        name=head,
        color=None,
        member_id=None,
        member_ids=tuple(word for word in words if word[0] != "@" and word not in MARKS),
        category_id=None,
        writable=kind != "ics" and "read-only" not in words,
        enabled="disabled" not in words,
        last_synced_at=None,
        last_error=None,
        needs_reconnect="disconnected" in words,
    )


@pytest.mark.parametrize(("household", "people", "expected"), CASES)
def test_the_calendar_follows_the_people(household: dict[str, Any], people: str, expected: str | None) -> None:
    chosen = household.get("chosen", {})
    members = [
        Person(
            id=name, name=name, color="#000", avatar=None, birthday=None, sort=0, default_calendar_id=chosen.get(name)
        )
        for name in PEOPLE
    ]
    assert expected == calendar_for(people.split(), members, [a_calendar(text) for text in household["calendars"]])


def add_calendar(client: Client, name: str, **more: object) -> str:
    return str(client.post("/api/calendars", {"kind": "local", "name": name, **more}).json()["id"])


def test_an_event_without_a_calendar_goes_where_its_people_keep_theirs(
    client: Client, call: Call, family: dict[str, Person], recorded: Changes
) -> None:
    ana = family["Ana"].id
    ours, hers = add_calendar(client, "Ours"), add_calendar(client, "Hers", memberIds=[ana])

    def place(**more: object) -> str:
        return str(call("create_event", **EVENT, **more)["event"]["calendarId"])

    assert [ours, hers, ours] == [place(), place(members=["Ana"]), place(members=["Ana"], calendarId="Ours")]

    work = add_calendar(client, "Work")
    assert work == client.patch(f"/api/members/{ana}", {"defaultCalendarId": work}).json()["defaultCalendarId"]
    assert work == place(members=["Ana"])

    recorded()
    client.delete(f"/api/calendars/{work}")
    assert [("member.changed", {"id": ana}), ("calendar.changed", {"id": work})] == recorded()
    assert client.get("/api/members").json()[0]["defaultCalendarId"] is None
    assert hers == place(members=["Ana"])


def test_without_a_calendar_that_can_be_written_the_error_names_the_field(client: Client, call: Call) -> None:
    add_calendar(client, "Read", writable=False)
    with pytest.raises(BadRequest, match=r"^calendarId: ") as raised:
        call("create_event", **EVENT)
    assert raised.value.extra["code"] == "required"


def test_a_member_cannot_have_a_calendar_that_is_unknown_or_read_only(
    client: Client, family: dict[str, Person]
) -> None:
    closed = add_calendar(client, "Read", writable=False)
    for calendar, code in (("gone", "deleted_meanwhile"), (closed, "read_only")):
        changed = client.patch(f"/api/members/{family['Ana'].id}", {"defaultCalendarId": calendar})
        added = client.post("/api/members", {"name": "Eva", "color": "teal", "defaultCalendarId": calendar})
        for answer in (changed, added):
            assert (400, code) == (answer.status_code, answer.json()["code"])
            assert answer.json()["error"].startswith("defaultCalendarId: ")
