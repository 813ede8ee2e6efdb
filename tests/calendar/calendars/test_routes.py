"""Calendars over HTTP: local calendars and feeds, their members, and values that are never answered."""

import pytest

from appliance.calendar.calendars import queries
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from tests.calendar.fixtures import FEED, Changes, calendar
from tests.client import Client

Family = dict[str, Person]


def test_the_answer_of_a_local_calendar(client: Client, recorded: Changes) -> None:
    answer = client.post("/api/calendars", {"kind": "local", "name": "Family"})

    made = answer.json()
    nothing = dict.fromkeys(("accountId", "remoteId", "color", "memberId", "categoryId", "lastSyncedAt", "lastError"))
    flags = {"writable": True, "enabled": True, "needsReconnect": False, "memberIds": [], "lastErrorDetails": None}
    flags |= {"declined": "hidden", "ownerEmail": None}
    assert {"id": made["id"], "kind": "local", "name": "Family"} | nothing | flags == made
    assert (201, [made]) == (answer.status_code, client.get("/api/calendars").json())
    assert [("calendar.changed", {"id": made["id"]})] == [each for each in recorded() if each[0] == "calendar.changed"]


def test_writable_only_lowers_access(client: Client) -> None:
    local = client.post("/api/calendars", {"kind": "local", "name": "Closed", "writable": False}).json()
    feed = client.post("/api/calendars", {"kind": "ics", "name": "Feed", "url": FEED, "writable": True}).json()

    assert (False, False) == (local["writable"], feed["writable"])


def test_members_are_kept_in_order_and_unknown_ones_dropped(client: Client, family: Family) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    several = client.post(
        "/api/calendars",
        {"kind": "local", "name": "A", "memberIds": [ben, "nobody", ana, ben], "memberId": family["Cleo"].id},
    ).json()
    older = client.post("/api/calendars", {"kind": "local", "name": "B", "memberId": ana}).json()

    assert ([ben, ana], ben) == (several["memberIds"], several["memberId"])
    assert ([ana], ana) == (older["memberIds"], older["memberId"])

    path = f"/api/calendars/{several['id']}"
    assert [ben, ana] == client.patch(path, {"name": "Renamed"}).json()["memberIds"]
    assert [ana] == client.patch(path, {"memberId": ana}).json()["memberIds"]
    assert [] == client.patch(path, {"memberId": None}).json()["memberIds"]
    assert [ben] == client.patch(path, {"memberId": ana, "memberIds": [ben]}).json()["memberIds"]

    client.delete(f"/api/members/{ben}")
    assert [[ana], []] == [each["memberIds"] for each in client.get("/api/calendars").json()]


def test_calendars_are_ordered_by_name(client: Client) -> None:
    for name in ("zoo", "Émile", "Aunt", "eva"):
        calendar(client, name=name)

    assert ["Aunt", "Émile", "eva", "zoo"] == [each["name"] for each in client.get("/api/calendars").json()]


@pytest.mark.parametrize(
    "url", [FEED, "webcal://feeds.example.org/school.ics", "WEBCAL://feeds.example.org/school.ics"]
)
def test_a_feed_address_is_encrypted_and_never_answered(client: Client, database: Database, url: str) -> None:
    feed = calendar(client, "ics", url=url)

    assert FEED == queries.feed_url(database.read, feed)
    assert "feeds.example.org" not in client.get("/api/calendars").text
    assert "feeds.example.org" not in str(list(database.read.rows("SELECT * FROM calendars")))


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"kind": "ics"}, "url: is required"),
        ({"kind": "ics", "url": ""}, "url: is required"),
        ({"kind": "ics", "url": "school"}, "url: must be a http or https address"),
        ({"kind": "ics", "url": "file:///etc/passwd"}, "url: must be a http or https address"),
        ({"kind": "ics", "url": "http://192.168.1.4/a.ics"}, "url: must be a public address"),
        ({"kind": "ics", "url": "webcal://localhost/a.ics"}, "url: must be a public address"),
        ({"kind": "ics", "url": 5}, "url: "),
        ({"kind": "google"}, "accountId: is required"),
        ({"kind": "caldav", "accountId": "mine"}, "remoteId: is required"),
        ({"kind": "microsoft", "accountId": "mine", "remoteId": "x"}, "unknown accountId"),
        ({"kind": "local", "accountId": "mine"}, "unknown accountId"),
        ({"kind": "local", "categoryId": "nobody"}, "categoryId: "),
        ({"kind": "paper"}, "kind: "),
        ({"kind": "local", "memberIds": "me"}, "memberIds: "),
        ({"kind": "local", "writable": "yes"}, "writable: "),
        ({"kind": "local", "name": ""}, "name: must not be empty"),
        ({}, "kind: is required"),
    ],
)
def test_a_bad_request_names_the_field(client: Client, recorded: Changes, body: dict[str, object], error: str) -> None:
    answer = client.post("/api/calendars", {"name": "Family", **body})

    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert ([], []) == (client.get("/api/calendars").json(), recorded())


def test_only_a_feed_has_an_address_to_change(client: Client) -> None:
    local, feed = calendar(client), calendar(client, "ics")

    assert "url: only an ics calendar has one" == client.patch(f"/api/calendars/{local}", {"url": FEED}).json()["error"]
    assert 400 == client.patch(f"/api/calendars/{feed}", {"url": "http://10.0.0.1/"}).status_code
    assert 400 == client.patch(f"/api/calendars/{feed}", {"url": None}).status_code
    assert 404 == client.patch("/api/calendars/nobody", {"name": "X"}).status_code


def test_a_patch_keeps_what_it_does_not_name(client: Client) -> None:
    category = client.post("/api/categories", {"name": "School", "color": "blue"}).json()["id"]
    was = calendar(client, color="#123456", categoryId=category)

    off = client.patch(f"/api/calendars/{was}", {"enabled": False, "unknown": 1}).json()
    bare = client.patch(f"/api/calendars/{was}", {"color": None, "categoryId": None}).json()

    assert ("#123456", category, False) == (off["color"], off["categoryId"], off["enabled"])
    assert (None, None, False) == (bare["color"], bare["categoryId"], bare["enabled"])


def test_a_removed_calendar_or_category_is_gone_everywhere(client: Client) -> None:
    category = client.post("/api/categories", {"name": "School", "color": "blue"}).json()["id"]
    kept, gone = calendar(client, categoryId=category), calendar(client)

    assert {"ok": True} == client.delete(f"/api/calendars/{gone}").json()
    assert 404 == client.delete(f"/api/calendars/{gone}").status_code
    client.delete(f"/api/categories/{category}")
    assert [(kept, None)] == [(each["id"], each["categoryId"]) for each in client.get("/api/calendars").json()]
