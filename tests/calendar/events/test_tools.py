"""Events and categories as MCP tools: names for ids; the same rows, recorded changes and errors as over REST."""

from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.errors import ApiError, BadRequest, NotFound
from appliance.people.models import Person
from tests.calendar.fixtures import MONDAY, Changes, calendar, event, occurrence, sync
from tests.client import Call, Client

Family = dict[str, Person]


def titles(found: Any) -> list[str]:
    return [each["title"] for each in found["events"]]


def test_an_event_is_created_read_changed_and_removed(
    call: Call, client: Client, family: Family, recorded: Changes
) -> None:
    home = calendar(client)
    recorded()
    made = call(
        "create_event",
        calendarId=home,
        title="Dentist",
        start="2026-11-23T10:00:00+01:00",
        end="2026-11-23T10:00:00Z",
        members=["cleo", family["Dan"].id],
        location="Mill Lane",
        reminders=[10],
        travelMinutes=15,
        remindBeforeLeave=True,
    )["event"]
    assert made == client.get(f"/api/events/{made['id']}").json()
    assert ("2026-11-23T09:00:00.000Z", False) == (made["start"], made["allDay"])
    assert ([family["Cleo"].id, family["Dan"].id], "Mill Lane") == (made["memberIds"], made["location"])
    assert ([10], 15, True) == (made["reminders"], made["travelMinutes"], made["remindBeforeLeave"])
    assert {"event": made} == call("get_event", id=made["id"])

    changed = call(
        "update_event", id=made["id"], title="Doctor", location="", members=[], travelMinutes=None, reminders=None
    )["event"]
    assert ("Doctor", None, [], None, "default") == tuple(
        changed[name] for name in ("title", "location", "memberIds", "travelMinutes", "reminderSource")
    )
    assert (made["start"], made["end"], True) == (changed["start"], changed["end"], changed["remindBeforeLeave"])
    assert [("events.changed", {"calendarId": home})] * 2 == recorded()

    client.post("/api/notes", {"target": f"event:{made['id']}", "body": "Card"})
    assert {"ok": True} == call("delete_event", id=made["id"])
    assert [] == client.get("/api/notes", params={"target": f"event:{made['id']}"}).json()
    with pytest.raises(NotFound):
        call("get_event", id=made["id"])


def test_a_request_has_the_same_result_over_mcp_and_rest(call: Call, client: Client, recorded: Changes) -> None:
    home = calendar(client)
    outcome = []
    for over in ("REST", "tool"):
        recorded()
        body = {
            "calendarId": home,
            "title": "Choir",
            "start": "2026-11-23",
            "end": "2026-11-24",
            "allDay": True,
            "rrule": "FREQ=WEEKLY",
        }
        made = client.post("/api/events", body).json() if over == "REST" else call("create_event", **body)["event"]
        patch = {"rrule": None, "end": "2026-11-26"}
        path = f"/api/events/{made['id']}"
        changed = (
            client.patch(path, patch).json()
            if over == "REST"
            else call("update_event", id=made["id"], **patch)["event"]
        )
        found = [{name: row[name] for name in row.keys() - {"id"}} for row in (made, changed)]
        outcome.append((found, recorded()))
    assert outcome[0] == outcome[1]


# Berlin is an hour ahead of UTC: the night event of the 20th begins on the 20th there, and on the 19th in UTC.
HAPPENING = [
    ("Night", "2026-11-19T23:30:00.000Z", "2026-11-20T01:00:00.000Z", False),
    ("Late", "2026-11-19T22:00:00.000Z", "2026-11-19T23:00:00.000Z", False),
    ("Yesterday", "2026-11-19", "2026-11-20", True),
    ("Today", "2026-11-20", "2026-11-21", True),
    ("Noon", "2026-11-20T11:00:00.000Z", "2026-11-20T12:00:00.000Z", False),
    ("Midnight", "2026-11-20T23:00:00.000Z", "2026-11-21T00:00:00.000Z", False),
    ("In a week", "2026-11-27T22:00:00.000Z", "2026-11-27T23:00:00.000Z", False),
    ("Later", "2026-11-28", "2026-11-29", True),
]
RANGES = [
    ({}, ["Night", "Today", "Noon", "Midnight", "In a week"]),
    ({"from": "2026-11-20", "to": "2026-11-20"}, ["Night", "Today", "Noon"]),
    ({"from": "2026-11-19", "to": "2026-11-19"}, ["Yesterday", "Late"]),
    ({"to": "2026-11-20"}, ["Night", "Today", "Noon"]),
    ({"from": "2026-11-28"}, ["Later"]),
    ({"from": "2026-11-20T12:30:00", "to": "2026-11-20"}, ["Today", "Noon"]),
    ({"from": "2026-11-20T12:30:00Z", "to": "2026-11-20T23:00:00.000Z"}, ["Today"]),
    ({"from": "2026-11-20T12:30:00+02:00", "to": "2026-11-20T13:00:00+01:00"}, ["Today", "Noon"]),
    ({"from": "2026-11-20T12:30:00-01:00", "to": "2026-11-21T00:30:00"}, ["Today", "Midnight"]),
    ({"from": "2026-11-28T10:00:00"}, ["Later"]),
]


@pytest.mark.parametrize(("body", "expected"), RANGES)
def test_a_range_is_days_of_the_household_or_moments(
    call: Call, client: Client, body: dict[str, str], expected: list[str]
) -> None:
    home = calendar(client)
    for title, start, end, all_day in HAPPENING:
        event(client, home, title, start=start, end=end, allDay=all_day)
    assert sorted(expected) == sorted(titles(call("list_events", **body)))


def test_a_range_is_answered_in_order_with_its_counts(call: Call, client: Client, family: Family) -> None:
    home, other = calendar(client), calendar(client, name="Other")
    choir = event(client, home, "Choir", rrule="FREQ=DAILY;COUNT=3", memberIds=[family["Cleo"].id])
    event(client, other, "Meeting")
    client.post("/api/notes", {"target": f"event:{choir['id']}", "body": "Folder"})
    found = call("list_events", member="Cleo")
    assert ["2026-11-23", "2026-11-24", "2026-11-25"] == [each["occurrenceStart"][:10] for each in found["events"]]
    assert {(0, 1)} == {(each["linkedItemCount"], each["noteCount"]) for each in found["events"]}
    assert ["Meeting"] == titles(call("list_events", calendarId=other))
    assert client.get("/api/events?from=2026-11-20&to=2026-11-28").json() == call("list_events")["events"]


def test_a_category_is_set_by_name_and_removed(call: Call, client: Client, recorded: Changes) -> None:
    made = {
        name: client.post("/api/categories", {"name": name, "color": "#0a0", "keywords": words}).json()["id"]
        for name, words in (("School", ["choir"]), ("Sports", []), ("Water sports", []))
    }
    home = calendar(client)
    choir = event(client, home, "Choir")
    recorded()
    tagged = call("set_event_category", id=choir["id"], category="sports")["event"]
    assert (made["Sports"], "event") == (tagged["categoryId"], tagged["categorySource"])
    assert [("events.changed", {"calendarId": home})] == recorded()
    for cleared in ({}, {"category": None}):
        call("set_event_category", id=choir["id"], category="water")
        back = call("set_event_category", id=choir["id"], **cleared)["event"]
        assert (made["School"], "keyword") == (back["categoryId"], back["categorySource"])


def test_a_feeds_series_gets_a_category_and_members_as_a_whole(
    call: Call, client: Client, database: Database, family: Family
) -> None:
    sports = client.post("/api/categories", {"name": "Sports", "color": "#0a0"}).json()["id"]
    feed = calendar(client, "ics")
    days = [occurrence(day, "Training", day, "training") for day in ("2026-11-23", "2026-11-25")]
    sync(database, feed, *days, occurrence("1", "Single"))
    first = next(each for each in call("list_events")["events"] if each["title"] == "Training")
    call("set_event_category", id=first["id"], category="Sports", scope="series")
    call("update_event", id=first["id"], members=["Dan"], scope="series")
    found = [each for each in call("list_events")["events"] if each["title"] == "Training"]
    assert [(sports, "series", [family["Dan"].id])] * 2 == [
        (each["categoryId"], each["categorySource"], each["memberIds"]) for each in found
    ]
    [single] = [each for each in call("list_events")["events"] if each["title"] == "Single"]
    assert (None, []) == (single["categoryId"], single["memberIds"])
    with pytest.raises(BadRequest, match="event has no series to tag"):
        call("set_event_category", id=single["id"], category="Sports", scope="series")


BAD_REQUESTS: list[tuple[str, dict[str, Any], type[ApiError], str]] = [
    ("list_events", {"from": "tomorrow"}, BadRequest, "from: must be a date or an instant"),
    ("list_events", {"from": "2026-02-30"}, BadRequest, "from: is not a day"),
    ("list_events", {"to": "2026-11-19"}, BadRequest, "to: must be later than from"),
    ("list_events", {"from": "2026-11-20", "to": "3026-11-20"}, BadRequest, "to: must be at most 200 years"),
    ("list_events", {"from": "1000-01-01", "to": "1000-01-02"}, BadRequest, "from: must be a date or an instant"),
    ("list_events", {"to": 5}, BadRequest, "to: Expected `str | null`, got `int`"),
    ("list_events", {"member": "Zoe"}, BadRequest, "there is no member 'Zoe'"),
    ("create_event", {"calendarId": "x", "title": "A", **MONDAY}, BadRequest, "there is no calendar 'x'"),
    ("create_event", {"title": "A", **MONDAY}, BadRequest, "calendarId: is required"),
    ("update_event", {"id": "nobody", "title": "A"}, NotFound, "not found"),
    ("update_event", {"id": "nobody", "members": ["Zoe"]}, BadRequest, "there is no member 'Zoe'"),
    ("update_event", {"id": "nobody", "scope": "all"}, BadRequest, "scope: "),
    ("delete_event", {"id": "nobody"}, NotFound, "not found"),
    ("get_event", {}, BadRequest, "id: is required"),
    ("set_event_category", {"id": "nobody"}, NotFound, "not found"),
    ("set_event_category", {"id": "nobody", "category": "Sports"}, BadRequest, "there is no category 'Sports'"),
    ("update_category", {"category": "Sports"}, BadRequest, "there is no category 'Sports'; there is none yet"),
]


@pytest.mark.parametrize(("tool", "arguments", "problem", "words"), BAD_REQUESTS)
def test_a_bad_request_fails_with_its_reason(
    call: Call,
    family: Family,
    recorded: Changes,
    tool: str,
    arguments: dict[str, Any],
    problem: type[ApiError],
    words: str,
) -> None:
    with pytest.raises(problem) as found:
        call(tool, **arguments)
    assert words == found.value.message[: len(words)]
    assert [] == recorded()


def test_an_event_is_created_in_a_calendar_by_its_name(call: Call, client: Client) -> None:
    home = calendar(client)
    name = next(each["name"] for each in client.get("/api/calendars").json() if each["id"] == home)
    made = call("create_event", calendarId=name.upper(), title="A", **MONDAY)["event"]
    assert home == made["calendarId"]
    assert ["A"] == titles(call("list_events", **{"calendarId": name, "from": "2026-11-23", "to": "2026-11-24"}))


def test_a_read_only_event_does_not_change(call: Call, client: Client, database: Database, recorded: Changes) -> None:
    feed = calendar(client, "ics")
    sync(database, feed, occurrence("1", "Holiday"))
    [holiday] = call("list_events")["events"]
    recorded()
    for tool, more in (("update_event", {"title": "Work"}), ("delete_event", {})):
        with pytest.raises(BadRequest, match="calendar is not writable"):
            call(tool, id=holiday["id"], **more)
    with pytest.raises(BadRequest, match="calendar is not writable"):
        call("create_event", calendarId=feed, title="A", **MONDAY)
    assert [] == recorded()
    assert 20 == call("update_event", id=holiday["id"], travelMinutes=20)["event"]["travelMinutes"]


def test_categories_are_listed_and_changed_by_name(call: Call, client: Client, recorded: Changes) -> None:
    school = client.post("/api/categories", {"name": "School", "color": "#00a", "emoji": "🏫"}).json()
    recorded()
    assert {"categories": [school]} == call("list_categories")
    changed = call("update_category", category="scho", keywords='["pta", "homework"]', emoji=None, color="#123")
    assert school | {"keywords": ["pta", "homework"], "emoji": None, "color": "#123"} == changed["category"]
    assert [changed["category"]] == client.get("/api/categories").json()
    assert changed == call("update_category", category=school["id"])
    assert [("category.changed", {"id": school["id"]})] * 2 == recorded()
    with pytest.raises(BadRequest, match="emoji: must be a single emoji"):
        call("update_category", category="School", emoji="ab")


def test_one_date_of_a_series_is_changed_and_removed(call: Call, client: Client) -> None:
    series = event(client, calendar(client), title="Swimming", rrule="FREQ=WEEKLY;COUNT=4")["id"]
    second, third = "2026-11-30T09:00:00.000Z", "2026-12-07T09:00:00.000Z"

    gala = call("update_event", id=series, occurrence=second, apply="this", title="Gala")["event"]
    assert (series, second) == (gala["detachedFrom"], gala["occurrenceStart"])
    assert {"ok": True} == call("delete_event", id=series, occurrence=third, apply="following")

    assert ["Swimming", "Gala"] == titles(call("list_events", **{"from": "2026-11-20", "to": "2026-12-20"}))
    with pytest.raises(BadRequest, match="unknown occurrence"):
        call("delete_event", id=series, occurrence=third, apply="this")
