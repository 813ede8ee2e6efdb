"""SQL of redemptions."""

from collections.abc import Iterable
from datetime import date

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.rewards.redemptions.models import Redemption, State, StoredRedemption

COLUMNS = ", ".join(Redemption.__struct_fields__)
STORED = ", ".join(StoredRedemption.__struct_fields__)


def newest(db: Reader, state: State | None, member_id: str | None, most: int) -> list[Redemption]:
    """The newest redemptions, newest first; of one state or member where these are given."""
    wanted = {"state": state, "member_id": member_id}
    conditions = [f"{column} = ?" for column, value in wanted.items() if value is not None]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    arguments = [value for value in wanted.values() if value is not None]
    sql = f"SELECT {COLUMNS} FROM redemptions {where} ORDER BY at DESC, rowid DESC LIMIT ?"
    return db.all(Redemption, sql, *arguments, most)


def approved_between(db: Reader, first: date, last: date, most: int) -> list[Redemption]:
    """The redemptions dated from `first` to `last`, both included, that stand, oldest first."""
    sql = (
        f"SELECT {COLUMNS} FROM redemptions WHERE date BETWEEN ? AND ? AND state = 'approved'"
        " ORDER BY at, rowid LIMIT ?"
    )
    return db.all(Redemption, sql, first, last, most)


def every(db: Reader) -> list[StoredRedemption]:
    """Every redemption, oldest first."""
    return db.all(StoredRedemption, f"SELECT {STORED} FROM redemptions ORDER BY at, rowid")


def redemption(db: Reader, redemption_id: str) -> StoredRedemption:
    """One redemption. Raises NotFound."""
    return db.one(StoredRedemption, f"SELECT {STORED} FROM redemptions WHERE id = ?", redemption_id)


def maybe_redemption(db: Reader, redemption_id: str) -> StoredRedemption | None:
    """One redemption, or None."""
    return db.maybe(StoredRedemption, f"SELECT {STORED} FROM redemptions WHERE id = ?", redemption_id)


def count_standing(db: Reader, member_id: str, reward_id: str, first: date, last: date) -> int:
    """How often a member redeemed a reward from `first` to `last`; what was declined or returned does not count."""
    return int(
        db.value(
            "SELECT count(*) FROM redemptions WHERE member_id = ? AND reward_id = ? AND date BETWEEN ? AND ?"
            " AND state IN ('waiting', 'approved')",
            member_id,
            reward_id,
            first,
            last,
        )
    )


def count_waiting(db: Reader) -> int:
    """How many redemptions wait for a decision."""
    return int(db.value("SELECT count(*) FROM redemptions WHERE state = 'waiting'"))


def put(tx: Tx, redemption: StoredRedemption) -> None:
    """Store a redemption."""
    tx.put("redemptions", asdict(redemption))


def put_later(tx: Tx, redemptions: Iterable[StoredRedemption]) -> None:
    """Store redemptions of a file. A stored one changes only to a later state, so that nothing is given back twice."""
    tx.run_many(
        f"INSERT INTO redemptions ({STORED}) VALUES (:{STORED.replace(', ', ', :')})"
        " ON CONFLICT (id) DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at"
        " WHERE state = 'waiting' OR state = 'approved' AND excluded.state = 'returned'",
        map(asdict, redemptions),
    )


def prune(tx: Tx, kept: int) -> None:
    """Delete the oldest decided redemptions beyond a number of all."""
    tx.run(
        "DELETE FROM redemptions WHERE state <> 'waiting' AND rowid IN"
        " (SELECT rowid FROM redemptions ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        kept,
    )
