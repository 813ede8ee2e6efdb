"""What was deleted at Google or Microsoft is created there again, days later."""

from typing import Any

from appliance.app import Application
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
