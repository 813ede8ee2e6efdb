"""Events of a CalDAV calendar: changes through the API arrive at the server, and changes there arrive here."""

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import SERIES, Connected, events, titles
from tests.calendar.fixtures import Changes
from tests.calendar.servers import Radicale
from tests.client import Client, Loop

PARTY = {"title": "Party; with, cake", "start": "2026-12-05T14:00:00.000Z", "end": "2026-12-05T17:00:00.000Z"}
ALL_DAY = {"title": "Away", "start": "2026-12-05", "end": "2026-12-08", "allDay": True}
CHOIR = [("2026-11-24T17:00", "Choir"), ("2026-12-01T17:00", "Choir"), ("2026-12-08T17:00", "Choir")]
DENTIST = ("2026-11-26T09:00", "Dentist")


def synced(application: Application, loop: Loop, connected: Connected) -> None:
    """Sync anew, whatever was known."""
    loop.run(application.syncer.sync(connected.calendar_id))


def occurrence(client: Client, start: str) -> dict[str, object]:
    """The event that starts then."""
    return next(each for each in events(client) if each["start"].startswith(start))


def test_the_servers_events_are_here(client: Client, any_choir: Connected) -> None:
    assert [CHOIR[0], DENTIST, *CHOIR[1:]] == titles(client)
    choir = events(client)[0]
    assert ("choir@phone", False, [20], "event", "Church", None) == tuple(
        choir[name] for name in ("seriesId", "readOnly", "reminders", "reminderSource", "location", "rrule")
    )


def test_an_event_made_here_is_at_the_server(
    client: Client,
    application: Application,
    loop: Loop,
    any_choir: Connected,
    family: dict[str, Person],
    recorded: Changes,
) -> None:
    category = client.post("/api/categories", {"name": "Feast", "emoji": "🎂", "color": "#aa0000"}).json()["id"]
    recorded()
    body = {
        **PARTY,
        "calendarId": any_choir.calendar_id,
        "allDay": False,
        "location": "Zoë's",
        "description": "a\nb\\c",
        "reminders": [60, 5],
        "memberIds": [family["Ben"].id],
        "categoryId": category,
        "travelMinutes": 15,
        "remindBeforeLeave": True,
    }

    made = client.post("/api/events", body)

    assert 201 == made.status_code, made.text
    event = made.json()
    expected = {**PARTY, "allDay": False, "location": "Zoë's", "description": "a\nb\\c", "reminders": [5, 60]}
    expected |= {"memberIds": [family["Ben"].id], "memberScope": "occurrence", "categoryId": category}
    expected |= {"travelMinutes": 15, "remindBeforeLeave": True, "rrule": None, "seriesId": None, "readOnly": False}
    assert expected == {name: event[name] for name in expected}
    assert {"events.changed"} == {topic for topic, _ in recorded()}

    synced(application, loop, any_choir)
    assert event == client.get(f"/api/events/{event['id']}").json()


@pytest.mark.parametrize("times", [{**PARTY, "allDay": False}, ALL_DAY, {**ALL_DAY, "end": "2026-12-06"}])
def test_what_was_made_is_what_the_server_has(
    client: Client, application: Application, loop: Loop, any_choir: Connected, times: dict[str, object]
) -> None:
    made = client.post("/api/events", {**times, "calendarId": any_choir.calendar_id}).json()
    synced(application, loop, any_choir)

    event = client.get(f"/api/events/{made['id']}").json()
    assert times == {name: event[name] for name in times}


def test_an_explicit_silence_is_kept(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    body = {**PARTY, "allDay": False, "calendarId": any_choir.calendar_id, "reminders": []}
    made = client.post("/api/events", body).json()
    client.patch("/api/settings", {"defaultReminderMinutes": [30]})
    synced(application, loop, any_choir)

    event = client.get(f"/api/events/{made['id']}").json()
    assert (None, None) == (event["reminders"], event["reminderSource"])


def test_one_occurrence_is_changed_and_the_rule_stays(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    second = occurrence(client, "2026-12-01")
    patch = {"title": "Concert", "start": "2026-12-01T18:30:00.000Z", "end": "2026-12-01T20:00:00.000Z"}

    answer = client.patch(f"/api/events/{second['id']}", patch)

    assert (200, second["id"], "choir@phone") == (
        answer.status_code,
        answer.json()["id"],
        answer.json()["seriesId"],
    )
    expected = [CHOIR[0], DENTIST, ("2026-12-01T18:30", "Concert"), CHOIR[2]]
    assert expected == titles(client)
    synced(application, loop, any_choir)
    assert expected == titles(client)
    assert second["id"] == occurrence(client, "2026-12-01")["id"]

    text = any_choir.server.text(f"{any_choir.name}/choir.ics")
    assert 1 == text.count("\nRRULE:FREQ=WEEKLY;COUNT=3\n")
    assert 1 == text.count("RECURRENCE-ID;TZID=Europe/Berlin:20261201T180000")
    assert 2 == text.count("X-PHONE-MOOD;LEVEL=3:good") == text.count("TRIGGER:-PT20M")


def test_a_changed_occurrence_is_changed_again_in_its_place(client: Client, any_choir: Connected) -> None:
    second = occurrence(client, "2026-12-01")["id"]
    client.patch(f"/api/events/{second}", {"title": "Concert"})

    client.patch(f"/api/events/{second}", {"location": "Town hall"})

    text = any_choir.server.text(f"{any_choir.name}/choir.ics")
    assert (1, 1, 1) == (text.count("RECURRENCE-ID"), text.count("SUMMARY:Concert"), text.count("LOCATION:Town hall"))
    assert ("Concert", "Town hall") == tuple(occurrence(client, "2026-12-01")[name] for name in ("title", "location"))


def test_a_whole_series_is_renamed(client: Client, application: Application, loop: Loop, any_choir: Connected) -> None:
    second = occurrence(client, "2026-12-01")["id"]
    client.patch(f"/api/events/{second}", {"title": "Concert"})

    answer = client.patch(f"/api/events/{second}", {"location": "School", "scope": "series"})

    assert 200 == answer.status_code, answer.text
    synced(application, loop, any_choir)
    choir = [each for each in events(client) if each["seriesId"]]
    assert ([("Choir", "School"), ("Concert", "School"), ("Choir", "School")]) == [
        (each["title"], each["location"]) for each in choir
    ]


def test_a_series_is_changed_by_an_occurrence_with_texts_of_its_own(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    """The occurrence that was opened gets what was entered; another one keeps the title that it has alone."""
    second, third = (occurrence(client, day)["id"] for day in ("2026-12-01", "2026-12-08"))
    client.patch(f"/api/events/{second}", {"title": "Concert"})
    client.patch(f"/api/events/{third}", {"title": "Party"})

    answer = client.patch(f"/api/events/{second}", {"title": "Band", "apply": "all"})

    assert (200, "Band") == (answer.status_code, answer.json()["title"])
    for _ in range(2):
        assert ["Band", "Band", "Party"] == [each["title"] for each in events(client) if each["seriesId"]]
        synced(application, loop, any_choir)


def test_the_times_of_a_series_move_together(client: Client, choir: Connected) -> None:
    first = occurrence(client, "2026-11-24")["id"]

    answer = client.patch(f"/api/events/{first}", {"start": "2026-11-24T16:00:00.000Z", "scope": "series"})

    assert 200 == answer.status_code, answer.text
    assert ["2026-11-24T16:00", "2026-12-01T16:00", "2026-12-08T16:00"] == [
        start for start, title in titles(client) if title == "Choir"
    ]


def test_one_occurrence_is_removed_with_its_discussion(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    first = occurrence(client, "2026-11-24")["id"]
    client.post("/api/notes", {"target": f"event:{first}", "body": "Who drives?"})

    answer = client.delete(f"/api/events/{first}")

    assert (200, {"ok": True}) == (answer.status_code, answer.json())
    assert [DENTIST, *CHOIR[1:]] == titles(client)
    assert [] == client.get("/api/notes", params={"target": f"event:{first}"}).json()
    synced(application, loop, any_choir)
    assert [DENTIST, *CHOIR[1:]] == titles(client)
    assert "EXDATE;TZID=Europe/Berlin:20261124T180000" in any_choir.server.text(f"{any_choir.name}/choir.ics")


def test_the_last_occurrence_takes_the_object_with_it(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    for start in ("2026-12-08", "2026-11-24", "2026-12-01"):
        assert 200 == any_choir.server.request("GET", f"{any_choir.name}/choir.ics")[0]
        assert 200 == client.delete(f"/api/events/{occurrence(client, start)['id']}").status_code

    assert ([DENTIST], 404) == (titles(client), any_choir.server.request("GET", f"{any_choir.name}/choir.ics")[0])
    synced(application, loop, any_choir)
    assert [DENTIST] == titles(client)


def test_a_whole_series_is_removed(client: Client, any_choir: Connected) -> None:
    ids = [each["id"] for each in events(client) if each["seriesId"]]
    for each in ids:
        client.post("/api/notes", {"target": f"event:{each}", "body": "Fun"})

    answer = client.delete(f"/api/events/{ids[1]}", params={"scope": "series"})

    assert 200 == answer.status_code, answer.text
    assert [DENTIST] == titles(client)
    assert 404 == any_choir.server.request("GET", f"{any_choir.name}/choir.ics")[0]
    assert [[], [], []] == [client.get("/api/notes", params={"target": f"event:{each}"}).json() for each in ids]


def test_a_single_event_is_removed_at_the_server(client: Client, any_choir: Connected) -> None:
    assert 200 == client.delete(f"/api/events/{occurrence(client, '2026-11-26')['id']}").status_code

    assert (CHOIR, 404) == (titles(client), any_choir.server.request("GET", f"{any_choir.name}/dentist.ics")[0])


def test_an_event_missing_at_the_server_can_be_removed(client: Client, any_choir: Connected) -> None:
    any_choir.server.delete(f"{any_choir.name}/dentist.ics")

    assert 200 == client.delete(f"/api/events/{occurrence(client, '2026-11-26')['id']}").status_code
    assert CHOIR == titles(client)


def test_people_and_category_stand_when_the_server_changes_the_event(
    client: Client, application: Application, loop: Loop, any_choir: Connected, family: dict[str, Person]
) -> None:
    second = occurrence(client, "2026-12-01")["id"]
    ana, ben = family["Ana"].id, family["Ben"].id
    client.patch(f"/api/events/{second}", {"memberIds": [ana], "scope": "series"})
    client.patch(f"/api/events/{second}", {"memberIds": [ben], "title": "Concert"})

    any_choir.server.put(f"{any_choir.name}/choir.ics", *[line.replace("Choir", "Chorus") for line in SERIES])
    loop.run(application.syncer.sync(any_choir.calendar_id, whole=False))

    choir = [each for each in events(client) if each["seriesId"]]
    assert [("Chorus", [ana]), ("Chorus", [ben]), ("Chorus", [ana])] == [
        (each["title"], each["memberIds"]) for each in choir
    ]


def test_tagging_sends_no_request_to_the_server(client: Client, choir: Connected, family: dict[str, Person]) -> None:
    event = occurrence(client, "2026-12-01")
    same = {name: event[name] for name in ("title", "start", "end", "allDay", "location")}

    answer = client.patch(f"/api/events/{event['id']}", {**same, "memberIds": [family["Ana"].id]})

    assert (200, [family["Ana"].id]) == (answer.status_code, answer.json()["memberIds"])
    assert [] == choir.server.requests  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        ({"reminders": [5]}, "reminders: "),
        ({"reminders": None}, "reminders: "),
        ({"title": ""}, "title: must not be empty"),
        ({"end": "2026-11-24T10:00:00.000Z"}, "end: must be later than start"),
        ({"start": "soon"}, "start: must be an instant"),
        ({"allDay": True}, "start: must be YYYY-MM-DD"),
        ({"title": "X", "memberIds": ["nobody"]}, "memberIds.0: is not a member"),
        ({"title": "X", "categoryId": "none"}, "categoryId: is not a category"),
    ],
)
def test_a_bad_change_is_rejected_before_the_server_is_asked(
    client: Client, choir: Connected, recorded: Changes, patch: dict[str, object], words: str
) -> None:
    event = occurrence(client, "2026-11-24")
    recorded()

    answer = client.patch(f"/api/events/{event['id']}", patch)

    assert (400, words) == (answer.status_code, answer.json()["error"][: len(words)])
    assert ([], []) == (choir.server.requests, recorded())  # type: ignore[attr-defined]
    assert event == occurrence(client, "2026-11-24")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"end": "2026-12-05T13:00:00.000Z"}, "end: must be later than start"),
        ({"memberIds": ["nobody"]}, "memberIds.0: is not a member"),
        ({"categoryId": "none"}, "categoryId: is not a category"),
        ({"reminders": [-5]}, "reminders.0: "),
    ],
)
def test_a_bad_event_is_rejected_before_the_server_is_asked(
    client: Client, choir: Connected, body: dict[str, object], words: str
) -> None:
    answer = client.post("/api/events", {**PARTY, "allDay": False, "calendarId": choir.calendar_id, **body})

    assert (400, words) == (answer.status_code, answer.json()["error"][: len(words)])
    assert [] == choir.server.requests  # type: ignore[attr-defined]


@pytest.mark.parametrize("status", [403, 409, 500, 507])
def test_what_the_server_rejects_is_not_stored(
    client: Client, choir: Connected, server: Radicale, recorded: Changes, status: int
) -> None:
    before = events(client)
    recorded()
    server.disturb = lambda method, path: (status, {}, b"no") if method in ("PUT", "DELETE") else None
    single = occurrence(client, "2026-11-26")["id"]

    answers = [
        client.post("/api/events", {**PARTY, "allDay": False, "calendarId": choir.calendar_id}),
        client.patch(f"/api/events/{before[0]['id']}", {"title": "Concert"}),
        client.delete(f"/api/events/{before[0]['id']}"),
        client.delete(f"/api/events/{single}"),
    ]

    assert [502] * 4 == [answer.status_code for answer in answers]
    assert all(answer.json()["error"].startswith("the calendar's server ") for answer in answers)
    assert (before, []) == (events(client), recorded())


def test_a_reminder_on_the_day_itself_is_at_the_server(client: Client, any_choir: Connected) -> None:
    made = client.post("/api/events", {**ALL_DAY, "calendarId": any_choir.calendar_id, "reminders": [-540]})

    assert (201, [-540]) == (made.status_code, made.json()["reminders"]), made.text
