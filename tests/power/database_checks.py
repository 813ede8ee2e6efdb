"""Checks of the database file after a power cut, with SQL that does not come from the application."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from tests.power.load import BATCH, Family


def check_integrity(file: Path) -> None:
    """Check pages, foreign keys, and that stored sums agree with the rows they sum up."""
    with closing(open_read_only(file)) as db:
        assert [("ok",)] == list(db.execute("PRAGMA integrity_check"))
        assert [] == list(db.execute("PRAGMA foreign_key_check"))
        kept = dict(db.execute("SELECT member_id, points FROM chore_earnings"))
        counts = set(db.execute("SELECT list_id, items, open_items FROM list_counts WHERE items"))
        items = set(db.execute("SELECT list_id, count(*), total(done = 0) FROM items GROUP BY list_id"))
    assert earned(file) == {member: points for member, points in kept.items() if points}
    assert items == counts


def earned(file: Path) -> dict[str, int]:
    """Points of all completions by member id."""
    with closing(open_read_only(file)) as db:
        rows = db.execute("SELECT member_id, sum(points) FROM chore_completions WHERE member_id NOT NULL GROUP BY 1")
        return {str(member): int(str(points)) for member, points in rows}


def check_writes(file: Path, family: Family) -> None:
    """Check that acknowledged writes are stored, other writes wholly or not at all, and that the change log agrees."""
    journal = family.journal
    with closing(open_read_only(file)) as db:
        items = {str(item) for (item,) in db.execute("SELECT id FROM items")}
        stepped = Counter(str(item) for (item,) in db.execute("SELECT item_id FROM steps"))
        ticks = {str(day) for (day,) in db.execute("SELECT date FROM chore_completions")}
        recorded = [
            (topic, json.loads(str(data))) for topic, data in db.execute("SELECT topic, data FROM changes ORDER BY rev")
        ]

    assert {item for group in journal.items for each in group for item in each} <= items
    assert journal.ticks <= ticks
    stored = {group: sum(item in items for item in group) for group in journal.requested}
    assert {0, BATCH} >= set(stored.values())
    assert {group for group, count in stored.items() if count} == _groups(recorded)
    assert dict.fromkeys(items, 1) == stepped
    assert ticks <= journal.requested_ticks
    assert Counter(ticks) == Counter(data["date"] for topic, data in recorded if topic == "chore.completed")


def check_deliveries(file: Path) -> int:
    """Check that each change up to the cursor has one delivery, in order. Return the number of deliveries so far."""
    with closing(open_read_only(file)) as db:
        created = next(db.execute("SELECT created_at FROM webhooks"))[0]
        cursor = next(db.execute("SELECT coalesce(max(rev), 0) FROM cursors WHERE consumer = 'webhooks'"))[0]
        changes = [
            (str(topic), str(data))
            for topic, data in db.execute(
                "SELECT topic, data FROM changes WHERE topic NOT NULL AND rev <= ? AND at >= ? ORDER BY rev",
                (cursor, created),
            )
        ]
        queued = int(str(next(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'deliveries'"))[0]))
        rows = list(db.execute("SELECT id, type, data FROM deliveries ORDER BY id"))
    assert len(changes) == queued
    assert [(topic, data) for _, topic, data in rows] == [changes[int(str(number)) - 1] for number, _, _ in rows]
    return queued


def is_consumed(file: Path) -> bool:
    """Whether the webhook consumer has read the whole change log."""
    with closing(open_read_only(file)) as db:
        newest = next(db.execute("SELECT max(rev) FROM changes WHERE topic NOT NULL"))[0]
        return bool(next(db.execute("SELECT coalesce(max(rev), 0) >= ? FROM cursors", (newest,)))[0])


def waiting(file: Path) -> int:
    """The number of deliveries that are not sent yet."""
    with closing(open_read_only(file)) as db:
        return int(str(next(db.execute("SELECT count(*) FROM deliveries WHERE state = 'waiting'"))[0]))


def delivered(recorded: list[dict[str, Any]]) -> Counter[str]:
    """How often each change arrived at the receiver, by its JSON text."""
    return Counter(json.dumps(each, sort_keys=True) for each in recorded)


def _groups(recorded: list[tuple[Any, Any]]) -> set[tuple[str, ...]]:
    return {tuple(data["ids"]) for topic, data in recorded if topic == "list.item.changed"}


def open_read_only(file: Path) -> apsw.Connection:
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(10_000)
    return connection
