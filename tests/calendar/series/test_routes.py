"""One date of a local series, from one date on, or all, over HTTP."""

from typing import Any

import pytest

from tests.calendar.fixtures import Changes, between, calendar, event
from tests.client import Client

SWIMMING = {"title": "Swimming", "rrule": "FREQ=WEEKLY;BYDAY=MO", "location": "Pool"}
MONDAYS = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"]
AT_NINE = "T09:00:00.000Z"


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home")


@pytest.fixture
def series(client: Client, home: str) -> str:
    """Every Monday at 10 in Berlin, from 23 November 2026 on."""
    return str(event(client, home, **SWIMMING)["id"])


def starts(client: Client, end: str = "2026-12-20") -> list[str]:
    return [each["start"] for each in between(client, "2026-11-01", end)]


def shown(client: Client, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(each.get(name) for name in names) for each in between(client, "2026-11-01", "2026-12-20")]


def change(client: Client, event_id: str, day: str | None, apply: str, **fields: object) -> dict[str, Any]:
    named = {} if day is None else {"occurrence": day + AT_NINE}
    answer = client.patch(f"/api/events/{event_id}", {**fields, **named, "apply": apply})
    assert 200 == answer.status_code, answer.text
    return dict(answer.json())


def remove(client: Client, event_id: str, day: str, apply: str) -> None:
    answer = client.delete(f"/api/events/{event_id}", params={"occurrence": day + AT_NINE, "apply": apply})
    assert (200, {"ok": True}) == (answer.status_code, answer.json())


def test_one_date_is_removed(client: Client, display: Client, series: str, home: str, recorded: Changes) -> None:
    remove(display, series, "2026-11-30", "this")

    assert [day + AT_NINE for day in MONDAYS if day != "2026-11-30"] == starts(client)
    assert ("events.changed", {"calendarId": home}) == recorded()[-1]


def test_one_date_is_changed_and_the_rest_stays(client: Client, series: str) -> None:
    changed = change(
        client, series, "2026-11-30", "this", start="2026-12-01T15:00:00Z", end="2026-12-01T16:00:00Z", title="Gala"
    )

    assert ("2026-12-01T15:00:00.000Z", "Gala", "Pool", None) == tuple(
        changed[name] for name in ("start", "title", "location", "rrule")
    )
    assert (series, "2026-11-30" + AT_NINE) == (changed["detachedFrom"], changed["occurrenceStart"])
    assert changed == client.get(f"/api/events/{changed['id']}").json()
    assert [
        ("2026-11-23" + AT_NINE, "Swimming", None),
        ("2026-12-01T15:00:00.000Z", "Gala", series),
        ("2026-12-07" + AT_NINE, "Swimming", None),
        ("2026-12-14" + AT_NINE, "Swimming", None),
    ] == shown(client, "start", "title", "detachedFrom")


def test_from_one_date_on_the_series_is_another(client: Client, series: str) -> None:
    gone = change(client, series, "2026-12-07", "this", title="Gala")["id"]
    remove(client, series, "2026-12-14", "this")

    rest = change(
        client,
        series,
        "2026-11-30",
        "following",
        start="2026-12-01T09:00:00Z",
        end="2026-12-01T10:30:00Z",
        title="Dive",
    )

    assert series != rest["id"]
    assert ("FREQ=WEEKLY;BYDAY=TU", "2026-12-01" + AT_NINE) == (rest["rrule"], rest["start"])
    assert "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261129" == client.get(f"/api/events/{series}").json()["rrule"]
    assert [
        (series, "2026-11-23" + AT_NINE, "Swimming"),
        (rest["id"], "2026-12-01" + AT_NINE, "Dive"),
        (gone, "2026-12-08" + AT_NINE, "Gala"),
    ] == shown(client, "id", "start", "title")
    assert ["2026-12-22" + AT_NINE] == starts(client, "2026-12-23")[3:]
    assert rest["id"] == client.get(f"/api/events/{gone}").json()["detachedFrom"]


def test_from_one_date_on_nothing_is_left(client: Client, series: str) -> None:
    change(client, series, "2026-12-07", "this", title="Gala")
    remove(client, series, "2026-11-30", "following")

    assert [MONDAYS[0] + AT_NINE] == starts(client)


def test_a_change_of_all_moves_every_date_and_keeps_what_was_changed_of_one(client: Client, series: str) -> None:
    change(client, series, "2026-11-30", "this", title="Gala")
    change(client, series, "2026-12-07", "this", start="2026-12-07T15:00:00Z", end="2026-12-07T16:00:00Z")
    remove(client, series, "2026-12-14", "this")

    change(client, series, "2026-11-23", "all", start="2026-11-24T11:00:00Z", end="2026-11-24T12:00:00Z", title="Dive")

    assert [
        ("2026-11-24T11:00:00.000Z", "Dive", "2026-11-24T11:00:00.000Z"),
        ("2026-12-01T11:00:00.000Z", "Gala", "2026-12-01T11:00:00.000Z"),
        ("2026-12-07T15:00:00.000Z", "Dive", "2026-12-08T11:00:00.000Z"),
    ] == shown(client, "start", "title", "occurrenceStart")
    assert [] == between(client, "2026-12-14", "2026-12-19")


def test_a_client_that_knows_nothing_of_it_changes_and_removes_the_whole_series(client: Client, series: str) -> None:
    gala = change(client, series, "2026-11-30", "this", start="2026-11-30T15:00:00Z", end="2026-11-30T16:00:00Z")
    client.patch(f"/api/events/{series}", {"title": "Dive"})
    assert ["Dive"] * 4 == [title for (title,) in shown(client, "title")]
    # Of a detached event it sees no series.
    client.patch(f"/api/events/{gala['id']}", {"title": "Gala"})
    assert ["Dive", "Gala", "Dive", "Dive"] == [title for (title,) in shown(client, "title")]

    assert 200 == client.delete(f"/api/events/{series}").status_code
    assert [] == starts(client)
    assert 404 == client.get(f"/api/events/{gala['id']}").status_code


def test_from_the_first_date_on_is_all(client: Client, series: str) -> None:
    assert series == change(client, series, MONDAYS[0], "following", title="Dive")["id"]
    remove(client, series, MONDAYS[0], "following")
    assert 404 == client.get(f"/api/events/{series}").status_code


def test_the_series_starts_at_the_first_date_that_is_left(client: Client, home: str) -> None:
    series = event(client, home, **SWIMMING | {"rrule": "FREQ=WEEKLY;COUNT=3"})["id"]
    remove(client, series, MONDAYS[0], "this")

    shown = client.get(f"/api/events/{series}").json()
    assert (MONDAYS[1] + AT_NINE, "FREQ=WEEKLY;COUNT=2") == (shown["start"], shown["rrule"])
    assert [MONDAYS[1] + AT_NINE, MONDAYS[2] + AT_NINE] == starts(client)


def test_without_its_last_date_a_series_is_removed(client: Client, home: str) -> None:
    series = event(client, home, **SWIMMING | {"rrule": "FREQ=WEEKLY;COUNT=2"})["id"]
    gala = change(client, series, MONDAYS[0], "this", title="Gala")["id"]
    remove(client, series, MONDAYS[1], "this")
    assert [("Gala",)] == shown(client, "title")

    # The detached event is the last that the series has.
    assert 200 == client.delete(f"/api/events/{gala}").status_code
    assert 404 == client.get(f"/api/events/{series}").status_code


def test_an_all_day_series_names_its_dates(client: Client, home: str) -> None:
    days: dict[str, Any] = {"start": "2026-11-23", "end": "2026-11-24", "allDay": True}
    series = event(client, home, **SWIMMING | days)["id"]

    changed = client.patch(
        f"/api/events/{series}",
        {"occurrence": "2026-11-30", "apply": "this", "start": "2026-12-01", "end": "2026-12-02"},
    ).json()
    client.delete(f"/api/events/{series}", params={"occurrence": "2026-12-07", "apply": "this"})

    assert ("2026-12-01", "2026-11-30") == (changed["start"], changed["occurrenceStart"])
    assert ["2026-11-23", "2026-12-01", "2026-12-14"] == starts(client)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"apply": "this", "occurrence": "2026-11-24T09:00:00.000Z"}, "unknown occurrence"),
        ({"apply": "all", "occurrence": "2026-11-30T08:00:00.000Z"}, "unknown occurrence"),
        ({"apply": "this", "occurrence": "2026-11-30"}, "unknown occurrence"),
        ({"apply": "this", "occurrence": "2026-11-16T09:00:00.000Z"}, "unknown occurrence"),
        ({"apply": "this", "occurrence": "soon"}, "occurrence: must be a date or an instant"),
        ({"apply": "this"}, "occurrence: is required for apply this and following"),
        ({"apply": "following"}, "occurrence: is required for apply this and following"),
        ({"apply": "some", "occurrence": "2026-11-30T09:00:00.000Z"}, "apply: "),
        ({"apply": "this", "occurrence": "2026-11-30T09:00:00.000Z", "rrule": "FREQ=DAILY"}, "rrule: a single"),
        ({"apply": "this", "occurrence": "2026-11-30T09:00:00.000Z", "title": ""}, "title: "),
        ({"apply": "this", "occurrence": "2026-11-30T09:00:00.000Z", "end": "2026-11-30T09:00:00Z"}, "end: "),
    ],
)
def test_what_a_request_may_not_name(client: Client, series: str, body: dict[str, object], error: str) -> None:
    answer = client.patch(f"/api/events/{series}", {"title": "Dive", **body})

    assert (400, True) == (answer.status_code, answer.json()["error"].startswith(error)), answer.text
    if "rrule" not in body and "title" not in body and "end" not in body:
        assert 400 == client.delete(f"/api/events/{series}", params=body).status_code
    assert [day + AT_NINE for day in MONDAYS] == starts(client)


def test_a_removed_date_and_an_event_that_does_not_repeat_have_no_occurrence(
    client: Client, series: str, home: str
) -> None:
    single = event(client, home)["id"]
    remove(client, series, "2026-11-30", "this")

    for event_id, day in ((series, "2026-11-30"), (single, "2026-11-30")):
        query = {"occurrence": day + AT_NINE, "apply": "this"}
        answer = client.delete(f"/api/events/{event_id}", params=query)
        assert (400, "unknown occurrence") == (answer.status_code, answer.json()["error"])
    assert 200 == client.delete(f"/api/events/{single}", params={"occurrence": MONDAYS[0] + AT_NINE}).status_code


def test_a_day_that_the_rule_cannot_give(client: Client, home: str) -> None:
    series = event(client, home, **SWIMMING | {"rrule": "FREQ=MONTHLY;BYDAY=4MO,-1FR"})["id"]
    body = {"occurrence": MONDAYS[0] + AT_NINE, "start": "2026-11-24T09:00:00Z", "end": "2026-11-24T10:00:00Z"}

    answer = client.patch(f"/api/events/{series}", body | {"apply": "all"})

    assert 400 == answer.status_code
    assert answer.json()["error"].startswith("start: is on a day that the rule of this series cannot give")
    answer = client.patch(f"/api/events/{series}", body | {"apply": "all", "rrule": "FREQ=MONTHLY;BYDAY=4TU"})
    assert ("2026-11-24" + AT_NINE, "FREQ=MONTHLY;BYDAY=4TU") == (answer.json()["start"], answer.json()["rrule"])


def test_members_follow_unless_they_were_changed(client: Client, series: str) -> None:
    ana, ben = (client.post("/api/members", {"name": name, "color": "#112233"}).json()["id"] for name in ("Ana", "Ben"))
    client.patch(f"/api/events/{series}", {"memberIds": [ana]})
    own = change(client, series, "2026-11-30", "this", memberIds=[ben])
    same = change(client, series, "2026-12-07", "this", title="Gala")
    assert ([ben], [ana], "occurrence") == (own["memberIds"], same["memberIds"], same["memberScope"])

    change(client, series, None, "all", memberIds=[])

    assert [([],), ([ben],), ([],), ([],)] == shown(client, "memberIds")


def test_notes_and_items_of_the_series_are_those_of_every_part(client: Client, series: str) -> None:
    note = client.post("/api/notes", {"target": f"event:{series}", "body": "Bring goggles"}).json()
    shopping = client.post("/api/lists", {"name": "Shopping", "kind": "shopping"}).json()["id"]
    item = client.post(f"/api/lists/{shopping}/items", {"title": "Goggles", "eventId": series})
    assert 201 == item.status_code, item.text
    gala = change(client, series, "2026-11-30", "this", title="Gala")["id"]

    assert [note] == client.get("/api/notes", params={"target": f"event:{gala}"}).json()
    assert ["Goggles"] == [each["title"] for each in client.get(f"/api/events/{gala}/items").json()]
    assert [(1, 1)] * 4 == shown(client, "noteCount", "linkedItemCount")

    rest = change(client, series, "2026-12-07", "following", title="Dive")["id"]

    copied = client.get("/api/notes", params={"target": f"event:{rest}"}).json()
    assert [("Bring goggles", rest)] == [(each["body"], each["targetId"]) for each in copied]
    assert [("Swimming", 1, 0), ("Gala", 1, 0), ("Dive", 1, 1), ("Dive", 1, 1)] == shown(
        client, "title", "noteCount", "linkedItemCount"
    )


def test_a_series_that_no_longer_repeats_leaves_single_events(client: Client, series: str) -> None:
    change(client, series, "2026-11-30", "this", title="Gala")
    change(client, series, "2026-12-07", "all", rrule=None)

    assert [
        ("2026-11-30" + AT_NINE, "Gala", None, None),
        ("2026-12-07" + AT_NINE, "Swimming", None, None),
    ] == shown(client, "start", "title", "detachedFrom", "occurrenceStart")
