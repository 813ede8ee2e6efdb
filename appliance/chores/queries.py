"""Every SQL statement about chores and their completions."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from msgspec.structs import astuple

from appliance.chores.models import Chore, Completion, Scheduled, Score
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import local_date, moment

COLUMNS = "id, title, emoji, member_id, points, rrule, due_time, sort, list_id, due_date, active"
COMPLETION = "id, chore_id, date, member_id, completed_at, points"


def chores(db: Reader) -> list[Chore]:
    """Every chore in its order, inactive ones and past one-offs too."""
    return db.all(_chore, f"SELECT {COLUMNS} FROM chores ORDER BY sort, rowid")


def chore(db: Reader, chore_id: str) -> Chore:
    """One chore. Raises NotFound."""
    return db.one(_chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def maybe_chore(db: Reader, chore_id: str) -> Chore | None:
    """One chore, or None."""
    return db.maybe(_chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def scheduled(db: Reader, first: date, last: date) -> list[Scheduled]:
    """The active chores that may be due from `first` to `last`, both included: those with a rule, and the one-offs."""
    columns = f"{COLUMNS}, created_at, rowid AS number"
    return db.all(
        lambda *row: Scheduled(_chore(*row[:-2]), local_date(moment(row[-2]), db.zone)),
        f"SELECT {columns} FROM chores WHERE active = 1 AND rrule IS NOT NULL"
        f" UNION ALL SELECT {columns} FROM chores WHERE active = 1 AND rrule IS NULL AND due_date BETWEEN ? AND ?"
        " ORDER BY sort, number",
        first,
        last,
    )


def completion(db: Reader, chore_id: str, day: date) -> Completion | None:
    """The completion of a chore for a date, or None."""
    sql = f"SELECT {COMPLETION} FROM chore_completions WHERE chore_id = ? AND date = ?"
    return db.maybe(_completion, sql, chore_id, day)


def completions_on(db: Reader, day: date) -> dict[str, Completion]:
    """The completions of a date, by chore."""
    made = db.all(_completion, f"SELECT {COMPLETION} FROM chore_completions WHERE date = ?", day)
    return {completion.chore_id: completion for completion in made}


def done_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The chores completed on each date from `first` to `last`, both included, by anyone."""
    done: dict[date, set[str]] = defaultdict(set)
    for day, chore_id in db.rows(
        "SELECT date, chore_id FROM chore_completions WHERE date BETWEEN ? AND ?", first, last
    ):
        done[date.fromisoformat(day)].add(chore_id)
    return done


def scores(db: Reader, first: date, last: date) -> dict[str, Score]:
    """Points and completions by member, dated from `first` to `last`, both included, of active chores."""
    sql = (
        "SELECT c.member_id, sum(c.points), count(*) FROM chore_completions AS c JOIN chores ON chores.id = chore_id"
        " WHERE c.date BETWEEN ? AND ? AND c.member_id IS NOT NULL AND chores.active = 1 GROUP BY c.member_id"
    )
    return {member_id: Score(points, completed) for member_id, points, completed in db.rows(sql, first, last)}


def earned_lately(db: Reader, first: date, today: date) -> dict[str, tuple[int, int]]:
    """Points by member, of every chore: those dated today, and those dated from `first` through today."""
    sql = (
        "SELECT member_id, sum(CASE WHEN date = ? THEN points ELSE 0 END), sum(points) FROM chore_completions"
        " WHERE date BETWEEN ? AND ? AND member_id IS NOT NULL GROUP BY member_id"
    )
    return {member_id: (of_today, all_of_it) for member_id, of_today, all_of_it in db.rows(sql, today, first, today)}


def earned(db: Reader, member_id: str) -> int:
    """All points a member's completions stand for, whatever their date."""
    return db.value("SELECT points FROM chore_earnings WHERE member_id = ?", member_id) or 0


def earned_by_member(db: Reader) -> dict[str, int]:
    """`earned` of everybody who ever earned."""
    return dict(db.rows("SELECT member_id, points FROM chore_earnings"))


def put(tx: Tx, chore: Chore, made_at: datetime | None = None) -> None:
    """Store a chore; an existing one keeps its creation time, a new one was made now unless it is told."""
    tx.run(
        f"INSERT INTO chores ({COLUMNS}, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET title = excluded.title, emoji = excluded.emoji,"
        " member_id = excluded.member_id, points = excluded.points, rrule = excluded.rrule,"
        " due_time = excluded.due_time, sort = excluded.sort, list_id = excluded.list_id,"
        " due_date = excluded.due_date, active = excluded.active",
        chore.id, chore.title, chore.emoji, chore.member_id, chore.points, chore.rrule, chore.due_time, chore.sort,
        chore.list_id, chore.due_date, chore.active, made_at or tx.now,
    )  # fmt: skip


def remove(tx: Tx, chore_id: str) -> None:
    """Forget a chore; foreign keys take its completions along."""
    tx.run("DELETE FROM chores WHERE id = ?", chore_id)


def put_completion(tx: Tx, made: Completion) -> None:
    """Store a completion; one that the chore and date already have keeps its id."""
    put_completions(tx, [made])


def put_completions(tx: Tx, made: Iterable[Completion]) -> None:
    """`put_completion` for many."""
    tx.run_many(
        f"INSERT INTO chore_completions ({COMPLETION}) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (chore_id, date) DO UPDATE SET member_id = excluded.member_id,"
        " completed_at = excluded.completed_at, points = excluded.points",
        map(astuple, made),
    )


def remove_completion(tx: Tx, chore_id: str, day: date) -> bool:
    """Forget a completion; False when there is none."""
    return tx.run("DELETE FROM chore_completions WHERE chore_id = ? AND date = ?", chore_id, day) > 0


def _chore(*row: Any) -> Chore:
    *plain, due_date, active = row
    whole = (*plain, date.fromisoformat(due_date) if due_date else None, active == 1)
    return Chore(*whole)


def _completion(key: str, chore_id: str, day: str, *rest: Any) -> Completion:
    return Completion(key, chore_id, date.fromisoformat(day), *rest)
