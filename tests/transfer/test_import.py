"""What an import does with a file. (contract §31)"""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.app import Application
from tests.client import Client
from tests.transfer import files
from tests.transfer.files import ANA, BEN, CLUB, FAMILY, FEED, SPORT, WORK

Changes = Callable[[], list[tuple[str, dict[str, Any]]]]
COUNTS = {
    "members": 2,
    "categories": 1,
    "calendars": 4,
    "events": 2,
    "eventMemberOverrides": 1,
    "eventCategoryOverrides": 1,
    "eventTravelOverrides": 1,
    "eventSeriesMemberOverrides": 1,
    "eventSeriesCategoryOverrides": 1,
    "chores": 2,
    "choreCompletions": 3,
    "lists": 2,
    "listItems": 2,
    "listItemSteps": 1,
    "notes": 2,
    "pointEntries": 1,
    "stickerPacks": 1,
    "scrapbook": 1,
    "rewards": 0,
    "redemptions": 0,
    "recipes": 0,
    "meals": 0,
}
SKIPPED = {"passkeys": 1, "webhooks": 1, "archivedChores": 0, "pendingCompletions": 0}
WAITING = [
    {"id": CLUB, "kind": "caldav", "name": "Club"},
    {"id": WORK, "kind": "google", "name": "Work"},
]


def test_a_file_of_the_reference_product(client: Client, recorded: Changes) -> None:
    answer = client.post("/api/import", files.full())

    assert (200, {"imported": COUNTS, "needsReconnect": WAITING, "skipped": SKIPPED, "notRead": {}}) == (
        answer.status_code,
        answer.json(),
    )
    assert [
        ("settings.changed", {"imported": 9}),
        ("member.changed", {"imported": 2}),
        ("category.changed", {"imported": 1}),
        ("calendar.changed", {"imported": 4}),
        ("events.changed", {"imported": 7}),
        ("chore.changed", {"imported": 2}),
        ("list.changed", {"imported": 2}),
        ("sticker.changed", {"imported": 2}),
    ] == recorded()


# Of items, beyond the contract.
ADDED = ("addedBy", "addedWith", "doneWith", "rrule", "afterDays", "repeatFrom", "opensOn")


def test_it_leaves_again_as_it_came(client: Client) -> None:
    client.post("/api/import", files.full())
    file, again = files.full(), client.get("/api/export").json()

    assert file["settings"]["familyName"] == again["settings"]["familyName"]
    not_compared = ("version", "exportedAt", "settings", "passkeys", "webhooks")
    # What members and chores have beyond the contract is not in the file, and has its default.
    for name in ("members", "chores", "choreCompletions"):
        again[name] = [{each: row[each] for each in file[name][0]} for row in again[name]]
    for one in again["lists"]:
        for item in one["items"]:
            assert [None] * len(ADDED) == [item.pop(name) for name in ADDED]
    for name in file.keys() - set(not_compared) - {"calendars", "choreCompletions"}:
        assert file[name] == again[name], name
    for name in ("calendars", "choreCompletions"):
        assert sorted(file[name], key=str) == sorted(again[name], key=str)


def test_an_older_file(client: Client) -> None:
    answer = client.post("/api/import", files.older())
    assert 200 == answer.status_code

    again = client.get("/api/export").json()
    assert [None, None] == [each["birthday"] for each in again["members"]]
    assert [(None, False)] * 2 == [(each["travelMinutes"], each["remindBeforeLeave"]) for each in again["events"]]
    assert [None, None] == [each["listId"] for each in again["chores"]]
    assert ["manual", "manual"] == [each["sortBy"] for each in again["lists"]]
    items = [item for each in again["lists"] for item in each["items"]]
    assert [(None, "normal", [])] * 2 == [(item["eventId"], item["priority"], item["steps"]) for item in items]
    # A completion that does not say what it earned earned the chore's full points.
    assert {"ch-bag": 5, "ch-dishes": 12} == {
        each["choreId"]: each["pointsAwarded"] for each in again["choreCompletions"]
    }


def test_calendars_are_local_followed_or_waiting(client: Client) -> None:
    client.post("/api/import", files.full())

    known = {each["id"]: each for each in client.get("/api/calendars").json()}
    assert {FAMILY: True, FEED: False, WORK: False, CLUB: False} == {id: each["writable"] for id, each in known.items()}
    waiting = {id for id, each in known.items() if each["needsReconnect"]}
    assert {WORK, CLUB} == waiting == {id for id, each in known.items() if each["lastError"]}
    assert {None} == {each["accountId"] for each in known.values()} | {each["lastSyncedAt"] for each in known.values()}
    assert False is known[WORK]["enabled"]


@pytest.mark.parametrize("url", [None, "", "http://192.168.1.5/a.ics", "ftp://example.com/a.ics", "nonsense"])
def test_a_feed_without_a_safe_address_waits_for_one(client: Client, url: str | None) -> None:
    file = files.full()
    file["calendars"][1]["url"] = url

    assert FEED in [each["id"] for each in client.post("/api/import", file).json()["needsReconnect"]]

    client.patch(f"/api/calendars/{FEED}", {"url": "https://school.example/new.ics"})
    assert [False] == [each["needsReconnect"] for each in client.get("/api/calendars").json() if each["id"] == FEED]


def test_an_import_keeps_values_that_the_file_does_not_have(client: Client) -> None:
    client.post("/api/import", files.full())
    file = files.full()
    changed = "2026-10-01T00:00:00.000Z"
    file["members"][0]["name"] = "Anna"
    file["categories"][0] |= {"name": "Sport", "createdAt": changed}
    file["calendars"][0] |= {"name": "Everybody"}
    file["calendars"][3] |= {"kind": "local", "name": "Ours now"}
    file["calendars"][2] |= {"remoteId": "other@example.com", "name": "Office"}
    file["choreCompletions"][1] |= {"id": "co-9", "memberId": ANA}
    file["lists"][0] |= {"createdAt": changed, "name": "Bag"}
    file["lists"][0]["items"][0] |= {"createdAt": changed, "title": "Pens"}
    file["notes"][0] |= {"targetId": "it-pencils", "body": "Soy, please", "createdAt": changed}
    file["pointEntries"][0] |= {"memberId": ANA, "amount": -7}
    file["scrapbook"][0] |= {"memberId": ANA, "x": 0.5}

    assert 3 == client.post("/api/import", file).json()["imported"]["calendars"]

    now = client.get("/api/export").json()
    assert "Anna" == now["members"][0]["name"]
    assert ("Sport", files.MADE) == (now["categories"][0]["name"], now["categories"][0]["createdAt"])
    assert {("local", "Everybody"), ("caldav", "Club"), ("google", "Office"), ("ics", "School")} == {
        (each["kind"], each["name"]) for each in now["calendars"]
    }
    assert "work@example.com" in [each["remoteId"] for each in now["calendars"]]
    assert ("co-2", ANA) in [(each["id"], each["memberId"]) for each in now["choreCompletions"]]
    bag = now["lists"][0]
    assert ("Bag", files.MADE) == (bag["name"], bag["createdAt"])
    assert ("Pens", files.MADE) == (bag["items"][0]["title"], bag["items"][0]["createdAt"])
    assert ("it-milk", "Soy, please", files.MADE) == tuple(
        now["notes"][0][name] for name in ("targetId", "body", "createdAt")
    )
    assert (BEN, -7) == (now["pointEntries"][0]["memberId"], now["pointEntries"][0]["amount"])
    assert (BEN, 0.5) == (now["scrapbook"][0]["memberId"], now["scrapbook"][0]["x"])


def test_nothing_is_removed(client: Client, family: dict[str, Any]) -> None:
    client.post("/api/import", files.full())
    client.post("/api/import", files.empty())

    assert 6 == len(client.get("/api/members").json())
    assert 2 == len(client.get("/api/lists?archived=true").json())


def test_rows_that_belong_to_nothing_in_the_file_are_left_out(client: Client) -> None:
    file = files.full()
    file["events"] += [
        {**file["events"][0], "id": "ev-2", "calendarId": FEED},
        {**file["events"][0], "id": "ev-3", "calendarId": "nobody"},
    ]
    file["eventMemberOverrides"].append({"calendarId": "nobody", "externalId": "x", "memberIds": [ANA]})
    file["eventSeriesCategoryOverrides"].append({"calendarId": "nobody", "seriesId": "x", "categoryId": SPORT})
    file["eventCategoryOverrides"].append({"calendarId": WORK, "externalId": "x", "categoryId": "nobody"})
    file["choreCompletions"].append({**file["choreCompletions"][0], "choreId": "nobody"})
    file["notes"] += [
        {**file["notes"][0], "id": "no-3", "targetId": "nobody"},
        {**file["notes"][1], "id": "no-4", "targetId": "ev-2"},
    ]
    for kind in ("pointEntries", "stickerPacks", "scrapbook"):
        file[kind].append({**file[kind][0], "id": f"{kind}-2", "memberId": "nobody"})

    left_out = client.post("/api/import?dryRun=true", file).json()["leftOut"]
    answer = client.post("/api/import", file)

    assert COUNTS == answer.json()["imported"]
    assert {
        "events": 2,
        "eventMemberOverrides": 1,
        "eventSeriesCategoryOverrides": 1,
        "eventCategoryOverrides": 1,
        "choreCompletions": 1,
        "notes": 2,
        "pointEntries": 1,
        "stickerPacks": 1,
        "scrapbook": 1,
    } == {name: number for name, number in left_out.items() if number}


def test_unknown_names_are_forgotten(client: Client) -> None:
    file = files.full()
    file["chores"][0] |= {"memberId": "nobody", "listId": "nobody"}
    file["choreCompletions"][1]["memberId"] = "nobody"
    file["lists"][0]["memberIds"] = ["nobody", BEN, BEN]
    file["lists"][0]["items"][0] |= {"memberId": "nobody", "doneBy": "nobody"}
    file["notes"][0]["memberId"] = "nobody"
    file["events"][0] |= {"memberIds": ["nobody", ANA, ANA], "categoryId": "nobody"}
    file["calendars"][0] |= {"memberIds": ["nobody"], "categoryId": "nobody"}

    assert 200 == client.post("/api/import", file).status_code

    now = client.get("/api/export").json()
    assert (None, None) == (now["chores"][0]["memberId"], now["chores"][0]["listId"])
    assert None is now["notes"][0]["memberId"]
    assert [BEN] == now["lists"][0]["memberIds"]
    assert (None, None) == (now["lists"][0]["items"][0]["memberId"], now["lists"][0]["items"][0]["doneBy"])
    assert ([ANA], None) == (now["events"][0]["memberIds"], now["events"][0]["categoryId"])


def test_what_was_done_stays_due(client: Client) -> None:
    """A file has no creation times of chores, which a weekly rule without a weekday starts from."""
    client.post("/api/import", files.full())

    def due(day: str) -> list[str]:
        return [each["title"] for each in client.get(f"/api/chores/day?date={day}").json()]

    assert ["Dishes", "Pack the bag"] == due("2026-11-26")  # a Thursday, as the day it was done for
    assert ["Dishes"] == due("2026-11-20")
    assert ["Dishes"] == due("2026-11-18")
    assert [] == due("2026-11-11")


def test_points_in_parts_are_rounded_half_up(client: Client) -> None:
    file = files.full()
    file["chores"][0]["points"] = 2.5
    file["choreCompletions"][1]["pointsAwarded"] = 7.5
    file["choreCompletions"][2]["pointsAwarded"] = None

    client.post("/api/import", file)

    now = client.get("/api/export").json()
    assert 3 == now["chores"][0]["points"]
    assert [5, 8, 3] == [each["pointsAwarded"] for each in now["choreCompletions"]]
    assert {"Ana": 3, "Ben": 0} == {each["name"]: each["balance"] for each in client.get("/api/members").json()}


def test_an_event_without_duration_is_imported(client: Client) -> None:
    file = files.full()
    file["events"][0] |= {"end": "2026-11-20T18:30:00+01:00", "start": "2026-11-20T18:30:00+01:00"}
    client.post("/api/import", file)

    assert ["2026-11-20T17:30:00.000Z"] * 2 == [
        client.get("/api/export").json()["events"][0][name] for name in ("start", "end")
    ]
    assert "Dinner" in [each["title"] for each in client.get("/api/events?from=2026-11-20&to=2026-11-21").json()]


def test_a_synced_event_is_never_written_over(application: Application, client: Client) -> None:
    client.post("/api/import", files.full())
    application.database.write_now(
        lambda tx: tx.run(
            "INSERT INTO events (id, calendar_id, external_id, title, starts, ends, all_day, span_start, span_end,"
            " created_at) VALUES ('e_1', ?, 'x', 'Theirs', '2026-11-20', '2026-11-21', 1, '2026-11-20T00:00:00.000Z',"
            " '2026-11-21T00:00:00.000Z', ?)",
            FEED,
            files.MADE,
        )
    )
    file = files.full()
    file["events"][0]["id"] = "e_1"

    assert 1 == client.post("/api/import", file).json()["imported"]["events"]
    assert "Theirs" == client.get("/api/events/e_1").json()["title"]
