"""What must hold in the file after every power cut, asked with SQL of the tests' own."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from tests.power.load import BATCH, Family


def check_whole(file: Path) -> None:
    """Every page is sound, every reference leads somewhere, and what is summed up agrees with what it sums."""
    with closing(reading(file)) as db:
        assert [("ok",)] == list(db.execute("PRAGMA integrity_check"))
        assert [] == list(db.execute("PRAGMA foreign_key_check"))
        kept = dict(db.execute("SELECT member_id, points FROM chore_earnings"))
    assert earned(file) == {member: points for member, points in kept.items() if points}


def earned(file: Path) -> dict[str, int]:
    """The points of every completion, added up by member."""
    with closing(reading(file)) as db:
        rows = db.execute("SELECT member_id, sum(points) FROM chore_completions WHERE member_id NOT NULL GROUP BY 1")
        return {str(member): int(str(points)) for member, points in rows}


def check_nothing_lost_nothing_halved(file: Path, family: Family) -> None:
    """Every acknowledged write is there; of the others all or nothing; and news says exactly what the rows say."""
    journal = family.journal
    with closing(reading(file)) as db:
        items = {str(item) for (item,) in db.execute("SELECT id FROM items")}
        stepped = Counter(str(item) for (item,) in db.execute("SELECT item_id FROM steps"))
        ticks = {str(day) for (day,) in db.execute("SELECT date FROM chore_completions")}
        recorded = [
            (topic, json.loads(str(data))) for topic, data in db.execute("SELECT topic, data FROM changes ORDER BY rev")
        ]

    assert {item for group in journal.items for each in group for item in each} <= items
    assert journal.ticks <= ticks
    there = {group: sum(item in items for item in group) for group in journal.wished}
    assert {0, BATCH} >= set(there.values())
    assert {group for group, count in there.items() if count} == _groups(recorded)
    assert dict.fromkeys(items, 1) == stepped
    assert ticks <= journal.wished_ticks
    assert Counter(ticks) == Counter(data["date"] for topic, data in recorded if topic == "chore.completed")


def check_plan(file: Path) -> int:
    """Every change up to the cursor is planned for the one webhook once and in order; how many were planned so far."""
    with closing(reading(file)) as db:
        created = next(db.execute("SELECT created_at FROM webhooks"))[0]
        cursor = next(db.execute("SELECT coalesce(max(rev), 0) FROM cursors WHERE consumer = 'webhooks'"))[0]
        told = [
            (str(topic), str(data))
            for topic, data in db.execute(
                "SELECT topic, data FROM changes WHERE topic NOT NULL AND rev <= ? AND at >= ? ORDER BY rev",
                (cursor, created),
            )
        ]
        planned = int(str(next(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'deliveries'"))[0]))
        rows = list(db.execute("SELECT id, type, data FROM deliveries ORDER BY id"))
    assert len(told) == planned
    assert [(topic, data) for _, topic, data in rows] == [told[int(str(number)) - 1] for number, _, _ in rows]
    return planned


def is_planned(file: Path) -> bool:
    """Whether the outlet has read all news."""
    with closing(reading(file)) as db:
        newest = next(db.execute("SELECT max(rev) FROM changes WHERE topic NOT NULL"))[0]
        return bool(next(db.execute("SELECT coalesce(max(rev), 0) >= ? FROM cursors", (newest,)))[0])


def waiting(file: Path) -> int:
    """How many deliveries are still to be sent."""
    with closing(reading(file)) as db:
        return int(str(next(db.execute("SELECT count(*) FROM deliveries WHERE state = 'waiting'"))[0]))


def delivered(recorded: list[dict[str, Any]]) -> Counter[str]:
    """How often each change arrived at a receiver."""
    return Counter(json.dumps(each, sort_keys=True) for each in recorded)


def _groups(recorded: list[tuple[Any, Any]]) -> set[tuple[str, ...]]:
    return {tuple(data["ids"]) for topic, data in recorded if topic == "list.item.changed"}


def reading(file: Path) -> apsw.Connection:
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(10_000)
    return connection
