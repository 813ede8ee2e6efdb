"""What was deleted at Google or Microsoft is created there again, days later."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.provider_writes import actions as provider_writes
from appliance.deleted import actions as deletions
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events
from tests.calendar.hosted.fixtures import Followed
from tests.client import Client, Loop
from tests.fakes import FakeClock

OWN = ("title", "start", "end", "location", "description", "memberIds", "calendarId")


def own(event: dict[str, Any]) -> dict[str, Any]:
    return {name: event[name] for name in OWN}


def test_an_event_is_created_there_again(
    client: Client,
    application: Application,
    loop: Loop,
    clock: FakeClock,
    family: dict[str, Person],
    family_calendar: Followed,
) -> None:
    dentist = next(each for each in events(client) if each["title"] == "Dentist")
    changed = client.patch(f"/api/events/{dentist['id']}", {"memberIds": [family["Ana"].id]}).json()
    others = [each for each in events(client) if each["id"] != dentist["id"]]
    assert 200 == client.delete(f"/api/events/{dentist['id']}").status_code
    clock.turn(hours=24)
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert others == events(client)

    [deleted] = client.get("/api/deleted").json()["deleted"]
    assert ("event", "Dentist", True) == (deleted["kind"], deleted["title"], deleted["recreatedAtProvider"])
    answer = client.post(f"/api/deleted/{deleted['id']}/restore")
    assert 200 == answer.status_code, answer.text

    for _ in range(2):
        [restored] = [each for each in events(client) if each not in others]
        assert own(changed) == own(restored)
        loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert [] == client.get("/api/deleted").json()["deleted"]


@pytest.mark.parametrize(
    ("module", "step"), [(provider_writes, "created"), (deletions, "forget")], ids=["before", "after"]
)
@pytest.mark.parametrize("scope", ["occurrence", "series"])
def test_a_server_that_stops_on_the_way_creates_nothing_twice(
    client: Client,
    application: Application,
    loop: Loop,
    monkeypatch: pytest.MonkeyPatch,
    family_calendar: Followed,
    module: Any,
    step: str,
    scope: str,
) -> None:
    """It stops after the provider has created the event: before or after that is stored here."""
    title = "Dentist" if scope == "occurrence" else "Choir"
    before = titles(client)
    event = next(each for each in events(client) if each["title"] == title)
    assert 200 == client.delete(f"/api/events/{event['id']}?scope={scope}").status_code
    [deleted] = client.get("/api/deleted").json()["deleted"]

    def stops(*_: object) -> None:
        raise RuntimeError("the power is cut")

    with monkeypatch.context() as stopped:
        stopped.setattr(module, step, stops)
        assert 500 == client.post(f"/api/deleted/{deleted['id']}/restore").status_code
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert before == titles(client)
    assert 200 == client.post(f"/api/deleted/{deleted['id']}/restore").status_code

    for _ in range(2):
        assert before == titles(client)
        loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert [] == client.get("/api/deleted").json()["deleted"]


def test_an_event_that_was_removed_again_meanwhile_is_created_again(
    client: Client,
    application: Application,
    loop: Loop,
    monkeypatch: pytest.MonkeyPatch,
    family_calendar: Followed,
) -> None:
    before = titles(client)
    dentist = next(each for each in events(client) if each["title"] == "Dentist")
    client.delete(f"/api/events/{dentist['id']}")
    [deleted] = client.get("/api/deleted").json()["deleted"]

    def stops(*_: object) -> None:
        raise RuntimeError("the power is cut")

    with monkeypatch.context() as stopped:
        stopped.setattr(provider_writes, "created", stops)
        assert 500 == client.post(f"/api/deleted/{deleted['id']}/restore").status_code
    book = family_calendar.provider.books["family"]
    book.remove(max(book.items, key=lambda each: book.items[each].changed))
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert 200 == client.post(f"/api/deleted/{deleted['id']}/restore").status_code
    assert before == titles(client)


def titles(client: Client) -> list[str]:
    return sorted(each["title"] for each in events(client))
