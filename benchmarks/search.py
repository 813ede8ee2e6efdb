"""What a search costs in CPU at 200,000 events, and what the indexes add to writes and to the size of the file."""

import random
import statistics
import time
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from urllib.parse import quote

import apsw

from appliance.app import Application
from appliance.calendar.events import queries as events
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.connections import connect
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from appliance.people import actions as people
from appliance.people import queries as stored_people
from appliance.people.models import NewMember
from benchmarks.harness import household, write_occurrences
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

EVENTS, SERIES, ITEMS, YEARS = 200_000, 300, 5_000, 10
REQUESTS = 200
WRITTEN = 10_000
RULES = ("FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY")

# A tenth of all titles begin with one of twenty words with "sw", the others with one of 180 words.
ENDS = ("am", "elt", "ift", "ing", "immer", "itch", "ord", "ap", "orn", "im")
SW = [f"Sw{end}{more}" for end in ENDS for more in ("", "ming")]
BEGINS = "B C D F G H K L M N P R S T V W Z Ch".split()  # noqa: SIM905
OTHERS = [f"{begin}{end}" for begin in BEGINS for end in ENDS]
PLACES = [f"{begin} {end}" for begin in ("Town", "Sports", "School", "Main", "Lower") for end in ENDS]

TEXT = "What to bring: a {}, a good mood and the form that the teacher handed out last week"
TEXTS = [TEXT.format(each) for each in ("towel", *OTHERS[:5])]

# What is typed, and what of it is frequent.
QUERIES = {
    "the first two letters of a tenth of the titles": "sw",
    "a word of one title in 200": "swiming",
    "the first two letters of two frequent words": "sw be",
    "the first two letters of most places": "to",
    "a word of most places, in no title": "town",
    "a word of one description in 36, in no title": "towel",
    "a beginning that nothing has": "zq",
    "the name of a member": "ida",
}


def main() -> None:
    """Print ratios to the empty route, of the median and the 95th of a hundred; and ratios of writes and sizes."""
    with household() as (application, key):
        application.database.write_now(fill)
        write_occurrences(application.database)
        with serving(application.settings.data_dir, key) as server:
            costs = {what: _ratios(server, [text]) for what, text in QUERIES.items()}
            costs["five letters, one after the other"] = _ratios(server, ["s", "sw", "swi", "swim", "swimi"])
        ratio, added = _writes(application)
    rows: list[Row] = []
    for what, ordered in costs.items():
        rows += [
            Row(what=f"{what}: median", value=statistics.median(ordered)),
            Row(what=f"{what}: 95 of 100 are below", value=ordered[len(ordered) * 95 // 100], budget=10),
        ]
    rows += [
        Row(what="storing an event with a description, beside the same without the indexes", value=ratio),
        Row(what="the file, beside the same without the indexes", value=added),
    ]
    report(
        f"Search among {EVENTS:,} events, {SERIES} series and {ITEMS:,} items, as a multiple of an empty route", rows
    )


def fill(tx: Tx) -> None:
    """Events of ten years around now, half of them before; half have a place, every sixth a description."""
    chance = random.Random(1)
    for name in ("Ida", "Theo", "Maya"):
        people.add(tx, NewMember(name=name, color="#c8553d"))
    members = [each.id for each in stored_people.people(tx)]
    tx.run("INSERT INTO calendars (id, kind, name, writable, created_at) VALUES ('c', 'local', 'Family', 1, ?)", tx.now)
    first = tx.now - timedelta(days=YEARS * 365 / 2)
    apart = timedelta(days=YEARS * 365) / EVENTS
    occurrences.put(tx, (_event(chance, f"e{number}", first + number * apart) for number in range(EVENTS)))
    series = [_event(chance, f"s{number}", first + timedelta(days=number), number) for number in range(SERIES)]
    occurrences.put(tx, series)
    events.put_all_members(tx, {f"e{number}": [chance.choice(members)] for number in range(0, EVENTS, 2)})
    for _ in range(ITEMS // 1_000):
        shop = lists.create(tx, NewList(name="Shop", kind="shopping"))
        titles = [NewItem(title=f"{chance.choice(OTHERS)} {chance.choice(OTHERS)}") for _ in range(1_000)]
        lists.add_items(tx, shop.id, titles)


def _event(chance: random.Random, identity: str, start: datetime, rule: int | None = None) -> StoredEvent:
    return StoredEvent(
        id=identity,
        calendar_id="c",
        external_id=None,
        series_id=None,
        title=f"{chance.choice(SW if chance.random() < 0.1 else OTHERS)} {chance.choice(OTHERS)}",
        start=instant(start),
        end=instant(start + timedelta(hours=1)),
        all_day=False,
        location=chance.choice(PLACES) if chance.random() < 0.5 else None,
        description=chance.choice(TEXTS) if chance.random() < 1 / 6 else None,
        rrule=None if rule is None else RULES[rule % len(RULES)],
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )


def _ratios(server: Process, texts: list[str]) -> list[float]:
    """CPU of searches as multiples of the empty route, the least first. They take turns: others use the machine too."""
    searches = islice(cycle(f"/api/search?q={quote(text)}" for text in texts), REQUESTS)
    found = server.cpu_each([path for search in searches for path in ("/empty", search)])
    unit = statistics.median(found[::2])
    return sorted(each / unit for each in found[1::2])


def _writes(application: Application) -> tuple[float, float]:
    """CPU of storing events, and the size of the file, as multiples of a copy without the indexes."""
    path = application.settings.data_dir / "mantel.db"
    bare = application.settings.data_dir / "bare.db"
    with_indexes = connect(path)
    with_indexes.execute("VACUUM INTO ?", (str(bare),))
    whole = bare.stat().st_size
    without = connect(bare)
    _drop_indexes(without)
    costs = [_stored(each) for each in (with_indexes, without)]
    without.execute("VACUUM")
    size = bare.stat().st_size
    without.close()
    with_indexes.close()
    return costs[0] / costs[1], whole / size


def _drop_indexes(connection: apsw.Connection) -> None:
    triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND (name LIKE '%search%' OR name LIKE 'synced%')"
    for (name,) in connection.execute(triggers).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    for kind in ("event", "series", "item", "chore", "note"):
        connection.execute(f"DROP VIEW {kind}_documents; DROP TABLE {kind}_search")
    connection.execute("DROP INDEX events_synced_series; DROP TABLE synced_series")


def _stored(connection: apsw.Connection) -> float:
    """CPU seconds of storing events in one transaction that is undone."""
    chance = random.Random(2)
    rows = [_event(chance, f"w{number}", datetime(2026, 11, 20, tzinfo=UTC), None) for number in range(WRITTEN)]
    before = time.process_time()
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO events (id, calendar_id, title, starts, ends, all_day, location, description, span_start,"
        " span_end, created_at) VALUES (?, 'c', ?, ?, ?, 0, ?, ?, ?, ?, '')",
        [(e.id, e.title, e.start, e.end, e.location, TEXTS[0], e.start, e.end) for e in rows],
    )
    spent = time.process_time() - before
    connection.execute("ROLLBACK")
    return spent


if __name__ == "__main__":
    main()
