"""Reminders of a local series of which one date was changed and another one removed."""

from tests.calendar.fixtures import calendar, event
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Tick


def test_a_changed_date_is_reminded_of_at_its_own_time_and_a_removed_one_never(
    client: Client, tick: Tick, clock: FakeClock
) -> None:
    # Friday 15:24 UTC; every day at 16:24, with the default reminder of 30 minutes.
    times = {"start": "2026-11-20T16:24:00.000Z", "end": "2026-11-20T17:24:00.000Z", "allDay": False}
    series = event(client, calendar(client), title="Swim", rrule="FREQ=DAILY", **times)["id"]
    today, tomorrow = times["start"], "2026-11-21T16:24:00.000Z"
    client.delete(f"/api/events/{series}", params={"occurrence": today, "apply": "this"})
    gala = {"title": "Gala", "start": "2026-11-20T17:24:00.000Z", "end": "2026-11-20T18:24:00.000Z"}
    client.patch(f"/api/events/{series}", {"occurrence": tomorrow, "apply": "this", **gala})

    reminded: list[tuple[str, str]] = []
    for _ in range(27 * 30):
        tick()
        clock.turn(minutes=2 if len(reminded) < 1 else 10)
        reminded = [
            (each["title"], each["at"][:16])
            for each in reversed(client.get("/api/notifications").json())
            if each["kind"] == "reminder"
        ]
        if len(reminded) == 2:
            break

    assert ["Gala", "Swim"] == [title for title, _ in reminded]
    assert "2026-11-20T16:54" == reminded[0][1]
    assert "2026-11-22T15:5" == reminded[1][1][:-1]
