"""Repeating events created at a CalDAV server."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar import series_at_provider
from tests.calendar.accounts.fixtures import Connected, events
from tests.calendar.series_at_provider import JUDO, create, each_case, shown
from tests.client import Client, Loop


@each_case
def test_a_series_is_stored_with_its_rule_and_comes_back(
    client: Client,
    application: Application,
    loop: Loop,
    any_choir: Connected,
    body: dict[str, Any],
    rule: str,
    starts: list[str],
) -> None:
    made = create(client, any_choir.calendar_id, **body, rrule=rule)

    assert starts[0] == made["start"]
    assert starts == shown(client, body["title"])
    loop.run(application.syncer.sync(any_choir.calendar_id))
    assert starts == shown(client, body["title"])
    assert made == client.get(f"/api/events/{made['id']}").json()


def test_a_series_keeps_its_local_time(client: Client, choir: Connected) -> None:
    series_at_provider.check_clock_change(client, choir.calendar_id)


def test_annotations_are_those_of_all_dates(client: Client, choir: Connected, family: dict[str, Person]) -> None:
    series_at_provider.check_annotations(client, choir.calendar_id, family)


def test_a_new_series_is_undone_as_a_whole(client: Client, choir: Connected) -> None:
    series_at_provider.check_undo(client, choir.calendar_id)


def test_a_date_of_it_and_those_from_one_on_are_changed(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    create(client, any_choir.calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=4")
    first, second, third, _ = (each["id"] for each in events(client) if each["title"] == "Judo")

    client.patch(f"/api/events/{first}", {"title": "Contest", "apply": "this"})
    times = {"start": "2026-12-16T16:00:00.000Z", "end": "2026-12-16T17:00:00.000Z"}
    answer = client.patch(f"/api/events/{third}", {**times, "apply": "following"})
    assert 200 == answer.status_code, answer.text
    client.patch(f"/api/events/{second}", {"location": "Hall", "apply": "all"})

    for _ in range(2):
        assert ["2026-12-08T17:00:00.000Z", "2026-12-16T16:00:00.000Z", "2026-12-23T16:00:00.000Z"] == shown(
            client, "Judo"
        )
        places = [each["location"] for each in events(client) if each["title"] in ("Judo", "Contest")]
        assert ["Hall", "Hall", None, None] == places
        loop.run(application.syncer.sync(any_choir.calendar_id))


@pytest.mark.parametrize(
    "rule", ["FREQ=HOURLY", "weekly", "FREQ=DAILY;COUNT=3;UNTIL=20261230", "FREQ=DAILY;UNTIL=20261101"]
)
def test_a_rule_that_cannot_be_stored_is_rejected(client: Client, choir: Connected, rule: str) -> None:
    answer = client.post("/api/events", {**JUDO, "calendarId": choir.calendar_id, "rrule": rule})

    assert (400, "invalid_repeat") == (answer.status_code, answer.json()["code"])
    assert [] == shown(client, "Judo")
