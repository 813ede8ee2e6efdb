"""This occurrence, from here on, or all of a CalDAV series."""

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import Connected, events, titles
from tests.calendar.servers import Answer
from tests.client import Client, Loop

FIRST, SECOND, THIRD = "2026-11-24T17:00:00.000Z", "2026-12-01T17:00:00.000Z", "2026-12-08T17:00:00.000Z"
DENTIST = ("2026-11-26T09:00", "Dentist")
TUESDAYS = ("2026-11-24T17:00", "2026-12-01T17:00", "2026-12-08T17:00")


def synced(application: Application, loop: Loop, connected: Connected) -> None:
    loop.run(application.syncer.sync(connected.calendar_id))


def starting(client: Client, start: str) -> str:
    return str(next(each["id"] for each in events(client) if each["start"] == start))


def choirs(client: Client) -> list[tuple[str, str]]:
    return [each for each in titles(client) if each != DENTIST]


def test_from_one_occurrence_on_the_series_is_another(
    client: Client, application: Application, loop: Loop, any_choir: Connected, family: dict[str, Person]
) -> None:
    second, third = starting(client, SECOND), starting(client, THIRD)
    ana = family["Ana"].id
    client.patch(f"/api/events/{second}", {"memberIds": [ana], "apply": "all"})
    client.patch(f"/api/events/{third}", {"travelMinutes": 20})
    note = client.post("/api/notes", {"target": f"event:{third}", "body": "Bring a cake"}).json()

    answer = client.patch(
        f"/api/events/{second}",
        {
            "title": "Band",
            "start": "2026-12-02T18:00:00Z",
            "end": "2026-12-02T19:30:00Z",
            "apply": "following",
            "occurrence": SECOND,
        },
    )

    assert (200, "Band") == (answer.status_code, answer.json().get("title")), answer.text
    expected = [(TUESDAYS[0], "Choir"), ("2026-12-02T18:00", "Band"), ("2026-12-09T18:00", "Band")]
    for _ in range(2):
        assert expected == choirs(client)
        first, band, later = (each for each in events(client) if each["seriesId"])
        assert first["seriesId"] != band["seriesId"] == later["seriesId"]
        assert [[ana]] * 3 == [each["memberIds"] for each in (first, band, later)]
        assert (20, 1) == (later["travelMinutes"], later["noteCount"])
        said = client.get("/api/notes", params={"target": f"event:{later['id']}"}).json()
        assert [note["body"]] == [each["body"] for each in said]
        synced(application, loop, any_choir)

    text = any_choir.server.text(f"{any_choir.name}/choir.ics")
    assert "RRULE:FREQ=WEEKLY;UNTIL=20261201T165959Z" in text
    assert "X-PHONE-MOOD;LEVEL=3:good" in text


def test_from_one_occurrence_on_nothing_is_left(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    client.patch(f"/api/events/{starting(client, THIRD)}", {"title": "Concert", "apply": "this"})

    assert 200 == client.delete(f"/api/events/{starting(client, SECOND)}", params={"apply": "following"}).status_code

    for _ in range(2):
        assert [(TUESDAYS[0], "Choir"), DENTIST] == titles(client)
        synced(application, loop, any_choir)
    assert 200 == client.delete(f"/api/events/{starting(client, FIRST)}", params={"apply": "following"}).status_code
    assert ([DENTIST], 404) == (titles(client), any_choir.server.request("GET", f"{any_choir.name}/choir.ics")[0])


def test_changed_and_removed_occurrences_move_with_the_rest(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    any_choir.server.put(
        f"{any_choir.name}/judo.ics",
        "BEGIN:VEVENT",
        "UID:judo@phone",
        "DTSTAMP:20261101T000000Z",
        "SUMMARY:Judo",
        "DTSTART;TZID=Europe/Berlin:20261123T160000",
        "DTEND;TZID=Europe/Berlin:20261123T170000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5",
        "EXDATE;TZID=Europe/Berlin:20261207T160000",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:judo@phone",
        "DTSTAMP:20261101T000000Z",
        "SUMMARY:Contest",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261214T160000",
        "DTSTART;TZID=Europe/Berlin:20261214T190000",
        "DTEND;TZID=Europe/Berlin:20261214T200000",
        "END:VEVENT",
    )
    synced(application, loop, any_choir)
    second = starting(client, "2026-11-30T15:00:00.000Z")

    answer = client.patch(
        f"/api/events/{second}",
        {"start": "2026-12-01T15:00:00Z", "end": "2026-12-01T16:00:00Z", "apply": "following"},
    )

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert [
            ("2026-11-23T15:00", "Judo"),
            ("2026-12-01T15:00", "Judo"),
            ("2026-12-14T18:00", "Contest"),
            ("2026-12-22T15:00", "Judo"),
        ] == [each for each in titles(client) if each[1] in ("Judo", "Contest")]
        synced(application, loop, any_choir)


def test_an_occurrence_with_a_title_of_its_own_moves_with_the_rest(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    """It has the times of its series; the one whose times are its own keeps them."""
    third = starting(client, THIRD)
    client.patch(f"/api/events/{third}", {"title": "Concert"})

    answer = client.patch(
        f"/api/events/{starting(client, SECOND)}",
        {"start": "2026-12-02T18:00:00Z", "end": "2026-12-02T20:00:00Z", "apply": "following"},
    )

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert [
            ("2026-11-24T17:00:00.000Z", "2026-11-24T18:00:00.000Z", "Choir"),
            ("2026-12-02T18:00:00.000Z", "2026-12-02T20:00:00.000Z", "Choir"),
            ("2026-12-09T18:00:00.000Z", "2026-12-09T20:00:00.000Z", "Concert"),
        ] == [(each["start"], each["end"], each["title"]) for each in events(client) if each["seriesId"]]
        synced(application, loop, any_choir)


def test_all_and_this_are_what_scope_says(client: Client, choir: Connected) -> None:
    second = starting(client, SECOND)
    client.patch(f"/api/events/{second}", {"title": "Band", "apply": "all"})
    client.patch(f"/api/events/{second}", {"title": "Concert", "apply": "this", "occurrence": SECOND})
    assert ["Band", "Concert", "Band"] == [title for _, title in choirs(client)]

    answer = client.patch(f"/api/events/{second}", {"title": "Jam", "apply": "this", "occurrence": FIRST})
    assert (400, "unknown occurrence") == (answer.status_code, answer.json()["error"])

    assert 200 == client.delete(f"/api/events/{second}", params={"apply": "all"}).status_code
    assert [DENTIST] == titles(client)


def test_annotations_from_one_occurrence_on_stay_here(
    client: Client, choir: Connected, family: dict[str, Person]
) -> None:
    choir.server.requests.clear()  # type: ignore[attr-defined]
    ana = family["Ana"].id
    second = starting(client, SECOND)

    answer = client.patch(f"/api/events/{second}", {"memberIds": [ana], "apply": "following"})

    assert (200, second) == (answer.status_code, answer.json()["id"])
    assert [[], [ana], [ana]] == [each["memberIds"] for each in events(client) if each["seriesId"]]
    assert [] == choir.server.requests  # type: ignore[attr-defined]


@pytest.mark.parametrize("status", [500, 412])
def test_the_new_part_is_removed_again_when_the_old_one_cannot_be_changed(
    client: Client, application: Application, loop: Loop, choir: Connected, status: int
) -> None:
    before = choir.server.text(f"{choir.name}/choir.ics")

    def disturb(method: str, path: str) -> Answer | None:
        return (status, {}, b"") if method == "PUT" and path.endswith("choir.ics") else None

    choir.server.disturb = disturb  # type: ignore[attr-defined]
    answer = client.patch(f"/api/events/{starting(client, SECOND)}", {"title": "Band", "apply": "following"})

    assert 502 == answer.status_code, answer.text
    choir.server.disturb = lambda method, path: None  # type: ignore[attr-defined]
    assert before == choir.server.text(f"{choir.name}/choir.ics")
    for _ in range(2):
        assert [(start, "Choir") for start in TUESDAYS] == choirs(client)
        synced(application, loop, choir)


def test_a_lost_answer_loses_no_occurrence(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    url = f"{choir.name}/choir.ics"

    def disturb(method: str, path: str) -> Answer | None:
        if method != "PUT" or not path.endswith("choir.ics"):
            return None
        # The server does what it is asked, and the answer is lost.
        text = choir.server.text(url).replace("COUNT=3", "COUNT=1")
        choir.server.request("PUT", url, text, Content_Type="text/calendar")
        return 500, {}, b""

    choir.server.disturb = disturb  # type: ignore[attr-defined]
    answer = client.patch(f"/api/events/{starting(client, SECOND)}", {"title": "Band", "apply": "following"})

    assert 502 == answer.status_code
    assert "its later dates may be there twice" in answer.json()["error"]
    choir.server.disturb = lambda method, path: None  # type: ignore[attr-defined]
    synced(application, loop, choir)
    assert [(TUESDAYS[0], "Choir"), (TUESDAYS[1], "Band"), (TUESDAYS[2], "Band")] == choirs(client)


def test_weekdays_are_counted_by_the_clock_of_the_series(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    """In UTC it is Tuesday where the household still has Monday evening."""
    client.patch("/api/settings", {"timezone": "America/Los_Angeles"})
    any_choir.server.put(
        f"{any_choir.name}/swim.ics",
        "BEGIN:VEVENT",
        "UID:swim@phone",
        "DTSTAMP:20261101T000000Z",
        "SUMMARY:Swim",
        "DTSTART:20261117T010000Z",
        "DTEND:20261117T020000Z",
        "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6",
        "END:VEVENT",
    )
    synced(application, loop, any_choir)

    answer = client.patch(
        f"/api/events/{starting(client, '2026-12-01T01:00:00.000Z')}",
        {"start": "2026-11-30T23:00:00Z", "end": "2026-12-01T00:00:00Z", "apply": "following"},
    )

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert [
            "2026-11-17T01:00",
            "2026-11-24T01:00",
            "2026-11-30T23:00",
            "2026-12-07T23:00",
            "2026-12-14T23:00",
            "2026-12-21T23:00",
        ] == [start for start, title in titles(client) if title == "Swim"]
        synced(application, loop, any_choir)


def test_a_start_that_is_no_date_of_the_rule_is_not_counted(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    """A Saturday of a rule for Mondays and Wednesdays: seven dates, of which COUNT has six."""
    any_choir.server.put(
        f"{any_choir.name}/swim.ics",
        "BEGIN:VEVENT",
        "UID:swim@phone",
        "DTSTAMP:20261101T000000Z",
        "SUMMARY:Swim",
        "DTSTART;TZID=Europe/Berlin:20261121T100000",
        "DTEND;TZID=Europe/Berlin:20261121T110000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6",
        "END:VEVENT",
    )
    synced(application, loop, any_choir)
    days = ["21", "23", "25", "30", "02", "07", "09"]
    assert days == [start[8:10] for start, title in titles(client) if title == "Swim"]

    answer = client.patch(
        f"/api/events/{starting(client, '2026-12-02T09:00:00.000Z')}", {"title": "Dive", "apply": "following"}
    )

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert days == [start[8:10] for start, title in titles(client) if title in ("Swim", "Dive")]
        synced(application, loop, any_choir)
