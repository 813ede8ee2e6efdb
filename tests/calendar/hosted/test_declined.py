"""Invitations that the owner of an account declined."""

from typing import Any

from appliance.app import Application
from tests.calendar.accounts.fixtures import events
from tests.calendar.hosted.fixtures import HOUR, Followed, at
from tests.calendar.hosted.google import GoogleStandIn
from tests.client import Client, Loop


def answered(followed: Followed, answer: str) -> dict[str, Any]:
    """The fields of an invitation, which somebody else declined."""
    if isinstance(followed.provider, GoogleStandIn):
        other = {"email": "ben@example.org", "responseStatus": "declined"}
        return {"attendees": [other, {"email": "ana@example.org", "self": True, "responseStatus": answer}]}
    return {"responseStatus": {"response": answer, "time": "2026-11-01T00:00:00Z"}}


def shown(client: Client) -> list[tuple[str, bool]]:
    found = [(each["title"], each.get("declined", False)) for each in events(client)]
    return [each for each in found if each[0] not in ("Choir", "Dentist")]


def test_declined_invitations_follow_the_setting_of_the_calendar(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    for title, answer, hour in (("Talk", "declined", 8), ("Lunch", "accepted", 12)):
        start = at("2026-12-03", hour)
        family_calendar.provider.put(title, start, start + HOUR, **answered(family_calendar, answer))
    calendar_id = family_calendar.calendar_id
    loop.run(application.syncer.sync(calendar_id, whole=False))
    assert [("Lunch", False)] == shown(client)

    client.patch(f"/api/calendars/{calendar_id}", {"declined": "shown"})
    loop.run(application.syncer.settled())
    assert [("Talk", True), ("Lunch", False)] == shown(client)
