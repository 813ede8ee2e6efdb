"""Every SQL statement about the ledger."""

from appliance.kernel.database.transactions import Reader, Tx
from appliance.points.models import Entry, Turnover

ENTRIES_SHOWN = 50
COLUMNS = "id, member_id, amount, reason, ref, at"


def newest_entries(db: Reader, member_id: str) -> list[Entry]:
    """A member's last 50 entries, newest first. (spec: Limits)"""
    sql = f"SELECT {COLUMNS} FROM point_entries WHERE member_id = ? ORDER BY at DESC, rowid DESC LIMIT ?"
    return db.all(Entry, sql, member_id, ENTRIES_SHOWN)


def turnover(db: Reader, member_id: str) -> Turnover:
    """The sums of a member's ledger."""
    return db.one(
        Turnover,
        "SELECT coalesce(sum(max(amount, 0)), 0) AS given, coalesce(sum(max(-amount, 0)), 0) AS spent"
        " FROM point_entries WHERE member_id = ?",
        member_id,
    )


def turnover_by_member(db: Reader) -> dict[str, Turnover]:
    """`turnover` of everybody who has entries."""
    sql = "SELECT member_id, sum(max(amount, 0)), sum(max(-amount, 0)) FROM point_entries GROUP BY member_id"
    return {member_id: Turnover(given, spent) for member_id, given, spent in db.rows(sql)}


def put(tx: Tx, entry: Entry) -> None:
    """Store an entry; one that exists keeps its member."""
    tx.run(
        f"INSERT INTO point_entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
        " amount = excluded.amount, reason = excluded.reason, ref = excluded.ref, at = excluded.at",
        entry.id, entry.member_id, entry.amount, entry.reason, entry.ref, entry.at,
    )  # fmt: skip
