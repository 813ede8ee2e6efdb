import asyncio
import sqlite3
import threading
import weakref

import pytest

from appliance.app import Application
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.consumers import Consumer, ConsumerLoop, changes_after, prune
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, NotFound
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.waiting import until


def put(tx: Tx, name: str) -> int:
    tx.run("INSERT INTO cursors (consumer, rev) VALUES (?, 1)", name)
    return tx.record("settings.changed", {"name": name})


def put_and_fail(tx: Tx, name: str) -> None:
    put(tx, name)
    raise BadRequest("no")


def names(database: Database) -> list[str]:
    return [name for (name,) in database.read.rows("SELECT consumer FROM cursors ORDER BY consumer")]


def test_a_write_is_there_when_its_answer_arrives(database: Database) -> None:
    rev = database.write_now(put, "a")

    assert ["a"] == names(database)
    assert rev == database.rev


def test_rev_is_new_before_the_count_of_commits_is(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A response that the loop makes in between is kept for the count of commits, and tagged by rev."""
    revs: list[int] = []

    def note(self: Database, name: str, value: object) -> None:
        if name == "commits":
            revs.append(self.rev)
        object.__setattr__(self, name, value)

    monkeypatch.setattr(Database, "__setattr__", note)

    assert [database.write_now(put, "a")] == revs


def test_a_failed_write_stores_nothing_and_records_no_change(database: Database) -> None:
    before = database.rev

    with pytest.raises(BadRequest):
        database.write_now(put_and_fail, "a")

    assert [] == names(database)
    assert before == database.rev


def test_writes_share_a_commit_and_a_failed_one_does_not_affect_others(database: Database) -> None:
    begun, release = threading.Event(), threading.Event()
    commits = []
    database.on_commit = lambda: commits.append(1)

    def hold(tx: Tx) -> None:
        begun.set()
        release.wait(60)

    async def crowd() -> list[int | BaseException | None]:
        first = asyncio.create_task(database.write(hold))
        await asyncio.to_thread(begun.wait, 60)
        rest = [database.write(put_and_fail if n == 3 else put, f"n{n}") for n in range(6)]
        gathered = asyncio.gather(*rest, return_exceptions=True)
        # Each of them is in the queue after its first step.
        await asyncio.sleep(0)
        release.set()
        await first
        return await gathered

    answers = asyncio.run(crowd())

    assert ["n0", "n1", "n2", "n4", "n5"] == names(database)
    assert BadRequest is type(answers[3])
    assert 1 == len(commits)


def test_a_write_inside_a_write_is_rejected(database: Database) -> None:
    with pytest.raises(RuntimeError, match="a write inside a write"):
        database.write_now(lambda tx: database.write_now(put, "inner"))
    assert [] == names(database)


def test_a_write_holds_on_to_nothing_once_it_is_answered(database: Database) -> None:
    class Luggage:
        pass

    carried = Luggage()
    left = weakref.ref(carried)
    database.write_now(lambda tx, luggage: None, carried)
    del carried

    # Before somebody writes again.
    until(lambda: left() is None)


def test_a_consistent_read_sees_no_write_in_between(database: Database) -> None:
    @consistent_read
    def twice(db: Reader) -> list[list[str]]:
        first = db.all(str, "SELECT consumer FROM cursors")
        if not isinstance(db, Tx):
            database.write_now(put, "b")
        return [first, db.all(str, "SELECT consumer FROM cursors")]

    database.write_now(put, "a")

    assert [["a"], ["a"]] == twice(database.read)
    assert ["a", "b"] == names(database)
    assert [["a", "b"], ["a", "b"]] == database.write_now(twice)


def test_a_question_that_fails_lets_go_of_its_state(database: Database) -> None:
    @consistent_read
    def missing(db: Reader) -> str:
        return db.one(str, "SELECT consumer FROM cursors WHERE consumer = 'x'")

    with pytest.raises(NotFound):
        missing(database.read)
    database.write_now(put, "a")
    assert ["a"] == names(database)


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match="readonly"):
        list(database.read.rows("INSERT INTO cursors (consumer, rev) VALUES ('x', 1)"))


def test_every_commit_is_forced_to_the_disk(database: Database) -> None:
    pragmas = database.write_now(
        lambda tx: [tx.value(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "foreign_keys")]
    )
    assert ["wal", 2, 1] == pragmas


def test_rev_survives_a_restart_and_pruning(settings: Settings, clock: FakeClock) -> None:
    application = build(settings, clock=clock)
    rev = [application.database.write_now(put, name) for name in "abc"][-1]
    clock.turn(days=40)
    application.database.write_now(prune, "2026-12-25T00:00:00.000Z")
    application.database.close()

    restarted = build(settings, clock=clock)

    assert rev == restarted.database.rev
    assert rev + 1 == restarted.database.write_now(put, "d")
    restarted.database.close()


def test_a_write_is_in_the_file_before_it_is_answered(database: Database) -> None:
    database.write_now(put, "a")

    other = sqlite3.connect(database.path)
    assert [("a",)] == other.execute("SELECT consumer FROM cursors").fetchall()
    other.close()


def test_the_clock_is_wrong_before_the_last_write(database: Database, clock: FakeClock) -> None:
    database.write_now(put, "a")
    assert not database.clock_is_wrong

    clock.turn(days=-1)

    assert database.clock_is_wrong


class RecordingConsumer:
    """A consumer that records what it receives, and fails while `failing` is set."""

    name = "recording"

    def __init__(self) -> None:
        self.received: list[tuple[str | None, object]] = []
        self.failing = False

    def concerns(self, db: Reader, recorded: list[Change]) -> bool:
        return True

    def plan(self, tx: Tx, recorded: list[Change]) -> None:
        if self.failing:
            raise OSError("failing")
        self.received += [(change.topic, change.data["name"]) for change in recorded]


def test_a_consumer_receives_every_change_once_also_after_a_restart(settings: Settings, clock: FakeClock) -> None:
    consumer = RecordingConsumer()
    consumers: list[Consumer] = [consumer]
    application = build(settings, clock=clock)
    application.database.write_now(put, "a")
    application.database.write_now(lambda tx: tx.touch())
    asyncio.run(ConsumerLoop(application.database, consumers).drain())
    application.database.write_now(put, "b")
    application.database.close()

    restarted = build(settings, clock=clock)
    asyncio.run(ConsumerLoop(restarted.database, consumers).drain())
    asyncio.run(ConsumerLoop(restarted.database, consumers).drain())
    restarted.database.close()

    assert [("settings.changed", "a"), ("settings.changed", "b")] == consumer.received


def test_a_failed_consumer_is_called_again_and_does_not_stop_others(application: Application) -> None:
    failing, healthy = RecordingConsumer(), RecordingConsumer()
    failing.failing, healthy.name = True, "healthy"
    consumer_loop = ConsumerLoop(application.database, [failing, healthy])
    application.database.write_now(put, "a")

    asyncio.run(consumer_loop.drain())
    failing.failing = False
    asyncio.run(consumer_loop.drain())

    assert [("settings.changed", "a")] == failing.received == healthy.received


def test_pruning_keeps_what_a_consumer_has_not_read(database: Database, clock: FakeClock) -> None:
    for name in "abc":
        database.write_now(put, name)
    database.write_now(lambda tx: tx.run("UPDATE cursors SET rev = 2"))

    database.write_now(prune, "2027-01-01T00:00:00.000Z")

    assert [3] == [change.rev for change in database.write_now(changes_after, 0)]


def test_old_changes_are_deleted_once_a_day(application: Application, clock: FakeClock) -> None:
    for name in "abc":
        application.database.write_now(lambda tx, name: tx.record("settings.changed", {"name": name}), name)
    clock.turn(days=31)

    asyncio.run(application.scheduler.tick())

    assert ["c"] == [change.data["name"] for change in application.database.write_now(changes_after, 0) if change.topic]


def test_a_write_under_a_wrong_clock_does_not_make_it_right(database: Database, clock: FakeClock) -> None:
    database.write_now(Tx.touch)
    clock.turn(days=-1)
    database.write_now(Tx.touch)

    assert database.clock_is_wrong
    clock.turn(days=1)
    assert not database.clock_is_wrong


def test_a_moment_in_a_wrong_future_is_forgotten(database: Database, clock: FakeClock) -> None:
    database.write_now(Tx.touch)
    clock.turn(days=365)
    database.write_now(Tx.touch)
    clock.turn(days=-365, minutes=5)
    assert database.clock_is_wrong

    database.write_now(Tx.touch)

    assert not database.clock_is_wrong


def test_a_moment_in_a_wrong_future_is_forgotten_after_a_restart(settings: Settings, clock: FakeClock) -> None:
    first = build(settings, clock=clock)
    first.database.write_now(Tx.touch)
    clock.turn(days=365)
    first.database.write_now(Tx.touch)
    first.database.close()
    clock.turn(days=-365, minutes=5)

    second = build(settings, clock=clock)
    assert second.database.clock_is_wrong
    second.database.write_now(Tx.touch)

    assert not second.database.clock_is_wrong
    second.database.close()


def test_a_clock_that_stays_behind_remains_wrong(database: Database, clock: FakeClock) -> None:
    """After an absence of a week, a clock that goes back further than the absence is not believed."""
    database.write_now(Tx.touch)
    clock.turn(days=7)
    database.write_now(Tx.touch)
    clock.turn(days=-8)
    database.write_now(Tx.touch)

    assert database.clock_is_wrong


@pytest.mark.parametrize(("right", "days", "wrong"), [(True, -1, False), (False, 1, True), (None, -1, True)])
def test_network_time_overrides_the_clock_check(
    database: Database, clock: FakeClock, right: bool | None, days: int, wrong: bool
) -> None:
    database.write_now(Tx.touch)
    clock.turn(days=days)
    clock.right = right

    assert wrong == database.clock_is_wrong
