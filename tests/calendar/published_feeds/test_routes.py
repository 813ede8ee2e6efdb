"""Published feeds over HTTP: made, read with a token, revoked; what is in them, and who may make them."""

import logging
from typing import Any

import icalendar
import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from tests.calendar.fixtures import MONDAY, Changes, calendar, event, occurrence, sync
from tests.client import Client

Family = dict[str, Person]
WEEKLY = {"start": "2026-10-05T14:00:00Z", "end": "2026-10-05T15:00:00Z", "rrule": "FREQ=WEEKLY;BYDAY=MO"}


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home", color="#112233")


def make(client: Client, **more: object) -> dict[str, Any]:
    """Make a feed; the answer."""
    answer = client.post("/api/feeds", {"name": "Work phone", **more})
    assert 201 == answer.status_code, answer.text
    return dict(answer.json())


def read(anybody: Client, path: str, tag: str = "") -> Any:
    """Read a feed without a key."""
    return anybody.get(path, headers={"If-None-Match": tag} if tag else {})


def events(anybody: Client, path: str) -> dict[str, Any]:
    """The events of a feed by title, read with icalendar."""
    answer = read(anybody, path)
    assert (200, "text/calendar; charset=utf-8") == (answer.status_code, answer.headers["content-type"])
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    parsed = icalendar.Calendar.from_ical(answer.content)
    assert not parsed.errors
    return {str(each["SUMMARY"]): each for each in parsed.walk("VEVENT")}


def test_an_address_is_made_read_and_revoked(client: Client, anybody: Client, home: str, recorded: Changes) -> None:
    event(client, home)
    recorded()
    made = make(client)
    assert [("settings.changed", {"feedId": made["feed"]["id"]})] == recorded()
    assert {
        "id": made["feed"]["id"],
        "name": "Work phone",
        "memberId": None,
        "calendarIds": None,
        "descriptions": False,
        "meals": False,
        "createdAt": "2026-11-20T15:24:00.000Z",
        "lastUsedAt": None,
    } == made["feed"]
    assert len(made["path"]) > len("/api/feed/.ics") + 40

    assert ["Dentist"] == list(events(anybody, made["path"]))
    assert ["2026-11-20T15:24:00.000Z"] == [each["lastUsedAt"] for each in client.get("/api/feeds").json()]

    assert 200 == client.delete(f"/api/feeds/{made['feed']['id']}").status_code
    gone = read(anybody, made["path"])
    assert (404, {"error": "not found"}) == (gone.status_code, gone.json())
    assert [] == client.get("/api/feeds").json()
    assert 404 == client.delete(f"/api/feeds/{made['feed']['id']}").status_code


def test_only_the_digest_of_a_token_is_stored(client: Client, database: Database) -> None:
    token = make(client)["path"].removeprefix("/api/feed/").removesuffix(".ics")

    assert not [row for row in database.read.rows("SELECT * FROM published_feeds") if token in str(row)]
    assert token not in client.get("/api/export").text


def test_unknown_tokens_are_limited_by_address_and_known_ones_are_not(client: Client, anybody: Client) -> None:
    path = make(client)["path"]

    answers = [read(anybody, f"/api/feed/{number}.ics") for number in range(31)]
    assert [404] * 30 + [429] == [each.status_code for each in answers]
    assert {'{"error":"not found"}'} == {each.text for each in answers[:30]}
    assert 200 == read(anybody, path).status_code


@pytest.mark.parametrize("name", ["x", ".ics", "x.ics.ics", "%00.ics", "%F0%9F%8E%82.ics", "a" * 400 + ".ics"])
def test_what_is_no_token_is_unknown(anybody: Client, name: str) -> None:
    assert 404 == read(anybody, f"/api/feed/{name}").status_code


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "name: is required"),
        ({"name": ""}, "name: must not be empty"),
        ({"name": "x" * 101}, "name: must have at most 100 characters"),
        ({"name": "x", "memberId": "nobody"}, "memberId: is not a member"),
        ({"name": "x", "calendarIds": ["none"]}, "calendarIds.0: is not a calendar"),
    ],
)
def test_a_bad_request_is_named(client: Client, body: dict[str, object], message: str) -> None:
    answer = client.post("/api/feeds", body)

    assert (400, message) == (answer.status_code, answer.json()["error"])


def test_there_is_a_limit_of_addresses(client: Client) -> None:
    for _ in range(100):
        make(client)
    assert 400 == client.post("/api/feeds", {"name": "one more"}).status_code


def test_an_unchanged_feed_is_not_sent_again(client: Client, anybody: Client, home: str) -> None:
    event(client, home)
    path = make(client)["path"]
    tag = read(anybody, path).headers["etag"]

    assert (304, b"") == ((again := read(anybody, path, tag)).status_code, again.content)
    assert 304 == read(anybody, path, f'"x", W/{tag}').status_code
    client.post("/api/lists", {"name": "Shopping", "kind": "shopping"})
    assert 304 == read(anybody, path, tag).status_code
    event(client, home, "Choir")
    assert (200, True) == ((changed := read(anybody, path, tag)).status_code, tag != changed.headers["etag"])


def test_descriptions_are_left_out_unless_wanted(client: Client, anybody: Client, home: str) -> None:
    event(client, home, location="Main Street 5; left", description="Bring the card,\nand the letter")

    short, long = (events(anybody, make(client, descriptions=each)["path"])["Dentist"] for each in (False, True))
    assert ("Main Street 5; left", None) == (short["LOCATION"], short.get("DESCRIPTION"))
    assert "Bring the card,\nand the letter" == long["DESCRIPTION"]


def test_calendars_of_others_are_left_out_unless_chosen(
    client: Client, anybody: Client, database: Database, home: str
) -> None:
    school = calendar(client, "ics", name="School")
    sync(database, school, occurrence("choir"), occurrence("past", "Past", "2025-10-01"))
    event(client, home)

    assert ["Dentist"] == list(events(anybody, make(client)["path"]))
    assert ["Choir"] == list(events(anybody, make(client, calendarIds=[school])["path"]))
    both = make(client, calendarIds=[home, school])["path"]
    assert {"Choir", "Dentist"} == events(anybody, both).keys()
    client.patch(f"/api/calendars/{home}", {"enabled": False})
    assert ["Choir"] == list(events(anybody, both))
    client.delete(f"/api/calendars/{school}")
    assert [] == list(events(anybody, both))


def test_a_members_feed_has_theirs_and_what_is_for_everybody(
    client: Client, anybody: Client, home: str, family: Family
) -> None:
    ada, ben = (family[name].id for name in list(family)[:2])
    for title, members in {"Hers": [ada], "His": [ben], "Both": [ada, ben], "All": []}.items():
        event(client, home, title, memberIds=members)

    made = make(client, memberId=ada)
    assert {"Hers", "Both", "All"} == events(anybody, made["path"]).keys()
    client.delete(f"/api/members/{ada}")
    assert 404 == read(anybody, made["path"]).status_code


def test_birthdays_are_not_published(client: Client, anybody: Client) -> None:
    client.post("/api/members", {"name": "Ida", "color": "#123456", "birthday": "2019-11-23"})

    assert {} == events(anybody, make(client)["path"])


def test_a_series_is_a_rule_with_its_time_zone(client: Client, anybody: Client, home: str) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    made = event(client, home, "Swimming", **WEEKLY)
    path = make(client)["path"]

    swimming = events(anybody, path)["Swimming"]
    assert ("FREQ=WEEKLY;BYDAY=MO", "Europe/Berlin", f"{made['id']}@mantel") == (
        swimming["RRULE"].to_ical().decode(),
        swimming["DTSTART"].params["TZID"],
        swimming["UID"],
    )
    zones = icalendar.Calendar.from_ical(read(anybody, path).content).walk("VTIMEZONE")
    assert ["Europe/Berlin"] == [str(each["TZID"]) for each in zones]


def test_a_first_date_that_the_clocks_skip_keeps_the_time_of_the_others(
    client: Client, anybody: Client, home: str
) -> None:
    client.patch("/api/settings", {"timezone": "Africa/Cairo"})
    # 0:45 on the last Friday of April 2024 was skipped, when summer time began.
    at = {"start": "2024-04-02T22:45:00Z", "end": "2024-04-02T23:45:00Z", "rrule": "FREQ=MONTHLY;BYDAY=-1FR"}
    event(client, home, "Swimming", **at)

    swimming = events(anybody, make(client)["path"])["Swimming"]
    assert ("20240426T004500", "PT1H") == tuple(swimming[name].to_ical().decode() for name in ("DTSTART", "DURATION"))


def test_an_event_over_a_change_of_the_clocks_lasts_hours_not_days(client: Client, anybody: Client, home: str) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    camp = {"start": "2026-10-24T22:00:00Z", "end": "2026-10-26T01:00:00Z", "rrule": "FREQ=WEEKLY"}
    event(client, home, "Camp", **camp)

    assert b"\r\nDURATION:PT97200S\r\n" in read(anybody, make(client)["path"]).content


def test_dates_that_are_left_out_or_changed_are_part_of_the_series(client: Client, anybody: Client, home: str) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    made = event(client, home, "Swimming", **WEEKLY)
    second, third = "2026-11-23T15:00:00.000Z", "2026-11-30T15:00:00.000Z"
    gone = client.request("DELETE", f"/api/events/{made['id']}?apply=this&occurrence={second}")
    assert 200 == gone.status_code, gone.text
    moved = {"start": "2026-12-01T15:00:00Z", "end": "2026-12-01T16:00:00Z", "title": "Swimming, late"}
    moved_answer = client.patch(f"/api/events/{made['id']}", {"apply": "this", "occurrence": third, **moved})
    assert 200 == moved_answer.status_code, moved_answer.text

    found = events(anybody, make(client)["path"])
    series, late = found["Swimming"], found["Swimming, late"]
    assert ["2026-11-23T16:00:00+01:00"] == [each.dt.isoformat() for each in series["EXDATE"].dts]
    assert (series["UID"], "2026-11-30T16:00:00+01:00") == (late["UID"], late["RECURRENCE-ID"].dt.isoformat())


def test_a_change_is_counted(client: Client, anybody: Client, home: str) -> None:
    made = event(client, home)
    path = make(client)["path"]
    assert 0 == events(anybody, path)["Dentist"]["SEQUENCE"]

    client.patch(f"/api/events/{made['id']}", {"title": "Dentist!"})
    client.patch(f"/api/events/{made['id']}", {"countdown": True})
    assert 1 == events(anybody, path)["Dentist!"]["SEQUENCE"]


def test_no_error_writes_the_token_to_the_log(
    application: Application, client: Client, anybody: Client, caplog: pytest.LogCaptureFixture
) -> None:
    path = make(client)["path"]
    application.database.write_now(lambda tx: tx.run("DROP TABLE published_feed_calendars"))

    with caplog.at_level(logging.DEBUG):
        assert 500 == read(anybody, path).status_code
    ours = [f"{each.getMessage()} {each.__dict__}" for each in caplog.records if each.name.startswith("appliance")]
    assert ours
    assert not [each for each in ours if path.removeprefix("/api/feed/").removesuffix(".ics") in each]


def test_unusual_texts_are_readable(client: Client, anybody: Client, home: str) -> None:
    title = 'שלום 🎉 \\n; , " : ' + "ü" * 200
    event(client, home, title, **MONDAY)

    assert [title] == list(events(anybody, make(client)["path"]))


def test_planned_meals_are_days_of_a_feed_that_wants_them(
    client: Client, anybody: Client, home: str, family: Family
) -> None:
    def plan(day: str, title: str, **more: Any) -> str:
        answer = client.post("/api/meals", {"date": day, "slot": "dinner", "title": title, **more})
        assert 201 == answer.status_code, answer.text
        return str(answer.json()[0]["id"])

    event(client, home)
    lasagne = plan("2026-11-26", "Lasagne", note="with salad")
    plan("2026-11-26", "Fish fingers", eaterIds=[family["Dan"].id])
    plan("2026-11-27", "At Granny's", kind="nothing")
    plan("2024-11-27", "Long ago")
    without, both, only = make(client), make(client, meals=True), make(client, meals=True, calendarIds=[])
    hers = make(client, meals=True, calendarIds=[], memberId=family["Cleo"].id, descriptions=True)
    assert ["Dentist"] == list(events(anybody, without["path"]))
    assert ["Dentist", "Dinner: Lasagne", "Dinner: Fish fingers"] == list(events(anybody, both["path"]))
    found = events(anybody, only["path"])
    assert ["Dinner: Lasagne", "Dinner: Fish fingers"] == list(found)
    shown = found["Dinner: Lasagne"]
    assert ("2026-11-26", "2026-11-27", f"meal-{lasagne}@mantel") == (
        str(shown.decoded("dtstart")),
        str(shown.decoded("dtend")),
        str(shown["uid"]),
    )
    assert "description" not in shown
    assert {"Dinner: Lasagne": "with salad"} == {
        title: str(each["description"]) for title, each in events(anybody, hers["path"]).items()
    }

    client.patch(f"/api/meals/{lasagne}", {"date": "2026-11-28"})
    assert "2026-11-28" == str(events(anybody, only["path"])["Dinner: Lasagne"].decoded("dtstart"))
