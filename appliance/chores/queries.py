"""SQL of chores and their completions."""

from collections.abc import Iterable
from datetime import date, datetime

import msgspec
from msgspec.structs import asdict

from appliance.chores import rules
from appliance.chores.models import Chore, Completion, ScheduledChore, Score
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import local_date, moment

CHORE_IDS = msgspec.json.Decoder(set[str])
COLUMNS = "id, title, emoji, member_id, points, rrule, due_time, sort, list_id, due_date, active"
COMPLETION = "id, chore_id, date, member_id, completed_at, points AS points_awarded"


def chores(db: Reader) -> list[Chore]:
    """Every chore in its order, inactive ones and past one-offs too."""
    return db.all(Chore, f"SELECT {COLUMNS} FROM chores ORDER BY sort, rowid")


def chore(db: Reader, chore_id: str) -> Chore:
    """One chore. Raises NotFound."""
    return db.one(Chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def maybe_chore(db: Reader, chore_id: str) -> Chore | None:
    """One chore, or None."""
    return db.maybe(Chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def count_repeating(db: Reader) -> int:
    """How many chores have a rule and are active: each is expanded at every read."""
    return int(db.value("SELECT count(*) FROM chores WHERE active = 1 AND rrule IS NOT NULL"))


def scheduled(db: Reader, first: date, last: date) -> list[ScheduledChore]:
    """The active chores that may be due from `first` to `last`, both included: those with a rule, and the one-offs."""
    may_be_due = (
        "active = 1 AND rrule IS NOT NULL AND coalesce(last_due, '9999') >= ?1"
        " OR active = 1 AND rrule IS NULL AND due_date BETWEEN ?1 AND ?2"
    )
    found = db.all(Chore, f"SELECT {COLUMNS} FROM chores WHERE {may_be_due} ORDER BY sort, rowid", first, last)
    created = dict(db.rows(f"SELECT id, created_at FROM chores WHERE {may_be_due}", first, last))
    return [ScheduledChore(chore=chore, created_on=local_date(moment(created[chore.id]), db.zone)) for chore in found]


def completion(db: Reader, chore_id: str, day: date) -> Completion | None:
    """The completion of a chore for a date, or None."""
    sql = f"SELECT {COMPLETION} FROM chore_completions WHERE chore_id = ? AND date = ?"
    return db.maybe(Completion, sql, chore_id, day)


def completions_on(db: Reader, day: date) -> dict[str, Completion]:
    """The completions of a date, by chore."""
    found = db.all(Completion, f"SELECT {COMPLETION} FROM chore_completions WHERE date = ?", day)
    return {completion.chore_id: completion for completion in found}


def done_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The chores completed on each date from `first` to `last`, both included, by anyone; other dates are left out."""
    found = db.rows(
        "SELECT date, json_group_array(chore_id) FROM chore_completions WHERE date BETWEEN ? AND ? GROUP BY date",
        first,
        last,
    )
    return {date.fromisoformat(day): CHORE_IDS.decode(chore_ids) for day, chore_ids in found}


def scores(db: Reader, first: date, last: date) -> dict[str, Score]:
    """Points and completions by member, dated from `first` to `last`, both included, of active chores."""
    sql = (
        "SELECT c.member_id, sum(c.points), count(*) FROM chore_completions AS c JOIN chores ON chores.id = chore_id"
        " WHERE c.date BETWEEN ? AND ? AND c.member_id IS NOT NULL AND chores.active = 1 GROUP BY c.member_id"
    )
    return {
        member_id: Score(points=points, completed=completed)
        for member_id, points, completed in db.rows(sql, first, last)
    }


def earned_lately(db: Reader, first: date, today: date) -> dict[str, tuple[int, int]]:
    """Points by member, of every chore: those dated today, and those dated from `first` through today."""
    sql = (
        "SELECT member_id, sum(CASE WHEN date = ? THEN points ELSE 0 END), sum(points) FROM chore_completions"
        " WHERE date BETWEEN ? AND ? AND member_id IS NOT NULL GROUP BY member_id"
    )
    return {member_id: (of_today, total) for member_id, of_today, total in db.rows(sql, today, first, today)}


def earned(db: Reader, member_id: str) -> int:
    """All points of a member's completions, of any date."""
    return db.value("SELECT points FROM chore_earnings WHERE member_id = ?", member_id) or 0


def earned_by_member(db: Reader) -> dict[str, int]:
    """`earned` of all members who ever earned."""
    return dict(db.rows("SELECT member_id, points FROM chore_earnings"))


def put(tx: Tx, chore: Chore, created_at: datetime | None = None) -> None:
    """Store a chore. A stored one keeps its creation time; a new one is created now without `created_at`."""
    stored_at = tx.value("SELECT created_at FROM chores WHERE id = ?", chore.id)
    created = moment(stored_at) if stored_at else created_at or tx.now
    tx.run(
        f"INSERT INTO chores ({COLUMNS}, last_due, created_at)"
        " VALUES (:id, :title, :emoji, :member_id, :points, :rrule, :due_time, :sort, :list_id, :due_date,"
        " :active, :last_due, :created_at)"
        " ON CONFLICT (id) DO UPDATE SET title = excluded.title, emoji = excluded.emoji,"
        " member_id = excluded.member_id, points = excluded.points, rrule = excluded.rrule,"
        " due_time = excluded.due_time, sort = excluded.sort, list_id = excluded.list_id,"
        " due_date = excluded.due_date, active = excluded.active, last_due = excluded.last_due",
        **asdict(chore),
        last_due=rules.last_due(chore.rrule, chore.due_date, created),
        created_at=created,
    )


def chores_without_last_due(db: Reader) -> list[Chore]:
    """Active chores that end by their rule but whose last date is not stored."""
    return db.all(
        Chore,
        f"SELECT {COLUMNS} FROM chores WHERE active = 1 AND rrule IS NOT NULL AND coalesce(last_due, '9999') = '9999'"
        " AND (rrule LIKE '%COUNT=%' OR rrule LIKE '%UNTIL=%')",
    )


def remove(tx: Tx, chore_id: str) -> None:
    """Delete a chore; foreign keys delete its completions."""
    tx.run("DELETE FROM chores WHERE id = ?", chore_id)


def put_completion(tx: Tx, completion: Completion) -> None:
    """Store a completion; a stored one of the same chore and date keeps its id."""
    put_completions(tx, [completion])


def put_completions(tx: Tx, completions: Iterable[Completion]) -> None:
    """`put_completion` for many."""
    tx.run_many(
        "INSERT INTO chore_completions (id, chore_id, date, member_id, completed_at, points)"
        " VALUES (:id, :chore_id, :date, :member_id, :completed_at, :points_awarded)"
        " ON CONFLICT (chore_id, date) DO UPDATE SET member_id = excluded.member_id,"
        " completed_at = excluded.completed_at, points = excluded.points",
        map(asdict, completions),
    )


def remove_completion(tx: Tx, chore_id: str, day: date) -> bool:
    """Delete a completion. False when there is none."""
    return tx.run("DELETE FROM chore_completions WHERE chore_id = ? AND date = ?", chore_id, day) > 0
