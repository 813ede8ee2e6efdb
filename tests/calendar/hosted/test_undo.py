"""Undoing a write to a hosted series."""

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events
from tests.calendar.hosted.fixtures import Followed, follow
from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.client import Client, Loop

SECOND = "2026-12-01T17:00"


def second(client: Client) -> str:
    return str(next(each["id"] for each in events(client) if each["start"].startswith(SECOND)))


def test_google_puts_a_removed_occurrence_back(
    client: Client,
    anybody: Client,
    application: Application,
    loop: Loop,
    google: GoogleStandIn,
    family: dict[str, Person],
) -> None:
    followed = follow(client, anybody, application, loop, google)
    event_id = second(client)
    client.patch(f"/api/events/{event_id}", {"title": "Concert", "memberIds": [family["Ana"].id]})
    before = events(client)
    removed = client.delete(f"/api/events/{event_id}")
    assert before != events(client)

    answer = client.post("/api/events/undo", {"token": removed.headers["Mantel-Undo"]})

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert before == events(client)
        loop.run(application.syncer.sync(followed.calendar_id))


def test_microsoft_cannot(
    client: Client, anybody: Client, application: Application, loop: Loop, microsoft: MicrosoftStandIn
) -> None:
    follow(client, anybody, application, loop, microsoft)
    removed = client.delete(f"/api/events/{second(client)}")
    assert (200, False) == (removed.status_code, "Mantel-Undo" in removed.headers)


def test_a_series_that_leaves_the_opened_occurrence_as_it_is(client: Client, family_calendar: Followed) -> None:
    """Its old title is the occurrence's own, so it cannot be sent back to the series."""
    event_id = second(client)
    client.patch(f"/api/events/{event_id}", {"title": "Concert"})

    changed = client.patch(f"/api/events/{event_id}", {"title": "Band", "apply": "all"})

    assert ["Band", "Concert", "Band"] == [each["title"] for each in events(client) if each["seriesId"]]
    assert (200, "Concert", False) == (changed.status_code, changed.json()["title"], "Mantel-Undo" in changed.headers)
