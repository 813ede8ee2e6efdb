"""From one occurrence of a hosted series on."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events, titles
from tests.calendar.hosted.fixtures import HOUR, Followed, at, follow
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.calendar.hosted.standin import Answer
from tests.client import Client, Loop

FIRST, SECOND, THIRD = ("2026-11-24T17:00", "2026-12-01T17:00", "2026-12-08T17:00")
DENTIST = ("2026-11-26T09:00", "Dentist")


def synced(application: Application, loop: Loop, followed: Followed) -> None:
    loop.run(application.syncer.sync(followed.calendar_id))


def starting(client: Client, start: str) -> str:
    return str(next(each["id"] for each in events(client) if each["start"].startswith(start)))


def divide(client: Client, day: str, **fields: object) -> Any:
    return client.patch(f"/api/events/{starting(client, day)}", {**fields, "apply": "following"})


def test_the_series_is_another_from_there_on(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, family: dict[str, Person]
) -> None:
    ana = family["Ana"].id
    client.patch(f"/api/events/{starting(client, THIRD)}", {"memberIds": [ana]})

    answer = divide(
        client, SECOND, title="Band", start="2026-12-02T18:00:00Z", end="2026-12-02T19:30:00Z", location="Hall"
    )

    assert (200, "Band") == (answer.status_code, answer.json().get("title")), answer.text
    for _ in range(2):
        assert [(FIRST, "Choir"), DENTIST, ("2026-12-02T18:00", "Band"), ("2026-12-09T18:00", "Band")] == titles(client)
        assert [[], [], [ana]] == [each["memberIds"] for each in events(client) if each["seriesId"]]
        assert "2026-12-09T19:30:00.000Z" == events(client)[-1]["end"]
        synced(application, loop, family_calendar)
    assert [] == family_calendar.provider.faults


def test_weekdays_are_counted_by_the_clock_of_the_series(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    """In Berlin it is Tuesday night where the household still has Monday."""
    client.patch("/api/settings", {"timezone": "America/Los_Angeles"})
    start = at("2026-11-24", 2)
    family_calendar.provider.put("Swim", start, start + HOUR, "FREQ=WEEKLY;BYDAY=TU;COUNT=4")
    synced(application, loop, family_calendar)

    answer = divide(client, "2026-12-01T01", start="2026-11-30T22:00:00Z", end="2026-11-30T23:00:00Z")

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert ["2026-11-24T01:00", "2026-11-30T22:00", "2026-12-07T22:00", "2026-12-14T22:00"] == [
            day for day, title in titles(client) if title == "Swim"
        ]
        synced(application, loop, family_calendar)
    assert [] == family_calendar.provider.faults


def test_nothing_is_left_from_there_on(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    assert 200 == client.delete(f"/api/events/{starting(client, SECOND)}", params={"apply": "following"}).status_code
    for _ in range(2):
        assert [(FIRST, "Choir"), DENTIST] == titles(client)
        synced(application, loop, family_calendar)
    assert 200 == client.delete(f"/api/events/{starting(client, FIRST)}", params={"apply": "following"}).status_code
    assert ([DENTIST], None) == (titles(client), family_calendar.provider.title(family_calendar.choir))


def test_later_dates_that_were_changed_are_not_lost(client: Client, family_calendar: Followed) -> None:
    client.patch(f"/api/events/{starting(client, THIRD)}", {"title": "Concert"})

    answer = divide(client, SECOND, title="Band")

    assert 400 == answer.status_code
    assert answer.json()["error"].startswith("apply: later dates of this series were changed by themselves")
    assert [(FIRST, "Choir"), DENTIST, (SECOND, "Choir"), (THIRD, "Concert")] == titles(client)


@pytest.mark.parametrize(
    "own", [{"title": "Concert"}, {"end": "2026-12-01T19:00:00Z"}, {"location": "Hall"}, {"description": "Bring notes"}]
)
def test_what_the_date_itself_has_alone_is_not_lost(
    client: Client, family_calendar: Followed, own: dict[str, str]
) -> None:
    client.patch(f"/api/events/{starting(client, SECOND)}", own)
    before = events(client)
    other = {"title": "Band"} if "title" not in own else {"location": "School"}

    answer = divide(client, SECOND, **other)

    assert (400, before) == (answer.status_code, events(client))
    assert answer.json()["error"].startswith("apply: this date was changed by itself")
    # What is sent anew is not lost.
    renamed = (
        {"start": "2026-12-01T17:00:00Z", "end": "2026-12-01T17:30:00Z"} if "end" in own else dict.fromkeys(own, "New")
    )
    assert 200 == divide(client, SECOND, **other, **renamed).status_code


def test_a_later_date_that_was_removed_does_not_come_back(client: Client, family_calendar: Followed) -> None:
    client.delete(f"/api/events/{starting(client, THIRD)}")

    assert 400 == divide(client, SECOND, title="Band").status_code
    assert [(FIRST, "Choir"), DENTIST, (SECOND, "Choir")] == titles(client)


def test_the_new_part_is_removed_again_when_the_old_one_cannot_be_changed(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = family_calendar.provider
    done = provider.api

    def failing(method: str, path: str, query: dict[str, str], body: Any, headers: dict[str, str]) -> Answer:
        return provider.no(500, "backendError") if method == "PATCH" else done(method, path, query, body, headers)

    monkeypatch.setattr(provider, "api", failing)

    assert 502 == divide(client, SECOND, title="Band").status_code

    for _ in range(2):
        assert [(FIRST, "Choir"), DENTIST, (SECOND, "Choir"), (THIRD, "Choir")] == titles(client)
        synced(application, loop, family_calendar)


@pytest.fixture
def at_microsoft(
    client: Client, anybody: Client, application: Application, loop: Loop, microsoft: MicrosoftStandIn
) -> Followed:
    """The family's calendar at Microsoft."""
    return follow(client, anybody, application, loop, microsoft)


def test_microsoft_keeps_the_description_and_the_changed_date_itself(
    client: Client, application: Application, loop: Loop, at_microsoft: Followed, microsoft: MicrosoftStandIn
) -> None:
    body = {"contentType": "html", "content": "<b>Bring notes</b>"}
    start = at("2026-12-07", 8)
    yoga = microsoft.put("Yoga", start, start + HOUR, "FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20261218T235959", body=body)
    synced(application, loop, at_microsoft)
    client.patch(f"/api/events/{starting(client, '2026-12-11')}", {"title": "Pilates"})

    answer = divide(client, "2026-12-11", title="Stretch", start="2026-12-12T07:00:00Z", end="2026-12-12T08:00:00Z")

    assert 200 == answer.status_code, answer.text
    new = next(each for each in microsoft.books["family"].items.values() if each.fields["subject"] == "Stretch")
    old = microsoft.books["family"].find(yoga)
    assert old and (body, body) == (old.fields["body"], new.fields["body"])
    for _ in range(2):
        found = [each["start"][:16] for each in events(client) if each["title"] in ("Yoga", "Pilates", "Stretch")]
        assert ["2026-12-07T07:00", "2026-12-12T07:00", "2026-12-15T07:00", "2026-12-19T07:00"] == found
        synced(application, loop, at_microsoft)


def test_microsoft_says_when_dates_may_be_there_twice(
    client: Client, at_microsoft: Followed, microsoft: MicrosoftStandIn
) -> None:
    microsoft.disturb = lambda method, path: (
        microsoft.no(500, "ErrorInternalServerError") if method in ("PATCH", "DELETE") else None
    )

    answer = divide(client, SECOND, title="Band")

    assert (502, True) == (answer.status_code, "may be there twice" in answer.json()["error"])


@pytest.mark.parametrize(
    ("field", "message"),
    [({"isOrganizer": False}, "apply: only the organizer"), ({"hasAttachments": True}, "apply: the attachments")],
)
def test_microsoft_divides_no_series_that_would_lose_something(
    client: Client, at_microsoft: Followed, microsoft: MicrosoftStandIn, field: dict[str, bool], message: str
) -> None:
    series = microsoft.books["family"].find(at_microsoft.choir)
    assert series
    series.fields |= field

    answer = divide(client, SECOND, title="Band")

    assert (400, True) == (answer.status_code, answer.json()["error"].startswith(message)), answer.text
