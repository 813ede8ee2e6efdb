"""SQL of awards, which are entries of the points ledger."""

from appliance.kernel.database.transactions import Reader, Tx
from appliance.points.awards.models import Award

AWARDS_SHOWN = 100
COLUMNS = "id, member_id, amount AS points, note, ref AS date, at"


def newest(db: Reader) -> list[Award]:
    """The last 100 awards of the household, newest first."""
    sql = f"SELECT {COLUMNS} FROM point_entries WHERE reason = 'bonus' ORDER BY at DESC, rowid DESC LIMIT ?"
    return db.all(Award, sql, AWARDS_SHOWN)


def newest_of(db: Reader, member_id: str) -> list[Award]:
    """A member's last 100 awards, newest first."""
    sql = (
        f"SELECT {COLUMNS} FROM point_entries WHERE member_id = ? AND reason = 'bonus'"
        " ORDER BY at DESC, rowid DESC LIMIT ?"
    )
    return db.all(Award, sql, member_id, AWARDS_SHOWN)


def award(db: Reader, award_id: str) -> Award:
    """One award. Raises NotFound, also for an entry of another reason."""
    return db.one(Award, f"SELECT {COLUMNS} FROM point_entries WHERE id = ? AND reason = 'bonus'", award_id)


def remove(tx: Tx, award_id: str) -> None:
    """Delete an award."""
    tx.run("DELETE FROM point_entries WHERE id = ? AND reason = 'bonus'", award_id)
