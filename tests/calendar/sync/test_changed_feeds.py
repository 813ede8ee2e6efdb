"""A changed feed: its unchanged parts are not read again, unless something else decides what is read of them."""

from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from appliance.app import Application
from appliance.calendar.providers.ics import parts
from appliance.calendar.sync import queries
from appliance.kernel.database.transactions import Tx
from tests.calendar.sync.test_sync import row, tick
from tests.calendar.sync.web import Web
from tests.client import Client, Loop
from tests.fakes import FRIDAY, FakeClock

ZONE = """BEGIN:VTIMEZONE
TZID:Home
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0100
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE"""
EVENTS = [
    "UID:daily\nSUMMARY:Daily\nDTSTART:20261101T080000\nRRULE:FREQ=DAILY",
    "UID:home\nSUMMARY:At home\nDTSTART;TZID=Home:20261203T100000",
    "UID:other\nSUMMARY:Other\nDTSTART:20261204T100000",
]


def feed(*events: str, head: str = "X-WR-CALNAME:School", zone: str = ZONE, hour: int = 0) -> bytes:
    """A feed of events, given by their lines without BEGIN and END, with a zone of its own and the hour it was made."""
    stamp = f"20261120T{hour:02}0000Z"
    blocks = (f"BEGIN:VEVENT\nDTSTAMP:{stamp}\nLAST-MODIFIED:{stamp}\n{each}\nEND:VEVENT" for each in events)
    return "\n".join(["BEGIN:VCALENDAR", head, zone, *blocks, "END:VCALENDAR", ""]).encode()


CHANGED = [*EVENTS[:2], EVENTS[2].replace("Other", "Changed")]


def mark_stored(tx: Tx, calendar_id: str) -> None:
    """Rename what is stored of all parts, so that a title says whether its event was read or taken from there."""
    marked = {}
    for digest, part in queries.feed_parts(tx, calendar_id).items():
        found, losses = parts.decoded(part)
        marked[digest] = parts.encoded([msgspec.structs.replace(each, title="Stored") for each in found], losses)
    queries.put_feed_parts(tx, calendar_id, marked)


def titles(client: Client) -> set[str]:
    """The titles of the events of two years."""
    return {each["title"] for each in client.get("/api/events?from=2026-10-01&to=2028-01-01").json()}


@pytest.fixture
def marked(application: Application, loop: Loop, clock: FakeClock, school: str, web: Web) -> str:
    """A calendar whose feed was read, with another title in all that is stored of its parts."""
    web.body = feed(*EVENTS)
    tick(application, loop, clock)
    application.database.write_now(mark_stored, school)
    return school


@pytest.mark.parametrize(
    "body",
    [
        feed(*CHANGED),
        feed(*CHANGED, hour=1),
        feed(*CHANGED, head="X-WR-CALNAME:Renamed\nMETHOD:PUBLISH\nX-PUBLISHED-TTL:PT1H"),
        feed(*reversed(CHANGED)),
    ],
    ids=["one event", "all stamps", "properties of the calendar", "order"],
)
def test_only_the_changed_event_is_read(
    client: Client, application: Application, loop: Loop, clock: FakeClock, marked: str, web: Web, body: bytes
) -> None:
    web.body = body
    tick(application, loop, clock)

    assert {"Stored", "Changed"} == titles(client)
    assert 3 == len(queries.feed_parts(application.database.read, marked))


@pytest.mark.parametrize(
    "body",
    [
        feed(*CHANGED, zone=ZONE.replace("TZOFFSETTO:+0100", "TZOFFSETTO:+0200")),
        feed(*CHANGED, head="X-WR-TIMEZONE:America/New_York"),
    ],
    ids=["VTIMEZONE", "X-WR-TIMEZONE"],
)
def test_another_zone_of_the_feed_reads_all_events(
    client: Client, application: Application, loop: Loop, clock: FakeClock, marked: str, web: Web, body: bytes
) -> None:
    web.body = body
    tick(application, loop, clock)

    assert {"Daily", "At home", "Changed"} == titles(client)


def test_another_zone_of_the_household_reads_all_events(
    client: Client, application: Application, loop: Loop, clock: FakeClock, marked: str
) -> None:
    client.patch("/api/settings", {"timezone": "America/New_York"})
    tick(application, loop, clock)

    assert {"Daily", "At home", "Other"} == titles(client)


def test_the_next_day_reads_all_events_with_the_dates_that_came_into_the_window(
    client: Client, application: Application, loop: Loop, clock: FakeClock, marked: str, web: Web
) -> None:
    web.body = feed(*CHANGED)
    tick(application, loop, clock, days=1)

    assert {"Daily", "At home", "Changed"} == titles(client)
    [last] = client.get("/api/events?from=2027-11-21&to=2027-11-30").json()
    assert "2027-11-21T07:00:00.000Z" == last["start"]


def test_another_owner_and_a_sync_by_hand_read_all_events(
    client: Client, application: Application, loop: Loop, marked: str
) -> None:
    client.patch(f"/api/calendars/{marked}", {"ownerEmail": "me@example.com"})
    loop.run(application.syncer.settled())
    assert {"Daily", "At home", "Other"} == titles(client)

    application.database.write_now(mark_stored, marked)
    client.post(f"/api/calendars/{marked}/sync")
    assert {"Daily", "At home", "Other"} == titles(client)


def test_another_version_of_mantel_reads_all_events(
    client: Client,
    application: Application,
    loop: Loop,
    clock: FakeClock,
    marked: str,
    web: Web,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "version", lambda: "0.0.0")
    web.body = feed(*CHANGED)
    tick(application, loop, clock)

    assert {"Daily", "At home", "Changed"} == titles(client)


def test_annotations_of_unchanged_events_stay(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    web.body = feed(*EVENTS)
    tick(application, loop, clock)
    [event] = [each for each in client.get("/api/events?from=2026-12-03&to=2026-12-04").json() if not each["seriesId"]]
    client.patch(f"/api/events/{event['id']}", {"travelMinutes": 25})

    web.body = feed(*CHANGED[:2])
    tick(application, loop, clock)

    assert 25 == client.get(f"/api/events/{event['id']}").json()["travelMinutes"]
    assert {"Daily", "At home"} == titles(client)


def test_a_changed_feed_that_is_too_much_leaves_what_is_stored(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    web.body = feed(*EVENTS)
    tick(application, loop, clock)
    stored = queries.feed_parts(application.database.read, school)

    web.body = feed(*CHANGED, *(f"SUMMARY:{number}\nDTSTART:20261204T100000" for number in range(4_000)))
    tick(application, loop, clock)

    assert "calendar_too_large" == row(client, school)["lastErrorDetails"]["code"]
    assert (stored, {"Daily", "At home", "Other"}) == (
        queries.feed_parts(application.database.read, school),
        titles(client),
    )


# Few values each, so that events often share a UID, or their title and times.
UIDS = st.sampled_from([None, "a", "b", "c", "d", r"a\,b"])
STARTS = st.sampled_from(
    [
        "DTSTART:20261201T100000",
        "DTSTART:20261203T100000Z",
        "DTSTART;TZID=Home:20261201T110000",
        "DTSTART;TZID=Nowhere:20261202T110000",
        "DTSTART;VALUE=DATE:20261201",
        "DTSTART:never",
    ]
)
EXTRAS = st.sampled_from(
    [
        "RRULE:FREQ=DAILY;COUNT=4",
        "RRULE:FREQ=WEEKLY",
        "RRULE:FREQ=NEVER",
        "RDATE:20261210T100000",
        "EXDATE:20261202T100000",
        "RECURRENCE-ID:20261202T100000",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T100000",
        "SEQUENCE:1",
        "SEQUENCE:2",
        "STATUS:CANCELLED",
        "LOCATION:Lake",
    ]
)
EVENT = st.builds(
    lambda uid, title, start, extras: "\n".join([*([f"UID:{uid}"] if uid else []), f"SUMMARY:{title}", start, *extras]),
    UIDS,
    st.sampled_from(["Swim", "Sing"]),
    STARTS,
    st.lists(EXTRAS, max_size=3, unique=True),
)
HEADS = st.sampled_from(["X-WR-CALNAME:A", "METHOD:PUBLISH", "X-WR-TIMEZONE:Asia/Tokyo"])
SEEDS = st.randoms(use_true_random=False)
STEP = st.one_of(
    st.tuples(st.sampled_from(["insert", "change"]), SEEDS, EVENT),
    st.tuples(st.sampled_from(["remove", "repeat", "shuffle", "stamp"]), SEEDS, st.none()),
    st.tuples(st.just("head"), SEEDS, HEADS),
    st.tuples(st.just("zone"), SEEDS, st.sampled_from([ZONE, ZONE.replace("TO:+01", "TO:+03"), ""])),
    st.tuples(st.just("later"), SEEDS, st.sampled_from([timedelta(minutes=12), timedelta(days=1), timedelta(days=9)])),
)


class ChangingFeed:
    """A feed that changes at random."""

    def __init__(self, events: list[str]):
        self.events, self.head, self.zone, self.hour = events, "X-WR-CALNAME:School", ZONE, 0

    @property
    def body(self) -> bytes:
        return feed(*self.events, head=self.head, zone=self.zone, hour=self.hour)

    def change(self, kind: str, random: Random, value: Any) -> None:
        at = random.randrange(len(self.events) + 1)
        if kind == "insert":
            self.events.insert(at, value)
        elif kind == "head":
            self.head = value
        elif kind == "zone":
            self.zone = value
        elif kind == "shuffle":
            random.shuffle(self.events)
        elif kind == "stamp":
            self.hour += 1
        elif kind == "remove":
            del self.events[at : at + 1]
        elif self.events:
            at %= len(self.events)
            self.events[at : at + 1] = [value] if kind == "change" else [self.events[at]] * 2


def stored(application: Application, calendar_id: str) -> list[Any]:
    """All that is stored of a calendar, without the ids that are its own."""
    read = application.database.read
    events = read.rows(
        "SELECT e.external_id, e.series_id, e.title, e.starts, e.ends, e.all_day, t.location, e.reminders, e.digest"
        " FROM events AS e LEFT JOIN event_texts AS t ON t.id = e.text_id WHERE e.calendar_id = ? ORDER BY external_id",
        calendar_id,
    )
    losses = read.value("SELECT losses FROM calendars WHERE id = ?", calendar_id)
    return [list(events), losses, sorted(queries.feed_parts(read, calendar_id).items())]


@given(events=st.lists(EVENT, max_size=6), steps=st.lists(STEP, min_size=1, max_size=8))
@examples(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_after_any_changes_all_is_as_from_nothing(
    client: Client,
    application: Application,
    loop: Loop,
    clock: FakeClock,
    web: Web,
    events: list[str],
    steps: list[Any],
) -> None:
    clock.at, changing = FRIDAY, ChangingFeed(events)
    new = {"kind": "ics", "name": "School", "url": web.url}
    changed, whole = (client.post("/api/calendars", new).json()["id"] for _ in range(2))
    try:
        for kind, random, value in [("later", None, timedelta()), *steps]:
            if kind == "later":
                clock.at += value
            else:
                changing.change(kind, random, value)
            web.body = changing.body
            loop.run(application.syncer.sync_quietly(changed, whole=False))
            loop.run(application.syncer.sync_quietly(whole, whole=True))

            assert stored(application, whole) == stored(application, changed)
    finally:
        for each in (changed, whole):
            client.delete(f"/api/calendars/{each}")
