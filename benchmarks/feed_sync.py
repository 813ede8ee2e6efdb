"""Generated feeds: 5 MB with 300 recurring events, and 3,000 single events of which ten change at a time."""

import asyncio
import re
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from appliance.app import Application, build
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.settings import Settings
from benchmarks.report import Row, report

RULES = [
    "FREQ=DAILY",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYDAY=2TH",
    "FREQ=MONTHLY;BYDAY=-1FR;COUNT=500",
    "FREQ=YEARLY",
    "FREQ=WEEKLY;UNTIL=20271231T225959Z",
]
SIZE = 5_000_000
RECURRING = 300
SINGLE, CHANGED = 3_000, 10


def feed(summary: str) -> bytes:
    """A calendar of 300 recurring and some thousand single events, in a zone with summer time."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//benchmark//EN"]
    size, number = 0, 0
    while size < SIZE:
        block = _event(number, summary)
        lines += block
        size += sum(len(line) + 2 for line in block)
        number += 1
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def single_events(changed: int, hour: int) -> bytes:
    """A calendar of single events, the first of them with other titles, and stamps of an hour on each."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//benchmark//EN"]
    for number in range(SINGLE):
        day = f"2027{number % 10 + 1:02}{number % 28 + 1:02}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{number:08}-benchmark@school.example",
            f"DTSTAMP:20261101T{hour:02}0000Z",
            f"LAST-MODIFIED:20261101T{hour:02}0000Z",
            f"DTSTART;TZID=Europe/Berlin:{day}T{number % 12 + 8:02}0000",
            f"DTEND;TZID=Europe/Berlin:{day}T{number % 12 + 8:02}4500",
            f"SUMMARY:{'Class' if number < changed else 'Lesson'} {number}\\, room {number % 40}",
            "LOCATION:Main building",
            "DESCRIPTION:What to bring: book\\, pencil and a good mood.",
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def main() -> None:
    """Print wall time, and processor time of changes as a multiple of the first sync."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Feed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        application = build(Settings(data_dir=Path(folder), tz="Europe/Berlin", allow_private_feed_urls=True))
        try:
            asyncio.run(_measure_all(application, f"http://127.0.0.1:{server.server_port}/school.ics"))
        finally:
            application.database.close()
            server.shutdown()
            server.server_close()


async def _measure_all(application: Application, url: str) -> None:
    request = NewCalendar(kind="ics", name="School", url=url)
    await _measure(application, request)
    await _measure_changes(application, request)
    await application.net.close()


async def _measure(application: Application, request: NewCalendar) -> None:
    calendar = await application.database.write(calendars.add, request, True)
    Feed.body = feed("Lesson")
    resident = _forget_peak()
    first, count = await _timed(application, calendar.id)
    extra = _status_mb("VmHWM") - resident
    conditional = await _median(application, calendar.id)
    Feed.etag = None
    unchanged = await _median(application, calendar.id)
    Feed.body = re.sub(rb"SUMMARY:Lesson (\d\d0\\)", rb"SUMMARY:Class \1", Feed.body)
    some, _ = await _timed(application, calendar.id)
    Feed.body = feed("Class")
    changed, _ = await _timed(application, calendar.id)

    report(
        f"A feed of {len(Feed.body) / 1e6:.1f} MB with {RECURRING} rules, {count} events in the window",
        [
            Row(what="first sync", value=first, unit="s", budget=6),
            Row(what="extra memory at its peak", value=extra, unit="MB", budget=40),
            Row(what="sync with 90 events changed, 20 of them recurring", value=some, unit="s"),
            Row(what="sync with every event changed", value=changed, unit="s", budget=6),
            Row(what="sync, 304", value=conditional * 1000, unit="ms", budget=50),
            Row(what="sync, sent again, unchanged", value=unchanged * 1000, unit="ms", budget=50),
        ],
    )


async def _measure_changes(application: Application, request: NewCalendar) -> None:
    """Each first sync is one of a new calendar."""
    ratios = defaultdict[str, list[float]](list)
    for _ in range(5):
        calendar = await application.database.write(calendars.add, request, True)
        first = await _processor(application, calendar.id, single_events(0, 0))
        for what, changed, hour in (
            (f"sync with {CHANGED} events changed", CHANGED, 0),
            (f"sync with {CHANGED} events and every DTSTAMP and LAST-MODIFIED changed", 2 * CHANGED, 1),
            ("sync with every DTSTAMP and LAST-MODIFIED changed", 2 * CHANGED, 2),
        ):
            ratios[what].append(await _processor(application, calendar.id, single_events(changed, hour)) / first)
        await application.database.write(calendars.remove, calendar.id)
    report(
        f"A feed of {len(Feed.body) / 1e6:.1f} MB with {SINGLE:,} events, processor time as a multiple of a first sync",
        [Row(what=what, value=statistics.median(values), unit="x", budget=0.1) for what, values in ratios.items()],
    )


async def _processor(application: Application, calendar_id: str, body: bytes) -> float:
    Feed.body = body
    before = time.process_time()
    await application.syncer.sync(calendar_id, whole=False)
    return time.process_time() - before


async def _median(application: Application, calendar_id: str) -> float:
    return statistics.median([(await _timed(application, calendar_id))[0] for _ in range(7)])


async def _timed(application: Application, calendar_id: str) -> tuple[float, int]:
    before = time.perf_counter()
    count = await application.syncer.sync(calendar_id, whole=False)
    return time.perf_counter() - before, count


def _forget_peak() -> float:
    """Let the kernel measure the peak of memory from now on (proc(5), clear_refs); resident memory in MB."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status_mb("VmRSS")


def _status_mb(field: str) -> float:
    found = re.search(rf"^{field}:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def _event(number: int, summary: str) -> list[str]:
    month, day = number % 12 + 1, number % 28 + 1
    recurring = number < RECURRING
    year = 2008 + number % 18 if recurring else 2026
    return [
        "BEGIN:VEVENT",
        f"UID:{number:08}-benchmark@school.example",
        "DTSTAMP:20261101T000000Z",
        f"DTSTART;TZID=Europe/Berlin:{year}{month:02}{day:02}T{number % 12 + 8:02}0000",
        f"DTEND;TZID=Europe/Berlin:{year}{month:02}{day:02}T{number % 12 + 8:02}4500",
        *([f"RRULE:{RULES[number % len(RULES)]}"] if recurring else []),
        f"SUMMARY:{summary} {number}\\, room {number % 40}",
        "LOCATION:Main building",
        *(f" {'with a long way to it ' * 2}" for _ in range(3)),
        "DESCRIPTION:" + "What to bring: book\\, pencil and a good mood.\\n",
        *(f" {'More words that nobody reads. ' * 2}" for _ in range(10)),
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT15M",
        "END:VALARM",
        "END:VEVENT",
    ]


class Feed(BaseHTTPRequestHandler):
    body: ClassVar[bytes] = b""
    etag: ClassVar[str | None] = '"1"'

    def do_GET(self) -> None:
        if self.etag and self.headers.get("if-none-match") == self.etag:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("content-type", "text/calendar")
        self.send_header("content-length", str(len(self.body)))
        if self.etag:
            self.send_header("etag", self.etag)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass
