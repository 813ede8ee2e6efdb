"""A CalDAV calendar of 2,000 events at a real Radicale: the first sync, one that finds nothing, and one of a change."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from appliance.app import Application, build
from appliance.calendar.accounts.models import NewCalDavAccount
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import SYSTEM
from appliance.settings import Settings
from benchmarks.report import Row, report
from tests.calendar.servers import PASSWORD, USER, Radicale, radicale

EVENTS = 2_000
RECURRING = 50
ROUNDS = 7


def main() -> None:
    """Print wall times, and as ratios to one bare request for the version of the calendar."""
    with tempfile.TemporaryDirectory() as folder, radicale(Path(folder)) as server:
        url = server.make("family")
        _fill(server)
        application = build(Settings(data_dir=Path(folder) / "data", tz="Europe/Berlin", allow_private_feed_urls=True))
        try:
            asyncio.run(_measure(application, server, url))
        finally:
            application.database.close()


async def _measure(application: Application, server: Radicale, url: str) -> None:
    session = Session(application.database, SYSTEM)
    login = NewCalDavAccount(name="Home", server_url=server.url, username=USER, password=PASSWORD)
    account = await application.accounts.connect_caldav(session, login)
    request = NewCalendar(kind="caldav", name="Family", account_id=account.id, remote_id=url)
    calendar = await application.database.write(calendars.add, request, True)

    bare = statistics.median([_bare(server) for _ in range(ROUNDS)])
    server.take_requests()
    first, count = await _timed(application, calendar.id)
    requests_first = len(server.take_requests())
    unchanged = statistics.median([(await _timed(application, calendar.id))[0] for _ in range(ROUNDS)])
    requests_unchanged = len(server.take_requests()) // ROUNDS
    server.put("family/new.ics", *_event(EVENTS + 1))
    changed, _ = await _timed(application, calendar.id)
    requests_changed = len(server.take_requests())
    again, _ = await _timed(application, calendar.id, whole=True)
    await application.net.close()

    def row(what: str, seconds: float, requests: int) -> Row:
        return Row(what=f"{what} ({requests} requests)", value=seconds / bare)

    report(
        f"A CalDAV calendar of {EVENTS:,} objects, {count:,} events in the window, as a multiple of a bare request",
        [
            row("first sync", first, requests_first),
            row("unchanged", unchanged, requests_unchanged),
            row("one object changed", changed, requests_changed),
            row("everything again", again, requests_first),
        ],
    )


async def _timed(application: Application, calendar_id: str, whole: bool = False) -> tuple[float, int]:
    before = time.perf_counter()
    count = await application.syncer.sync(calendar_id, whole=whole)
    return time.perf_counter() - before, count


def _bare(server: Radicale) -> float:
    before = time.perf_counter()
    body = '<propfind xmlns="DAV:" xmlns:S="http://calendarserver.org/ns/"><prop><S:getctag/></prop></propfind>'
    server.request("PROPFIND", "family/", body, Depth="0")
    return time.perf_counter() - before


def _fill(server: Radicale) -> None:
    """Give the server a whole calendar at once: 2,000 requests would take longer than the benchmark."""
    events = [line for number in range(EVENTS) for line in _event(number)]
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//benchmark//EN", *events, "END:VCALENDAR", ""])
    status, _, text = server.request("PUT", "family/", text, Content_Type="text/calendar", If_Match="*")
    assert status in (201, 204), text


def _event(number: int) -> list[str]:
    # Spread over the coming ten months, whenever this is run.
    day = time.strftime("%Y%m%d", time.gmtime(time.time() + number % 300 * 86_400))
    hour = number % 12 + 8
    return [
        "BEGIN:VEVENT",
        f"UID:{number:06}@benchmark",
        "DTSTAMP:20260101T000000Z",
        f"SUMMARY:Event {number}",
        f"DTSTART;TZID=Europe/Berlin:{day}T{hour:02}0000",
        f"DTEND;TZID=Europe/Berlin:{day}T{hour:02}4500",
        *(["RRULE:FREQ=WEEKLY;COUNT=10"] if number < RECURRING else []),
        "DESCRIPTION:" + "What to bring: book and pencil. " * 4,
        "END:VEVENT",
    ]
