"""Events created, changed and removed at Google and Microsoft; a rejected change is not stored."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events, titles
from tests.calendar.fixtures import Changes
from tests.calendar.hosted.fixtures import Followed, named, tick
from tests.calendar.hosted.google import GoogleStandIn, rendered
from tests.calendar.hosted.test_sync import ALL
from tests.client import Client, Loop

PARTY = {
    "title": "Party",
    "start": "2026-12-05T14:00:00.000Z",
    "end": "2026-12-05T17:00:00.000Z",
    "allDay": False,
    "location": "Zoë's",
    "description": "a\nb",
}
AWAY = {"title": "Away", "start": "2026-12-05", "end": "2026-12-08", "allDay": True}


def synced(application: Application, loop: Loop, followed: Followed) -> None:
    """Sync anew, whatever was known."""
    loop.run(application.syncer.sync(followed.calendar_id))


def raw(followed: Followed, item_id: str) -> dict[str, Any]:
    """An event as the provider keeps it."""
    item = followed.provider.books["family"].find(item_id)
    assert item
    return {**item.fields, "rule": item.rule}


@pytest.mark.parametrize("body", [PARTY, AWAY, {**AWAY, "end": "2026-12-06"}])
def test_an_event_made_here_is_there_and_comes_back_the_same(
    client: Client,
    application: Application,
    loop: Loop,
    family_calendar: Followed,
    family: dict[str, Person],
    body: dict[str, Any],
) -> None:
    tags = {"memberIds": [family["Ben"].id], "travelMinutes": 15, "reminders": [5]}

    made = client.post("/api/events", {**body, **tags, "calendarId": family_calendar.calendar_id})

    assert 201 == made.status_code, made.text
    expected = {**body, "memberIds": [family["Ben"].id], "memberScope": "occurrence", "travelMinutes": 15}
    expected |= {"reminders": [5], "rrule": None, "seriesId": None, "readOnly": False}
    assert expected == {name: made.json()[name] for name in expected}
    synced(application, loop, family_calendar)
    assert made.json() == client.get(f"/api/events/{made.json()['id']}").json()


def test_reminders_own_none_and_the_providers(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    client.patch("/api/settings", {"defaultReminderMinutes": [45]})

    def made(reminders: list[int] | None) -> tuple[Any, Any]:
        answer = client.post(
            "/api/events", {**PARTY, "calendarId": family_calendar.calendar_id, "reminders": reminders}
        )
        synced(application, loop, family_calendar)
        event = client.get(f"/api/events/{answer.json()['id']}").json()
        return event["reminders"], event["reminderSource"]

    assert ([20], "event") == made([20])
    assert (None, None) == made([])
    # Google tells that its calendar's default counts; Microsoft, which number it has put in.
    google = isinstance(family_calendar.provider, GoogleStandIn)
    assert (([45], "default") if google else ([15], "event")) == made(None)


def test_reminders_are_changed_and_those_by_mail_stay(client: Client, family_calendar: Followed) -> None:
    dentist = named(events(client), "Dentist")[0]["id"]
    item = family_calendar.provider.books["family"].items[family_calendar.dentist]
    if isinstance(family_calendar.provider, GoogleStandIn):
        mail = {"method": "email", "minutes": 600}
        item.fields["reminders"] = {"useDefault": False, "overrides": [mail, {"method": "popup", "minutes": 10}]}

    changed = client.patch(f"/api/events/{dentist}", {"reminders": [25]})
    assert (200, [25]) == (changed.status_code, changed.json()["reminders"])
    if isinstance(family_calendar.provider, GoogleStandIn):
        assert [{"method": "popup", "minutes": 25}, mail] == item.fields["reminders"]["overrides"]
    assert None is client.patch(f"/api/events/{dentist}", {"reminders": []}).json()["reminders"]


def test_one_occurrence_is_changed_and_the_rule_stays(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    second = named(events(client), "Choir")[1]
    patch = {"title": "Concert", "start": "2026-12-01T18:30:00.000Z", "end": "2026-12-01T20:00:00.000Z"}

    answer = client.patch(f"/api/events/{second['id']}", patch)

    assert (200, second["id"]) == (answer.status_code, answer.json()["id"]), answer.text
    expected = [ALL[0], ALL[1], ("2026-12-01T18:30", "Concert"), ALL[3]]
    assert expected == titles(client)
    for sync in (tick, synced):
        sync(application, loop, family_calendar)
        assert (expected, second["id"]) == (titles(client), named(events(client), "Concert")[0]["id"])
    assert "FREQ=WEEKLY;COUNT=3" == raw(family_calendar, family_calendar.choir)["rule"]


def test_a_whole_series_is_renamed_and_a_changed_date_stays(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    second = named(events(client), "Choir")[1]["id"]
    client.patch(f"/api/events/{second}", {"title": "Concert"})

    answer = client.patch(f"/api/events/{second}", {"location": "School", "scope": "series"})
    first = named(events(client), "Choir")[0]["id"]
    client.patch(f"/api/events/{first}", {"title": "Chorus", "scope": "series"})

    assert 200 == answer.status_code, answer.text
    expected = ["Chorus", "Dentist", "Concert", "Chorus"]
    assert expected == [title for _, title in titles(client)]
    synced(application, loop, family_calendar)
    assert expected == [title for _, title in titles(client)]
    assert ("Chorus", "FREQ=WEEKLY;COUNT=3") == (
        family_calendar.provider.title(family_calendar.choir),
        raw(family_calendar, family_calendar.choir)["rule"],
    )


def test_a_timed_event_becomes_a_day_and_back(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    dentist = named(events(client), "Dentist")[0]["id"]
    day = {"start": "2026-11-27", "end": "2026-11-28", "allDay": True}
    hour = {"start": "2026-11-27T08:00:00.000Z", "end": "2026-11-27T09:00:00.000Z", "allDay": False}
    for times in (day, hour):
        answer = client.patch(f"/api/events/{dentist}", times)
        assert (200, times) == (answer.status_code, {name: answer.json()[name] for name in times}), answer.text
        synced(application, loop, family_calendar)
        there = client.get(f"/api/events/{dentist}").json()
        assert times == {name: there[name] for name in times}


def test_texts_are_cleared(client: Client, application: Application, loop: Loop, family_calendar: Followed) -> None:
    made = client.post("/api/events", {**PARTY, "calendarId": family_calendar.calendar_id}).json()["id"]
    client.patch(f"/api/events/{made}", {"location": "", "description": ""})
    synced(application, loop, family_calendar)
    assert (None, None) == tuple(client.get(f"/api/events/{made}").json()[name] for name in ("location", "description"))


def test_changes_of_others_in_the_meantime_are_kept(client: Client, family_calendar: Followed) -> None:
    dentist = named(events(client), "Dentist")[0]["id"]
    family_calendar.provider.change(family_calendar.dentist, "Dr. Weiß")

    answer = client.patch(f"/api/events/{dentist}", {"location": "Main street"})

    assert ("Dr. Weiß", "Main street") == (answer.json()["title"], answer.json()["location"])


def test_an_occurrence_a_series_and_an_event_are_removed(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    choir, dentist = named(events(client), "Choir"), named(events(client), "Dentist")
    assert 200 == client.delete(f"/api/events/{choir[0]['id']}").status_code
    assert ALL[1:] == titles(client)
    assert 200 == client.delete(f"/api/events/{dentist[0]['id']}").status_code
    tick(application, loop, family_calendar)
    assert ALL[2:] == titles(client)
    assert 200 == client.delete(f"/api/events/{choir[1]['id']}", params={"scope": "series"}).status_code
    assert ([], None) == (titles(client), family_calendar.provider.title(family_calendar.choir))
    synced(application, loop, family_calendar)
    assert [] == titles(client)


def test_an_event_missing_at_the_provider_can_be_removed_but_not_changed(
    client: Client, family_calendar: Followed
) -> None:
    dentist = named(events(client), "Dentist")[0]["id"]
    family_calendar.provider.books["family"].remove(family_calendar.dentist)

    changed = client.patch(f"/api/events/{dentist}", {"title": "X"})
    assert (502, True) == (changed.status_code, "any more" in changed.json()["error"])
    assert 200 == client.delete(f"/api/events/{dentist}").status_code
    assert [ALL[0], *ALL[2:]] == titles(client)


def test_people_stand_whatever_the_provider_does(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, family: dict[str, Person]
) -> None:
    choir = named(events(client), "Choir")
    ana, ben = family["Ana"].id, family["Ben"].id
    client.patch(f"/api/events/{choir[1]['id']}", {"memberIds": [ana], "scope": "series"})
    client.patch(f"/api/events/{choir[1]['id']}", {"memberIds": [ben], "title": "Concert"})
    family_calendar.provider.change(family_calendar.choir, "Chorus")

    for sync in (tick, synced):
        sync(application, loop, family_calendar)
        assert [("Chorus", [ana]), ("Concert", [ben]), ("Chorus", [ana])] == [
            (each["title"], each["memberIds"]) for each in events(client) if each["seriesId"]
        ]


def test_google_keeps_what_we_do_not_know(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    if not isinstance(family_calendar.provider, GoogleStandIn):
        return
    book = family_calendar.provider.books["family"]
    guests = [{"email": "tom@example.org", "responseStatus": "accepted"}]
    book.items[family_calendar.choir].fields["attendees"] = guests
    second = named(events(client), "Choir")[1]["id"]

    client.patch(f"/api/events/{second}", {"title": "Concert"})

    there = book.find(f"{family_calendar.choir}_20261201T170000Z")
    assert there
    assert (guests, "Concert") == (rendered(there, book)["attendees"], rendered(there, book)["summary"])


@pytest.mark.parametrize("status", [400, 403, 500, 503])
def test_what_the_provider_rejects_is_not_stored(
    client: Client, family_calendar: Followed, recorded: Changes, status: int
) -> None:
    before = events(client)
    recorded()
    error = {"error": {"message": "no: https://calendar.example/?token=hush", "code": status}}
    family_calendar.provider.disturb = lambda method, path: (status, {}, error)

    answers = [
        client.post("/api/events", {**PARTY, "calendarId": family_calendar.calendar_id}),
        client.patch(f"/api/events/{before[0]['id']}", {"title": "Concert"}),
        client.patch(f"/api/events/{before[0]['id']}", {"title": "Concert", "scope": "series"}),
        client.delete(f"/api/events/{before[0]['id']}"),
    ]

    name = family_calendar.provider.KIND.title()
    assert [502] * 4 == [answer.status_code for answer in answers]
    assert all(answer.json()["error"].startswith(f"{name} ") for answer in answers)
    assert not any("hush" in answer.text for answer in answers)
    assert (before, []) == (events(client), recorded())


def test_neither_has_a_reminder_on_the_day_itself(client: Client, family_calendar: Followed) -> None:
    whole = {"title": "Trip", "start": "2026-12-05", "end": "2026-12-06", "allDay": True, "reminders": [-540]}

    answer = client.post("/api/events", {**whole, "calendarId": family_calendar.calendar_id})

    assert (400, True) == (answer.status_code, answer.json()["error"].startswith("reminders: ")), answer.text
