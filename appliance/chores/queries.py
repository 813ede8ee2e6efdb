"""SQL of chores and their completions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta

import msgspec
from msgspec.structs import asdict

from appliance.chores import rules
from appliance.chores.approval.models import WaitingTick
from appliance.chores.exceptions import queries as exception_queries
from appliance.chores.holidays import queries as holiday_queries
from appliance.chores.models import Chore, Completion, CreatedChore, DoneChore, ScheduledChore, Score, completion_key
from appliance.chores.schedules import queries as schedule_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import local_date, moment

# What a chore that counts from its last completion is asked about lies after so many days ago.
RECENT = timedelta(days=400)
KEYS = msgspec.json.Decoder(set[str])
NOTES = msgspec.json.Decoder(dict[str, str])
# As `completion_key`.
KEY = "CASE slot WHEN '' THEN chore_id ELSE chore_id || '/' || slot END"
COLUMNS = ", ".join(Chore.__struct_fields__)
COMPLETION_KEY = "chore_id, date, slot"
COMPLETION = "id, chore_id, date, slot, member_id, completed_at, points AS points_awarded, without_points, note"
# The last date of a chore that may be due for ever.
NO_END = "9999"


def chores(db: Reader) -> list[Chore]:
    """Every chore in its order, inactive ones and past one-offs too."""
    return db.all(Chore, f"SELECT {COLUMNS} FROM chores ORDER BY sort, rowid")


def chore(db: Reader, chore_id: str) -> Chore:
    """One chore. Raises NotFound."""
    return db.one(Chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def maybe_chore(db: Reader, chore_id: str) -> Chore | None:
    """One chore, or None."""
    return db.maybe(Chore, f"SELECT {COLUMNS} FROM chores WHERE id = ?", chore_id)


def matching(db: Reader, expression: str, most: int) -> list[ScheduledChore]:
    """The newest chores that match an expression of `full_text`."""
    return _found(db, "SELECT rowid AS found FROM chore_search WHERE chore_search MATCH ?2", most, expression)


def containing(db: Reader, parts: Sequence[str], most: int) -> list[ScheduledChore]:
    """The newest chores whose title, or a step of them, contains every part."""
    contains = "NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(lower(title || steps), value) = 0)"
    return _found(db, f"SELECT rowid AS found FROM chores WHERE {contains}", most, parts)


def count_repeating(db: Reader) -> int:
    """How many active chores have a rule or count from their last completion: each is expanded at every read."""
    with_rule = "SELECT count(*) FROM chores WHERE active = 1 AND rrule IS NOT NULL"
    after_last = "SELECT count(*) FROM chores WHERE active = 1 AND after_days IS NOT NULL"
    return int(db.value(f"SELECT ({with_rule}) + ({after_last})"))


def scheduled(db: Reader, first: date, last: date) -> list[ScheduledChore]:
    """The active chores that may be due from `first` to `last`, both included: those that repeat, and the one-offs."""
    may_be_due = (
        "active = 1 AND rrule IS NOT NULL AND last_due >= ?1"
        " OR active = 1 AND rrule IS NULL AND after_days IS NULL AND due_date BETWEEN ?1 AND ?2"
        " OR active = 1 AND after_days IS NOT NULL AND last_due >= ?1"
        " OR active = 1 AND id IN (SELECT chore_id FROM chore_exceptions WHERE moved_to BETWEEN ?1 AND ?2)"
        " OR active = 1 AND id IN (SELECT chore_id FROM chore_schedules WHERE through >= ?1)"
    )
    sql = f"SELECT {COLUMNS}, created_at FROM chores WHERE {may_be_due} ORDER BY sort, rowid"
    due = db.all(CreatedChore, sql, first, last)
    return _with_completions(db, due, {chore.id: chore.created_at for chore in due}, first, last)


def due_by_times(db: Reader) -> list[str]:
    """The times of day, HH:MM in the household's zone, from which active chores are late; each once."""
    return [time for (time,) in db.rows("SELECT DISTINCT due_by FROM chores WHERE due_by IS NOT NULL AND active = 1")]


def with_creation(db: Reader, chores: Sequence[Chore]) -> list[ScheduledChore]:
    """Stored chores with the dates of their creation, and what was done lately of those that count from it."""
    if not chores:
        return []
    of_ids = "SELECT id, created_at FROM chores WHERE id IN (SELECT value FROM json_each(?))"
    created = dict(db.rows(of_ids, [chore.id for chore in chores]))
    return _with_completions(db, chores, created, db.household_day - RECENT, date.max)


def completion(db: Reader, chore_id: str, day: date, slot: str = "") -> Completion | None:
    """The completion of a chore for a date and a slot, or None."""
    sql = f"SELECT {COMPLETION} FROM chore_completions WHERE chore_id = ? AND date = ? AND slot = ?"
    return db.maybe(Completion, sql, chore_id, day, slot)


def completions_of(db: Reader, chore_id: str, day: date) -> list[Completion]:
    """The completions of a chore for a date, at most one of each slot."""
    sql = f"SELECT {COMPLETION} FROM chore_completions WHERE chore_id = ? AND date = ? ORDER BY slot"
    return db.all(Completion, sql, chore_id, day)


def completions_on(db: Reader, day: date) -> dict[str, Completion]:
    """The completions of a date, by `completion_key`."""
    completions = db.all(Completion, f"SELECT {COMPLETION} FROM chore_completions WHERE date = ?", day)
    return {completion_key(completion.chore_id, completion.slot): completion for completion in completions}


def done_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The keys of the completions on each date from `first` to `last`, both included; other dates are left out."""
    return _keys(db, "date BETWEEN ? AND ?", first, last)


def without_points_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """As `done_between`, of what a parent did for somebody."""
    return _keys(db, "date BETWEEN ? AND ? AND without_points", first, last)


def notes_between(db: Reader, first: date, last: date) -> dict[date, dict[str, str]]:
    """What parents said with their yes, by date from `first` to `last` and by the key of the completion."""
    rows = db.rows(
        f"SELECT date, json_group_object({KEY}, note) FROM chore_completions"
        " WHERE date BETWEEN ? AND ? AND note IS NOT NULL GROUP BY date",
        first,
        last,
    )
    return {date.fromisoformat(day): NOTES.decode(notes) for day, notes in rows}


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


def done_by_member(db: Reader, first: date, last: date) -> list[DoneChore]:
    """How often each member did each chore, dated from `first` to `last`, both included; the most often first."""
    return db.all(
        DoneChore,
        "SELECT c.member_id, chores.id AS chore_id, title, emoji, count(*) AS times, sum(c.points) AS points"
        " FROM chore_completions AS c JOIN chores ON chores.id = chore_id WHERE c.date BETWEEN ? AND ?"
        " GROUP BY c.member_id, chores.id ORDER BY times DESC, title, chores.id",
        first,
        last,
    )


def points_between(db: Reader, first: date, last: date) -> int:
    """The points of all completions dated from `first` to `last`, both included, also of those credited to nobody."""
    return int(
        db.value("SELECT coalesce(sum(points), 0) FROM chore_completions WHERE date BETWEEN ? AND ?", first, last)
    )


def earned(db: Reader, member_id: str) -> int:
    """All points of a member's completions, of any date."""
    return db.value("SELECT points FROM chore_earnings WHERE member_id = ?", member_id) or 0


def earned_with(db: Reader, chore_id: str) -> dict[str, int]:
    """Points of a chore's completions, of any date, by member."""
    sql = (
        "SELECT member_id, sum(points) FROM chore_completions WHERE chore_id = ? AND member_id IS NOT NULL"
        " GROUP BY member_id"
    )
    return dict(db.rows(sql, chore_id))


def earned_by_member(db: Reader) -> dict[str, int]:
    """`earned` of all members who ever earned."""
    return dict(db.rows("SELECT member_id, points FROM chore_earnings"))


def put(tx: Tx, chore: Chore, created_at: datetime | None = None) -> None:
    """Store a chore. A stored one keeps its creation time; a new one is created now without `created_at`."""
    stored_at = tx.value("SELECT created_at FROM chores WHERE id = ?", chore.id)
    created = moment(stored_at) if stored_at else created_at or tx.now
    computed = {"last_due": rules.last_due(chore, created) or NO_END, "created_at": created}
    tx.put("chores", asdict(chore) | computed, kept=["created_at"])


def creation_times(db: Reader) -> dict[str, datetime]:
    """When each chore was created, by id."""
    return {chore_id: moment(created) for chore_id, created in db.rows("SELECT id, created_at FROM chores")}


def put_creation_times(tx: Tx, times: Mapping[str, datetime]) -> None:
    """Store when chores were created, by id."""
    tx.run_many("UPDATE chores SET created_at = ? WHERE id = ?", [(at, chore_id) for chore_id, at in times.items()])


def remove(tx: Tx, chore_id: str) -> None:
    """Delete a chore; foreign keys delete its completions."""
    tx.run("DELETE FROM chores WHERE id = ?", chore_id)


def put_completion(tx: Tx, completion: Completion) -> None:
    """Store a completion; a stored one of the same chore, date and slot keeps its id."""
    put_completions(tx, [completion])


def put_completions(tx: Tx, completions: Iterable[Completion]) -> None:
    """`put_completion` for many."""
    tx.put_all("chore_completions", map(as_row, completions), key=COMPLETION_KEY, kept=["id"])


def as_row(ticked: Completion | WaitingTick) -> dict[str, object]:
    """The columns of a completion, or of a tick that waits to become one."""
    values = asdict(ticked)
    return values | {"points": values.pop("points_awarded")}


def remove_completion(tx: Tx, completion: Completion) -> None:
    """Delete a completion."""
    tx.run(
        "DELETE FROM chore_completions WHERE chore_id = ? AND date = ? AND slot = ?",
        completion.chore_id,
        completion.date,
        completion.slot,
    )


def give_slots(tx: Tx, chore_id: str, after: date) -> None:
    """Make the completions of a chore for later dates those of the copies of the members they are credited to."""
    tx.run(
        "UPDATE OR IGNORE chore_completions SET slot = member_id || CASE slot WHEN '' THEN '' ELSE '/' || slot END"
        " WHERE chore_id = ? AND date > ? AND slot IN ('', 'morning', 'afternoon', 'evening')"
        " AND member_id IS NOT NULL",
        chore_id,
        after,
    )


def take_slots(tx: Tx, chore_id: str, after: date) -> None:
    """Make one completion of each later date the chore's, where only copies of members were done."""
    tx.run(
        "UPDATE OR IGNORE chore_completions AS c SET slot = '' WHERE chore_id = ? AND date > ? AND slot ="
        " (SELECT min(slot) FROM chore_completions AS other WHERE other.chore_id = c.chore_id AND other.date = c.date)",
        chore_id,
        after,
    )


def _keys(db: Reader, condition: str, first: date, last: date) -> dict[date, set[str]]:
    rows = db.rows(
        f"SELECT date, json_group_array({KEY}) FROM chore_completions WHERE {condition} GROUP BY date",
        first,
        last,
    )
    return {date.fromisoformat(day): KEYS.decode(keys) for day, keys in rows}


def _found(db: Reader, numbers: str, most: int, wanted: str | Sequence[str]) -> list[ScheduledChore]:
    found = f"({numbers} ORDER BY rowid DESC LIMIT ?1)"
    chores = db.all(Chore, f"SELECT {COLUMNS} FROM {found} CROSS JOIN chores ON chores.rowid = found", most, wanted)
    return with_creation(db, chores)


def days_done(
    db: Reader, copies: Sequence[tuple[str, str]], first: date, last: date
) -> dict[str, dict[str, list[date]]]:
    """The dates that copies (chore and slot) were completed for in a range of days, in order, by chore and slot.

    Before them stands the newest date before the range.
    """
    before = (
        "SELECT value ->> 0 AS chore_id, value ->> 1 AS slot, (SELECT date FROM chore_completions AS c WHERE"
        " c.chore_id = value ->> 0 AND c.slot = value ->> 1 AND c.date < ?2 ORDER BY date DESC LIMIT 1) AS day"
        " FROM json_each(?1)"
    )
    within = (
        "SELECT chore_id, slot, date FROM json_each(?1) CROSS JOIN chore_completions AS c"
        " ON c.chore_id = value ->> 0 AND c.slot = value ->> 1 AND c.date BETWEEN ?2 AND ?3"
    )
    done: dict[str, dict[str, list[date]]] = defaultdict(lambda: defaultdict(list))
    for chore_id, slot, day in db.rows(f"{before} UNION ALL {within} ORDER BY 3", copies, first, last):
        if day is not None:
            done[chore_id][slot].append(date.fromisoformat(day))
    return done


def _with_completions(
    db: Reader, chores: Sequence[Chore], created: Mapping[str, str], first: date, last: date
) -> list[ScheduledChore]:
    """The chores with what else says when they are due in a range of days.

    That are their earlier schedules, single dates, and what was done before and in the range of those that count from
    their last completion.
    """
    ids = [chore.id for chore in chores]
    exceptions = exception_queries.exceptions_of(db, ids)
    earlier = schedule_queries.earlier(db, ids, first - RECENT if exceptions else first)
    copies = {
        (chore.id, slot)
        for chore in chores
        for schedule in (chore, *earlier.get(chore.id, ()))
        if schedule.after_days is not None
        for slot in (schedule.member_ids if schedule.share == "each" else [""])
    }
    done = days_done(db, sorted(copies), first, last) if copies else {}
    counting = {chore_id for chore_id, _ in copies}
    moves = any(one.moves_for_holidays for chore in chores for one in (chore, *earlier.get(chore.id, ())))
    holidays = holiday_queries.dates(db, *_around(first, last)) if moves else set()
    return [
        ScheduledChore(
            chore=chore,
            created_on=local_date(moment(created[chore.id]), db.zone),
            today=db.household_day if chore.id in counting else date.max,
            done=done.get(chore.id, {}),
            earlier=earlier.get(chore.id, ()),
            exceptions=exceptions.get(chore.id, ()),
            holidays=holidays,
        )
        for chore in chores
    ]


def _around(first: date, last: date) -> tuple[date, date]:
    return max(first, date.min + RECENT) - RECENT, min(last, date.max - RECENT) + RECENT
