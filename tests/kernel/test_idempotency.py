"""Idempotency keys: what is stored, for which caller, how long, and how much."""

from datetime import timedelta

import pytest

from appliance.kernel.database import idempotency
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Caller, Tx
from appliance.kernel.errors import Conflict, NotFound
from tests.fakes import FakeClock

WALL = Caller("wall-key", "Wall", "display", "api")
PHONE = Caller("phone-key", "Phone", "display", "api")


class Counter:
    """An action that counts its runs, as a row, so that a rollback takes the count back."""

    @staticmethod
    def run(tx: Tx, step: int) -> int:
        tx.record("test.counted", {"step": step})
        return tx.value("SELECT count(*) FROM changes WHERE topic = 'test.counted'")  # type: ignore[no-any-return]


def run_once(database: Database, key: str, step: int = 1, who: Caller = WALL) -> int:
    def write(tx: Tx) -> int:
        tx.caller = who
        return idempotency.run_once(tx, key, int, Counter.run, (step,))

    return database.write_now(write)


def remembered(database: Database) -> int:
    return int(database.read.value("SELECT count(*) FROM idempotent_requests"))


def test_a_repeated_request_does_nothing_and_has_the_first_answer(database: Database) -> None:
    assert [1, 1, 2] == [run_once(database, "a"), run_once(database, "a"), run_once(database, "b")]


def test_each_access_key_has_its_own_idempotency_keys(database: Database) -> None:
    assert [1, 2] == [run_once(database, "a"), run_once(database, "a", who=PHONE)]


def test_a_key_for_other_arguments_is_a_conflict(database: Database) -> None:
    run_once(database, "a", step=1)
    with pytest.raises(Conflict, match="Idempotency-Key was used for another request"):
        run_once(database, "a", step=2)


def test_an_action_that_fails_leaves_its_key_free(database: Database) -> None:
    def fail(tx: Tx) -> int:
        tx.record("test.counted", {})
        raise NotFound

    with pytest.raises(NotFound):
        database.write_now(idempotency.run_once, "a", int, fail, ())
    assert 0 == remembered(database)
    assert 1 == run_once(database, "a")


def test_a_key_is_forgotten_after_a_day(database: Database, clock: FakeClock) -> None:
    run_once(database, "a")
    clock.turn(hours=24)
    assert 1 == run_once(database, "a")
    clock.turn(seconds=1)
    assert [2, 1] == [run_once(database, "a"), remembered(database)]


def test_a_key_from_a_wrong_future_is_forgotten(database: Database, clock: FakeClock) -> None:
    clock.turn(days=400)
    run_once(database, "a")
    clock.turn(days=-400)
    assert [2, 1] == [run_once(database, "a"), remembered(database)]


def test_the_oldest_answers_of_an_access_key_go_first(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "ANSWERS_PER_CALLER", 3)
    run_once(database, "phone", who=PHONE)
    for name in "abcd":
        run_once(database, name)

    assert 4 == remembered(database)
    assert 2 + 1 == run_once(database, "b"), "still remembered"
    assert 6 == run_once(database, "a"), "forgotten, so it ran again"


def test_answers_have_a_byte_budget_and_an_overall_bound(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "BYTES_PER_CALLER", 2)
    for name in "abc":
        run_once(database, name)
    assert 2 == remembered(database)

    monkeypatch.setattr(idempotency, "ANSWERS", 1)
    run_once(database, "d", who=PHONE)
    assert 1 == remembered(database)


def test_an_answer_is_stored_for_almost_a_day(database: Database, clock: FakeClock) -> None:
    run_once(database, "a")
    clock.turn(seconds=(timedelta(days=1) - timedelta(minutes=1)).total_seconds())
    assert 1 == run_once(database, "a")
