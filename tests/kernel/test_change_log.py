import asyncio
from typing import Any

import pytest

from appliance import app
from appliance.app import Application
from appliance.kernel.database import change_log, consumers
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.consumers import ConsumerLoop, catch_up
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Reader, Tx


class SelectiveConsumer:
    """A consumer that wants some topics only. It keeps what it planned in a table, as real consumers do."""

    name = "selective"

    def __init__(self, *wanted: str) -> None:
        self.wanted = set(wanted)

    def concerns(self, db: Reader, recorded: list[Change]) -> bool:
        return any(change.topic in self.wanted for change in recorded)

    def plan(self, tx: Tx, recorded: list[Change]) -> None:
        rows = [(f"{self.name} {change.rev}", change.rev) for change in recorded if change.topic in self.wanted]
        tx.run_many("INSERT INTO jobs (name, next_at) VALUES (?, ?)", [(name, str(rev)) for name, rev in rows])


def planned(database: Database) -> list[int]:
    return [int(rev) for (rev,) in database.read.rows("SELECT next_at FROM jobs ORDER BY CAST(next_at AS INTEGER)")]


def cursor(database: Database) -> int | None:
    found: int | None = database.read.value("SELECT rev FROM cursors WHERE consumer = 'selective'")
    return found


def record_change(database: Database, topic: str, times: int = 1) -> int:
    def record(tx: Tx) -> int:
        return [tx.record(topic, {}) for _ in range(times)][-1]

    return database.write_now(record)


def test_a_change_that_no_consumer_wants_moves_no_cursor(application: Application) -> None:
    consumer_loop = ConsumerLoop(application.database, [SelectiveConsumer("wanted")])
    record_change(application.database, "other")
    asyncio.run(consumer_loop.drain())
    assert cursor(application.database) is None

    rev = record_change(application.database, "wanted")
    asyncio.run(consumer_loop.drain())
    record_change(application.database, "other")
    asyncio.run(consumer_loop.drain())
    assert (rev, [rev]) == (cursor(application.database), planned(application.database))


def test_a_cursor_behind_the_log_plans_nothing_twice_after_a_restart(application: Application) -> None:
    revs = []
    for topic in ("wanted", "other", "other", "wanted", "other"):
        revs.append(record_change(application.database, topic))
        asyncio.run(ConsumerLoop(application.database, [SelectiveConsumer("wanted")]).drain())
    assert [revs[0], revs[3]] == planned(application.database)


def test_a_cursor_moves_after_many_unwanted_changes(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "KEPT_BEHIND", 10)
    consumer_loop = ConsumerLoop(application.database, [SelectiveConsumer()])
    seen = []
    for _ in range(25):
        record_change(application.database, "other")
        asyncio.run(consumer_loop.drain())
        seen.append(cursor(application.database))
    assert [None] * 9 + [10] * 10 + [20] * 6 == seen


def test_a_new_topic_of_a_consumer_counts_from_the_current_rev(application: Application) -> None:
    consumer = SelectiveConsumer("first")
    consumer_loop = ConsumerLoop(application.database, [consumer])
    record_change(application.database, "second")
    asyncio.run(consumer_loop.drain())
    waiting = record_change(application.database, "first")
    record_change(application.database, "second")

    application.database.write_now(catch_up, consumer)
    consumer.wanted = {"second"}
    record_change(application.database, "first")
    later = record_change(application.database, "second")
    # Another process, after a power cut: only the stored cursor is known.
    asyncio.run(ConsumerLoop(application.database, [consumer]).drain())

    assert [waiting, later] == planned(application.database)


def test_many_changes_are_planned_in_batches_each_once(application: Application) -> None:
    record_change(application.database, "wanted", consumers.BATCH * 2)
    last = record_change(application.database, "wanted", 7)
    asyncio.run(ConsumerLoop(application.database, [SelectiveConsumer("wanted")]).drain())
    assert consumers.BATCH * 2 + 7 == len(set(planned(application.database)))
    assert last == cursor(application.database)


def test_the_after_callback_runs_after_planning(application: Application) -> None:
    looks: list[list[int]] = []
    consumer_loop = ConsumerLoop(
        application.database, [SelectiveConsumer("wanted")], after=[lambda: looks.append(planned(application.database))]
    )
    rev = record_change(application.database, "wanted")
    asyncio.run(consumer_loop.drain())
    assert [[rev]] == looks


def transactions(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of writes in each transaction from now on."""
    sizes: list[int] = []
    commit = Database._commit

    def counted(self: Database, batch: Any) -> None:
        sizes.append(len(batch))
        commit(self, batch)

    monkeypatch.setattr(Database, "_commit", counted)
    return sizes


def test_a_change_that_concerns_no_consumer_causes_no_further_transaction(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer_loop = ConsumerLoop(application.database, app.CONSUMERS)
    record_change(application.database, "chore.completed")
    sizes = transactions(application.database, monkeypatch)
    asyncio.run(consumer_loop.drain())
    assert [] == sizes


def test_one_further_transaction_serves_all_consumers(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = SelectiveConsumer("wanted"), SelectiveConsumer("wanted")
    second.name = "second"
    consumer_loop = ConsumerLoop(application.database, [first, second])
    rev = record_change(application.database, "wanted")
    sizes = transactions(application.database, monkeypatch)
    asyncio.run(consumer_loop.drain())
    assert ([1], [rev, rev]) == (sizes, planned(application.database))


def test_the_number_of_changes_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_log, "MAX_CHANGES", 50)
    monkeypatch.setattr(change_log, "PRUNED_EVERY", 10)
    for _ in range(120):
        rev = database.write_now(Tx.touch)

    kept = [int(each) for (each,) in database.read.rows("SELECT rev FROM changes ORDER BY rev")]
    assert rev == kept[-1] == database.rev
    assert 50 <= len(kept) < 60
