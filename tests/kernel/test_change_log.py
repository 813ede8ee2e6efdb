import asyncio

import pytest

from appliance.app import Application
from appliance.kernel.database import change_log, consumers
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.consumers import ConsumerLoop, catch_up
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx


class Choosy:
    """An outlet that wants some topics and says so; it keeps what it planned in a table, as outlets do."""

    name = "choosy"

    def __init__(self, *wanted: str) -> None:
        self.wanted = set(wanted)

    def plan(self, tx: Tx, recorded: list[Change]) -> bool:
        rows = [(f"{change.topic} {change.rev}", change.rev) for change in recorded if change.topic in self.wanted]
        tx.run_many("INSERT INTO jobs (name, next_at) VALUES (?, ?)", [(name, str(rev)) for name, rev in rows])
        return bool(rows)


def planned(database: Database) -> list[int]:
    return [int(rev) for (rev,) in database.read.rows("SELECT next_at FROM jobs ORDER BY CAST(next_at AS INTEGER)")]


def cursor(database: Database) -> int | None:
    found: int | None = database.read.value("SELECT rev FROM cursors WHERE consumer = 'choosy'")
    return found


def happens(database: Database, topic: str, times: int = 1) -> int:
    def record(tx: Tx) -> int:
        return [tx.record(topic, {}) for _ in range(times)][-1]

    return database.write_now(record)


def test_news_that_concerns_nobody_moves_no_cursor(application: Application) -> None:
    consumer_loop = ConsumerLoop(application.database, [Choosy("wanted")])
    happens(application.database, "other")
    asyncio.run(consumer_loop.drain())
    assert cursor(application.database) is None

    rev = happens(application.database, "wanted")
    asyncio.run(consumer_loop.drain())
    happens(application.database, "other")
    asyncio.run(consumer_loop.drain())
    assert (rev, [rev]) == (cursor(application.database), planned(application.database))


def test_a_cursor_that_stayed_behind_plans_nothing_twice_after_a_restart(application: Application) -> None:
    revs = []
    for topic in ("wanted", "other", "other", "wanted", "other"):
        revs.append(happens(application.database, topic))
        asyncio.run(ConsumerLoop(application.database, [Choosy("wanted")]).drain())
    assert [revs[0], revs[3]] == planned(application.database)


def test_a_cursor_does_not_stay_behind_for_ever(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "KEPT_BEHIND", 10)
    consumer_loop = ConsumerLoop(application.database, [Choosy()])
    seen = []
    for _ in range(25):
        happens(application.database, "other")
        asyncio.run(consumer_loop.drain())
        seen.append(cursor(application.database))
    assert [None] * 9 + [10] * 10 + [20] * 6 == seen


def test_what_an_outlet_begins_to_want_counts_from_then_on(application: Application) -> None:
    consumer = Choosy("first")
    consumer_loop = ConsumerLoop(application.database, [consumer])
    happens(application.database, "second")
    asyncio.run(consumer_loop.drain())
    waiting = happens(application.database, "first")
    happens(application.database, "second")

    application.database.write_now(catch_up, consumer)
    consumer.wanted = {"second"}
    happens(application.database, "first")
    later = happens(application.database, "second")
    # Another process, after a power cut: only the stored cursor is known.
    asyncio.run(ConsumerLoop(application.database, [consumer]).drain())

    assert [waiting, later] == planned(application.database)


def test_many_changes_are_planned_in_batches_each_once(application: Application) -> None:
    happens(application.database, "wanted", consumers.BATCH * 2)
    last = happens(application.database, "wanted", 7)
    asyncio.run(ConsumerLoop(application.database, [Choosy("wanted")]).drain())
    assert consumers.BATCH * 2 + 7 == len(set(planned(application.database)))
    assert last == cursor(application.database)


def test_who_looks_for_rows_is_called_after_the_planning(application: Application) -> None:
    looks: list[list[int]] = []
    consumer_loop = ConsumerLoop(
        application.database, [Choosy("wanted")], after=[lambda: looks.append(planned(application.database))]
    )
    rev = happens(application.database, "wanted")
    asyncio.run(consumer_loop.drain())
    assert [[rev]] == looks


def test_the_number_of_changes_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_log, "MAX_CHANGES", 50)
    monkeypatch.setattr(change_log, "PRUNED_EVERY", 10)
    for _ in range(120):
        rev = database.write_now(Tx.touch)

    kept = [int(each) for (each,) in database.read.rows("SELECT rev FROM changes ORDER BY rev")]
    assert rev == kept[-1] == database.rev
    assert 50 <= len(kept) < 60
