import asyncio

import pytest

from appliance.app import House
from appliance.kernel.database import change_log
from appliance.kernel.database.change_log import Change, Pump, catch_up
from appliance.kernel.database.database import Database, Tx


class Choosy:
    """An outlet that wants some topics and says so; it keeps what it planned in a table, as outlets do."""

    name = "choosy"

    def __init__(self, *wanted: str) -> None:
        self.wanted = set(wanted)

    def plan(self, tx: Tx, news: list[Change]) -> bool:
        rows = [(f"{change.topic} {change.rev}", change.rev) for change in news if change.topic in self.wanted]
        tx.run_many("INSERT INTO jobs (name, next_at) VALUES (?, ?)", [(name, str(rev)) for name, rev in rows])
        return bool(rows)


def planned(database: Database) -> list[int]:
    return [int(rev) for (rev,) in database.read.rows("SELECT next_at FROM jobs ORDER BY CAST(next_at AS INTEGER)")]


def cursor(database: Database) -> int | None:
    found: int | None = database.read.value("SELECT rev FROM cursors WHERE outlet = 'choosy'")
    return found


def happens(database: Database, topic: str, times: int = 1) -> int:
    def record(tx: Tx) -> int:
        return [tx.record(topic, {}) for _ in range(times)][-1]

    return database.write_now(record)


def test_news_that_concerns_nobody_moves_no_cursor(house: House) -> None:
    pump = Pump(house.database, [Choosy("wanted")])
    happens(house.database, "other")
    asyncio.run(pump.drain())
    assert cursor(house.database) is None

    rev = happens(house.database, "wanted")
    asyncio.run(pump.drain())
    happens(house.database, "other")
    asyncio.run(pump.drain())
    assert (rev, [rev]) == (cursor(house.database), planned(house.database))


def test_a_cursor_that_stayed_behind_plans_nothing_twice_after_a_restart(house: House) -> None:
    revs = []
    for topic in ("wanted", "other", "other", "wanted", "other"):
        revs.append(happens(house.database, topic))
        asyncio.run(Pump(house.database, [Choosy("wanted")]).drain())
    assert [revs[0], revs[3]] == planned(house.database)


def test_a_cursor_does_not_stay_behind_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_log, "KEPT_BEHIND", 10)
    pump = Pump(house.database, [Choosy()])
    seen = []
    for _ in range(25):
        happens(house.database, "other")
        asyncio.run(pump.drain())
        seen.append(cursor(house.database))
    assert [None] * 9 + [10] * 10 + [20] * 6 == seen


def test_what_an_outlet_begins_to_want_counts_from_then_on(house: House) -> None:
    outlet = Choosy("first")
    pump = Pump(house.database, [outlet])
    happens(house.database, "second")
    asyncio.run(pump.drain())
    waiting = happens(house.database, "first")
    happens(house.database, "second")

    house.database.write_now(catch_up, outlet)
    outlet.wanted = {"second"}
    happens(house.database, "first")
    later = happens(house.database, "second")
    # Another process, after a power cut: only the stored cursor is known.
    asyncio.run(Pump(house.database, [outlet]).drain())

    assert [waiting, later] == planned(house.database)


def test_many_changes_are_planned_in_batches_each_once(house: House) -> None:
    happens(house.database, "wanted", change_log.BATCH * 2)
    last = happens(house.database, "wanted", 7)
    asyncio.run(Pump(house.database, [Choosy("wanted")]).drain())
    assert change_log.BATCH * 2 + 7 == len(set(planned(house.database)))
    assert last == cursor(house.database)


def test_who_looks_for_rows_is_called_after_the_planning(house: House) -> None:
    looks: list[list[int]] = []
    pump = Pump(house.database, [Choosy("wanted")], after=[lambda: looks.append(planned(house.database))])
    rev = happens(house.database, "wanted")
    asyncio.run(pump.drain())
    assert [[rev]] == looks
