"""SQL of the points ledger."""

from collections.abc import Sequence

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.points.models import LedgerEntry, LedgerSums, Reason

ENTRIES_SHOWN = 50
COLUMNS = ", ".join(LedgerEntry.__struct_fields__)


def newest_entries(db: Reader, member_id: str) -> list[LedgerEntry]:
    """A member's last 50 entries, newest first. (contract: Limits)"""
    sql = f"SELECT {COLUMNS} FROM point_entries WHERE member_id = ? ORDER BY at DESC, rowid DESC LIMIT ?"
    return db.all(LedgerEntry, sql, member_id, ENTRIES_SHOWN)


def ledger_sums(db: Reader, member_id: str) -> LedgerSums:
    """The sums of a member's ledger entries. Triggers keep them."""
    sums = db.maybe(LedgerSums, "SELECT received, spent FROM ledger_sums WHERE member_id = ?", member_id)
    return sums or LedgerSums()


def ledger_sums_by_member(db: Reader) -> dict[str, LedgerSums]:
    """`ledger_sums` of all members with entries."""
    rows = db.rows("SELECT member_id, received, spent FROM ledger_sums")
    return {member_id: LedgerSums(received=received, spent=spent) for member_id, received, spent in rows}


def older_entries(db: Reader, member_id: str, reason: Reason, newest: int) -> list[LedgerEntry]:
    """A member's entries of a reason without the newest ones, newest first."""
    sql = (
        f"SELECT {COLUMNS} FROM point_entries WHERE member_id = ? AND reason = ?"
        " ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?"
    )
    return db.all(LedgerEntry, sql, member_id, reason, newest)


def remove(tx: Tx, entry_ids: Sequence[str]) -> None:
    """Delete entries."""
    tx.run("DELETE FROM point_entries WHERE id IN (SELECT value FROM json_each(?))", entry_ids)


def remove_entries_of_chores(tx: Tx, chore_ids: Sequence[str]) -> None:
    """Delete the entries of deleted chores with any of these ids."""
    of_chores = "reason = 'chore_deleted' AND ref IN (SELECT value FROM json_each(?))"
    tx.run(f"DELETE FROM point_entries WHERE {of_chores}", chore_ids)


def put(tx: Tx, entry: LedgerEntry) -> None:
    """Store an entry; a stored one keeps its member."""
    tx.put("point_entries", asdict(entry), kept=["member_id"])
