"""The window of a CalDAV calendar while time passes."""

from datetime import timedelta

from appliance.app import Application
from tests.calendar.accounts.fixtures import Connected
from tests.calendar.accounts.test_sync import OPERA, tick
from tests.client import Client, Loop
from tests.fakes import FakeClock


def test_an_event_that_enters_the_window_is_here_whatever_else_changes_that_day(
    client: Client, application: Application, loop: Loop, choir: Connected, clock: FakeClock
) -> None:
    start = clock.at + timedelta(days=365, hours=3)
    times = (f"DTSTART:{start:%Y%m%dT%H%M%SZ}", f"DTEND:{start:%Y%m%dT%H%M%SZ}")
    choir.server.put(f"{choir.name}/gala.ics", "BEGIN:VEVENT", "UID:gala", "SUMMARY:Gala", *times, "END:VEVENT")
    tick(application, loop, choir)

    for hours, title in ((6, "Opera"), (24, "Ballet")):
        clock.turn(hours=hours)
        choir.server.put(f"{choir.name}/opera.ics", *(line.replace("Opera", title) for line in OPERA))
        tick(application, loop, choir)

    days = {"from": f"{start - timedelta(days=1):%Y-%m-%d}", "to": f"{start + timedelta(days=2):%Y-%m-%d}"}
    assert ["Gala"] == [each["title"] for each in client.get("/api/events", params=days).json()]
