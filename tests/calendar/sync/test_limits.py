"""Feeds with more events than a household may store: they are marked, and other calendars are not affected."""

import pytest

from appliance.app import Application
from tests.calendar.fixtures import calendar, event
from tests.calendar.sync.test_sync import row
from tests.calendar.sync.web import FEED, Web
from tests.client import Client

MONTH = {"from": "2026-11-01", "to": "2026-12-01"}


def feed(*events: str) -> bytes:
    """A calendar with these VEVENTs, given as their lines."""
    blocks = "".join(
        f"BEGIN:VEVENT\r\nUID:{number}\r\n{lines}\r\nEND:VEVENT\r\n" for number, lines in enumerate(events)
    )
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{blocks}END:VCALENDAR\r\n".encode()


def all_day(number: int, start: str, end: str, more: str = "") -> str:
    """The lines of an all-day VEVENT."""
    return f"SUMMARY:E{number}\r\nDTSTART;VALUE=DATE:{start}\r\nDTEND;VALUE=DATE:{end}{more}"


def rejected(client: Client, school: str, web: Web, body: bytes) -> str:
    """Sync a good feed, then this one; its error. What was there before stays, and reads answer."""
    family = calendar(client, name="Family")
    event(client, family, "Dentist")
    assert 200 == client.post(f"/api/calendars/{school}/sync").status_code

    web.body = body
    answer = client.post(f"/api/calendars/{school}/sync")

    found = client.get("/api/events", params=MONTH)
    assert (502, 200) == (answer.status_code, found.status_code)
    assert {"Dentist", "Swimming"} == {each["title"] for each in found.json()}
    assert answer.json()["error"] == row(client, school)["lastError"]
    return str(answer.json()["error"])


def test_a_feed_of_events_that_all_overlap_is_marked(client: Client, school: str, web: Web) -> None:
    error = rejected(client, school, web, feed(*(all_day(n, "20260601", "20270601") for n in range(20_001))))

    assert "within six weeks" in error


def test_a_feed_that_is_too_dense_only_after_a_change_is_marked(
    client: Client, school: str, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.calendar.event_limits.rules.MAX_SYNCED_IN_SIX_WEEKS", 20)

    rejected(client, school, web, feed(*(all_day(n, "20261103", "20261104") for n in range(21))))


def test_a_feed_with_more_text_than_is_kept_of_one_is_marked(
    client: Client, school: str, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.calendar.event_limits.rules.MAX_SYNCED_BYTES", 100_000)
    texts = (f"\r\nDESCRIPTION:{n:04}{'x' * 3_000}" for n in range(40))

    error = rejected(client, school, web, feed(*(all_day(n, "20261103", "20261104", t) for n, t in enumerate(texts))))

    assert "more than is kept of one" in error


def stored(application: Application) -> int:
    """The bytes of the database and of its write-ahead log."""
    path = application.database.path
    return path.stat().st_size + path.with_name("mantel.db-wal").stat().st_size


def test_daily_series_with_long_texts_need_little_memory(
    client: Client, school: str, web: Web, application: Application
) -> None:
    """40 series of 395 days with 4 kB each would be 63 MB, were the text stored with every occurrence."""
    more = f"\r\nRRULE:FREQ=DAILY\r\nDESCRIPTION:{'x' * 4_000}"
    web.body = feed(*(all_day(n, "20260101", "20260102", more) for n in range(40)))

    before = stored(application)

    answer = client.post(f"/api/calendars/{school}/sync")

    assert 200 == answer.status_code, answer.text
    assert answer.json()["count"] > 10_000
    assert stored(application) - before < 19_000_000
    web.body = web.body.replace(b"SUMMARY:E1\r", b"SUMMARY:Changed\r")
    assert 200 == client.post(f"/api/calendars/{school}/sync").status_code


def test_a_feed_that_is_good_again_clears_its_mark(client: Client, school: str, web: Web) -> None:
    rejected(client, school, web, feed(*(all_day(n, "20260601", "20270601") for n in range(5_001))))

    web.body = FEED
    assert 200 == client.post(f"/api/calendars/{school}/sync").status_code
    assert None is row(client, school)["lastError"]


def test_a_feed_of_daily_series_with_too_much_text_costs_nothing(
    client: Client, school: str, web: Web, application: Application
) -> None:
    """0.5 MB of feed that once became 200 MB of database and as much of a write-ahead log."""
    more = f"\r\nRRULE:FREQ=DAILY\r\nDESCRIPTION:{'x' * 4_000}"

    error = rejected(client, school, web, feed(*(all_day(n, "20260101", "20260102", more) for n in range(120))))

    assert "within six weeks" in error
    log = application.database.path.with_name("mantel.db-wal")
    assert application.database.path.stat().st_size + log.stat().st_size < 5_000_000
