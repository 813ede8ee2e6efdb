"""Long reads see one state of the database, and do not block writes and other reads."""

import asyncio

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Reader, Tx


def put(tx: Tx, name: str) -> None:
    tx.run("INSERT INTO cursors (consumer, rev) VALUES (?, 1)", name)


def names(db: Reader) -> list[str]:
    return [name for (name,) in db.rows("SELECT consumer FROM cursors ORDER BY consumer")]


def test_a_long_read_sees_one_state_during_writes(database: Database) -> None:
    database.write_now(put, "a")

    def look_twice(db: Reader) -> list[list[str]]:
        before = names(db)
        database.write_now(put, "b")
        return [before, names(db)]

    assert [["a"], ["a"]] == asyncio.run(database.read_in_thread(look_twice))
    assert ["a", "b"] == names(database.read)


def test_long_reads_run_one_after_the_other(database: Database) -> None:
    running: list[int] = []

    def most(db: Reader, number: int) -> int:
        running.append(number)
        found = len(names(db)) + len(running)
        running.remove(number)
        return found

    async def crowd() -> list[int]:
        return list(await asyncio.gather(*(database.read_in_thread(most, number) for number in range(5))))

    assert [1] * 5 == asyncio.run(crowd())


def test_a_long_read_cannot_write(database: Database) -> None:
    assert ["ReadOnlyError"] == asyncio.run(database.read_in_thread(_try_to_write))


def _try_to_write(db: Reader) -> list[str]:
    try:
        list(db.rows("DELETE FROM cursors"))
    except Exception as problem:
        return [type(problem).__name__]
    return []
