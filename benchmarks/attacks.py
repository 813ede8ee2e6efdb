"""What a display key, a feed or a neighbour on the network can do to a server with 600 MB and half a core.

Each attack runs against a household of its own, beside a second server with the same household that is left alone. Its
row gives the answers, the peak of memory, the slowest poll of another client during the attack, and the processor time
that reads take afterwards, as a multiple of the same reads of the second server. The reads of both alternate. "Same
answers" are reads whose answers the attack does not make larger: members, lists, the day's chores, and a week of the
family's own calendar. "The week" is a week of all calendars, with what the attack has added.
"""

import json
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import build
from appliance.demo.family import create_demo
from appliance.settings import Settings
from benchmarks.limited_server import LimitedServer, serving

POLL_SECONDS = 0.1
ROUNDS = 21
# What follows a write in the background has ended after this.
SETTLED_SECONDS = 0.05
TODAY = datetime.now(UTC).date()
Attack = Callable[["Household"], str]


class Household:
    """A served demo household with an admin and a display key."""

    def __init__(self, server: LimitedServer, admin: str, display: str):
        self.server = server
        self.admin = self._client(admin)
        self.display = self._client(display)
        self.own_calendar = str(self.display.get("/api/calendars").json()[0]["id"])

    def calendar_id(self) -> str:
        """The id of a local calendar."""
        made = self.admin.post("/api/calendars", json={"kind": "local", "name": "Attack"})
        return str(made.json()["id"])

    def member_id(self) -> str:
        """The id of a member."""
        return str(self.display.get("/api/members").json()[0]["id"])

    def same_reads(self) -> float:
        """The processor time of reads whose answers an attack does not make larger."""
        own = f"{_this_week()}&calendarId={self.own_calendar}"
        return self._seconds("/api/members", "/api/lists", f"/api/chores/day?date={TODAY}", own)

    def week(self) -> float:
        """The processor time of a week of all calendars."""
        return self._seconds(_this_week())

    def _seconds(self, *paths: str) -> float:
        self.touch()
        time.sleep(SETTLED_SECONDS)
        started = self.server.processor_seconds()
        for path in paths:
            self.display.get(path).raise_for_status()
        return self.server.processor_seconds() - started

    def touch(self) -> None:
        """Write something, so that no answer comes from a cache."""
        self.admin.patch("/api/settings", json={"familyName": f"{time.perf_counter()}"}).raise_for_status()

    def _client(self, key: str) -> httpx.Client:
        headers = {"Authorization": f"Bearer {key}", "Connection": "close"}
        return httpx.Client(base_url=self.server.url, headers=headers, timeout=60)


def main() -> None:
    """Run every attack and print one row for each."""
    print("\nAttacks on a server with 600 MB and half a core")
    print("| attack | answers | alive | peak memory | slowest poll of another client | same answers | the week |")
    print("|---|---|---|---|---|---|---|")
    for attack in ATTACKS:
        print(_row(attack), flush=True)


def _row(attack: Attack) -> str:
    with tempfile.TemporaryDirectory() as folder, _household(Path(folder) / "attacked") as household:
        with _Polls(household) as polls:
            answers = _answers(attack, household)
        server = household.server
        with _household(Path(folder) / "alone") as alone:
            after = _afterwards(household, alone)
        limits = "" if server.limited else " (without limits)"
        return (
            f"| {(attack.__doc__ or '').splitlines()[0].rstrip('.')}{limits} | {answers} | "
            f"{'yes' if server.is_alive else 'no'} | {server.peak_mb():.0f} MB | {polls.slowest:.2f} s, "
            f"{polls.failed} failed of {polls.count} | {after} |"
        )


@contextmanager
def _household(folder: Path) -> Iterator[Household]:
    folder.mkdir()
    application = build(Settings(data_dir=folder / "data", tz="Europe/Berlin"))
    create_demo(application)
    admin = application.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    display = application.database.write_now(access.make_key, NewKey(name="Wall")).key
    application.database.close()
    with serving(folder / "data", ALLOW_PRIVATE_FEED_URLS="1") as server:
        yield Household(server, admin, display)


def _answers(attack: Attack, household: Household) -> str:
    try:
        return attack(household)
    except httpx.HTTPError as error:
        return f"failed: {error}".splitlines()[0]


def _afterwards(attacked: Household, alone: Household) -> str:
    try:
        return " | ".join(
            f"{_ratio(lambda each=each: each(attacked), lambda each=each: each(alone)):.1f}x"  # type: ignore[misc]
            for each in (Household.same_reads, Household.week)
        )
    except httpx.HTTPError as error:
        return f"failed: {error} | "


def _ratio(attacked: Callable[[], float], alone: Callable[[], float]) -> float:
    pairs = [(attacked(), alone()) for _ in range(ROUNDS)]
    return statistics.median(each for each, _ in pairs) / statistics.median(each for _, each in pairs)


class _Polls:
    """Another client that polls during the attack."""

    def __init__(self, household: Household):
        self.slowest, self.count, self.failed = 0.0, 0, 0
        self._household = household
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "_Polls":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(POLL_SECONDS):
            started = time.perf_counter()
            try:
                self.failed += self._household.admin.get("/api/rev").status_code != 200
            except httpx.HTTPError:
                self.failed += 1
            self.count += 1
            self.slowest = max(self.slowest, time.perf_counter() - started)


def crowded_feed(household: Household) -> str:
    """A feed of 20,001 all-day events in one year."""
    first = TODAY - timedelta(days=20)
    days = [(first + timedelta(days=number % 365)).strftime("%Y%m%d") for number in range(20_001)]
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{n}\r\nDTSTART;VALUE=DATE:{d}\r\nSUMMARY:x\r\nEND:VEVENT\r\n" for n, d in enumerate(days)
    )
    return _sync_feed(household, f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{events}END:VCALENDAR\r\n")


def wordy_feed(household: Household) -> str:
    """A feed of 1.2 MB of daily series with long texts."""
    text = "long words " * 250
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{n}\r\nDTSTART:20260101T080000Z\r\nDTEND:20260101T090000Z\r\nRRULE:FREQ=DAILY\r\n"
        f"SUMMARY:{n}\r\nDESCRIPTION:{text}\r\nEND:VEVENT\r\n"
        for n in range(430)
    )
    return _sync_feed(household, f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{events}END:VCALENDAR\r\n")


def overlapping_series(household: Household) -> str:
    """55 events of a year's length that repeat daily."""
    start = TODAY - timedelta(days=400)
    body = {
        "title": "x",
        "start": str(start),
        "end": str(start + timedelta(days=365)),
        "allDay": True,
        "rrule": "FREQ=DAILY",
    }
    return _post_all(household, [body] * 55)


def long_texts(household: Household) -> str:
    """200 events with descriptions of 1.9 MB."""
    return _post_all(household, [_event(description="x" * 1_900_000)] * 200)


def empty_rules(household: Household) -> str:
    """40 rules that never match."""
    rules = [f"FREQ=DAILY;COUNT={50_000 + n};BYYEARDAY=366;BYMONTHDAY=1" for n in range(40)]
    return _post_all(household, [_event(rrule=rule) for rule in rules])


def many_keywords(household: Household) -> str:
    """25 categories of 200 keywords."""
    statuses = []
    for number in range(25):
        keywords = [f"word{number}x{each}" for each in range(200)]
        body = {"name": f"c{number}", "emoji": "🏊", "color": "#123456", "keywords": keywords}
        statuses.append(household.admin.post("/api/categories", json=body).status_code)
    return f"{_counted(statuses)}; {_reads_of_everybody(household)}"


def many_registrations(household: Household) -> str:
    """2,000 OAuth registrations without a key."""
    body = {"redirect_uris": ["https://example.com/callback"], "client_name": "x"}
    return _counted([httpx.post(f"{household.server.url}/oauth/register", json=body).status_code for _ in range(2000)])


def held_connections(household: Household) -> str:
    """2,200 connections from one address that repeat GET /api/health."""
    host, port = "127.0.0.1", int(household.server.url.rpartition(":")[2])
    opened: list[socket.socket] = []
    answered = rejected = 0
    for _ in range(2200):
        try:
            connection = socket.create_connection((host, port), timeout=2)
            connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            opened.append(connection)
        except OSError:
            rejected += 1
    for connection in opened:
        try:
            connection.settimeout(0.2)
            answered += connection.recv(12).endswith(b"200")
        except OSError:
            rejected += 1
    time.sleep(3)
    for connection in opened:
        connection.close()
    return f"{answered} × 200, {rejected} rejected"


def _sync_feed(household: Household, text: str) -> str:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/calendar")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            return

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{web.server_port}/feed.ics"
        made = household.admin.post("/api/calendars", json={"kind": "ics", "name": "Feed", "url": url}).json()
        synced = household.admin.post(f"/api/calendars/{made['id']}/sync").json()
        reads = _reads_of_everybody(household)
        calendar = next(each for each in household.admin.get("/api/calendars").json() if each["id"] == made["id"])
        return f"{len(text) / 1e6:.1f} MB; {json.dumps(synced)}; lastError: {calendar['lastError']}; {reads}"
    finally:
        web.shutdown()
        web.server_close()


def _post_all(household: Household, bodies: list[dict[str, object]]) -> str:
    calendar_id = household.calendar_id()
    statuses = [
        household.display.post("/api/events", json={"calendarId": calendar_id, **body}).status_code for body in bodies
    ]
    return f"{_counted(statuses)}; {_reads_of_everybody(household)}"


def _event(**more: object) -> dict[str, object]:
    start = f"{TODAY}T08:00:00.000Z"
    return {"title": "x", "start": start, "end": f"{TODAY}T09:00:00.000Z", "allDay": False, **more}


def _this_week() -> str:
    first = TODAY
    return f"/api/events?from={first}T00:00:00.000Z&to={first + timedelta(days=7)}T00:00:00.000Z"


def _reads_of_everybody(household: Household) -> str:
    """The statuses of what a household asks for after the attack: a week, a quarter, a year, and a day."""
    quarter, year = (
        f"/api/events?from={TODAY - timedelta(days=20)}T00:00:00.000Z&to={TODAY + timedelta(days=last)}T00:00:00.000Z"
        for last in (80, 345)
    )
    statuses = [
        household.display.get(path).status_code
        for path in (_this_week(), quarter, year, f"/api/snapshot?member={household.member_id()}")
    ]
    return "reads answer " + _counted(statuses)


def _counted(statuses: list[int]) -> str:
    return ", ".join(f"{statuses.count(status)} × {status}" for status in sorted(set(statuses)))


ATTACKS: list[Attack] = [
    crowded_feed,
    overlapping_series,
    long_texts,
    wordy_feed,
    empty_rules,
    many_keywords,
    many_registrations,
    held_connections,
]
