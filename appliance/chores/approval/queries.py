"""SQL of waiting ticks and rejections."""

from datetime import date

import msgspec
from msgspec.structs import asdict

from appliance.chores.approval.models import PendingChore, Rejection, WaitingTick
from appliance.chores.models import completion_key
from appliance.chores.queries import COMPLETION_KEY, KEY, as_row
from appliance.kernel.database.transactions import Reader, Tx

KEYS = msgspec.json.Decoder(set[str])
TICK = "id, chore_id, date, slot, member_id, completed_at, points AS points_awarded"
MAX_REJECTIONS = 2_000


def pending(db: Reader) -> list[PendingChore]:
    """Every waiting tick with its chore, oldest first."""
    return db.all(
        PendingChore,
        "SELECT w.id, chore_id, title, emoji, date, w.member_id, completed_at, w.points,"
        " (SELECT value FROM json_each(day_parts) WHERE slot = value OR slot LIKE '%/' || value) AS day_part"
        " FROM waiting_ticks AS w"
        " JOIN chores ON chores.id = chore_id ORDER BY completed_at, w.id",
    )


def all_waiting(db: Reader) -> list[WaitingTick]:
    """Every waiting tick, oldest first."""
    return db.all(WaitingTick, f"SELECT {TICK} FROM waiting_ticks ORDER BY completed_at, id")


def waiting(db: Reader, chore_id: str, day: date, slot: str) -> WaitingTick | None:
    """The waiting tick of a chore for a date and a slot, or None."""
    sql = f"SELECT {TICK} FROM waiting_ticks WHERE chore_id = ? AND date = ? AND slot = ?"
    return db.maybe(WaitingTick, sql, chore_id, day, slot)


def waiting_of(db: Reader, chore_id: str, day: date) -> list[WaitingTick]:
    """The waiting ticks of a chore for a date, at most one of each slot."""
    sql = f"SELECT {TICK} FROM waiting_ticks WHERE chore_id = ? AND date = ? ORDER BY slot"
    return db.all(WaitingTick, sql, chore_id, day)


def waiting_on(db: Reader, day: date) -> dict[str, WaitingTick]:
    """The waiting ticks of a date, by `completion_key`."""
    ticks = db.all(WaitingTick, f"SELECT {TICK} FROM waiting_ticks WHERE date = ?", day)
    return {completion_key(tick.chore_id, tick.slot): tick for tick in ticks}


def waiting_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The keys of the waiting ticks on each date from `first` to `last`, both included; other dates are left out."""
    rows = db.rows(
        f"SELECT date, json_group_array({KEY}) FROM waiting_ticks WHERE date BETWEEN ? AND ? GROUP BY date", first, last
    )
    return {date.fromisoformat(day): KEYS.decode(keys) for day, keys in rows}


def rejections_between(db: Reader, first: date, last: date) -> dict[date, dict[str, Rejection]]:
    """The rejections of each date from `first` to `last`, both included, by the key of the completion."""
    rejections: dict[date, dict[str, Rejection]] = {}
    rows = db.rows(f"SELECT date, {KEY}, by, note, at FROM rejections WHERE date BETWEEN ? AND ?", first, last)
    for day, key, by, note, at in rows:
        rejections.setdefault(date.fromisoformat(day), {})[key] = Rejection(by=by, note=note, at=at)
    return rejections


def put_waiting(tx: Tx, tick: WaitingTick) -> None:
    """Store a waiting tick; a stored one of the same chore, date and slot keeps its id."""
    tx.put("waiting_ticks", as_row(tick), key=COMPLETION_KEY, kept=["id"])


def is_rejected_since(db: Reader, tick: WaitingTick) -> bool:
    """Whether a tick of the same chore, date and slot was sent back at the moment of this one, or later."""
    sql = "SELECT 1 FROM rejections WHERE chore_id = ? AND date = ? AND slot = ? AND at >= ?"
    return db.value(sql, tick.chore_id, tick.date, tick.slot, tick.completed_at) is not None


def remove_answered(tx: Tx) -> None:
    """Delete the waiting ticks of what is completed, and the rejections of what is ticked.

    After an import both may be there.
    """
    same = "t.chore_id = a.chore_id AND t.date = a.date AND t.slot = a.slot"
    tx.run(f"DELETE FROM waiting_ticks AS a WHERE EXISTS (SELECT 1 FROM chore_completions AS t WHERE {same})")
    for ticks in ("chore_completions", "waiting_ticks"):
        tx.run(f"DELETE FROM rejections AS a WHERE EXISTS (SELECT 1 FROM {ticks} AS t WHERE {same})")


def remove_waiting(tx: Tx, chore_id: str, day: date, slot: str) -> bool:
    """Delete a waiting tick. False when there is none."""
    sql = "DELETE FROM waiting_ticks WHERE chore_id = ? AND date = ? AND slot = ?"
    return tx.run(sql, chore_id, day, slot) > 0


def put_rejection(tx: Tx, chore_id: str, day: date, slot: str, rejection: Rejection) -> None:
    """Store why a tick was sent back, in place of an earlier one; the oldest beyond a bound go."""
    of_tick = {"chore_id": chore_id, "date": day, "slot": slot}
    tx.put("rejections", of_tick | asdict(rejection), key=COMPLETION_KEY)
    tx.run(
        "DELETE FROM rejections WHERE date < (SELECT date FROM rejections ORDER BY date DESC LIMIT 1 OFFSET ?)",
        MAX_REJECTIONS,
    )


def give_slots(tx: Tx, chore_id: str, after: date) -> None:
    """Make the waiting ticks of a chore for later dates those of the copies of the members they are for."""
    tx.run(
        "UPDATE OR IGNORE waiting_ticks SET slot = member_id || CASE slot WHEN '' THEN '' ELSE '/' || slot END"
        " WHERE chore_id = ? AND date > ? AND slot IN ('', 'morning', 'afternoon', 'evening')"
        " AND member_id IS NOT NULL",
        chore_id,
        after,
    )


def take_slots(tx: Tx, chore_id: str, after: date) -> None:
    """Make one waiting tick of each later date the chore's; the others, and the rejections of copies, go."""
    tx.run(
        "UPDATE OR IGNORE waiting_ticks AS w SET slot = '' WHERE chore_id = ? AND date > ? AND slot ="
        " (SELECT min(slot) FROM waiting_ticks AS other WHERE other.chore_id = w.chore_id AND other.date = w.date)",
        chore_id,
        after,
    )
    tx.run("DELETE FROM waiting_ticks WHERE chore_id = ? AND date > ? AND slot <> ''", chore_id, after)
    tx.run("DELETE FROM rejections WHERE chore_id = ? AND date > ? AND slot <> ''", chore_id, after)
