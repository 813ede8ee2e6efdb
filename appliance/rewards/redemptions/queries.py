"""SQL of redemptions."""

from collections.abc import Iterable
from datetime import date

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.rewards.redemptions.models import Redemption, State, StoredRedemption

# The shares of a redemption are rows of a table of their own.
STORED_COLUMNS = [name for name in StoredRedemption.__struct_fields__ if name != "shares"]
SHARES = (
    "(SELECT json_group_array(json_object('memberId', member_id, 'points', points) ORDER BY points DESC, member_id)"
    " FROM redemption_shares WHERE redemption_id = redemptions.id) AS shares"
)
COLUMNS = ", ".join([*(name for name in STORED_COLUMNS if name in Redemption.__struct_fields__), SHARES])
STORED = ", ".join([*STORED_COLUMNS, SHARES])


def newest(db: Reader, state: State | None, member_id: str | None, most: int) -> list[Redemption]:
    """The newest redemptions, newest first; of one state or member where these are given, also with a share only."""
    of_member = "(member_id = ? OR id IN (SELECT redemption_id FROM redemption_shares WHERE member_id = ?))"
    wanted: dict[str, list[str | None]] = {"state = ?": [state], of_member: [member_id, member_id]}
    conditions = [condition for condition, values in wanted.items() if values[0] is not None]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    arguments = [value for condition in conditions for value in wanted[condition]]
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
    """How often a member redeemed a reward from `first` to `last`, alone or with others.

    What was declined or returned does not count.
    """
    standing = "reward_id = ?2 AND date BETWEEN ?3 AND ?4 AND state IN ('waiting', 'approved')"
    return int(
        db.value(
            f"SELECT (SELECT count(*) FROM redemptions WHERE member_id = ?1 AND {standing})"
            " + (SELECT count(*) FROM redemption_shares AS s CROSS JOIN redemptions ON id = redemption_id"
            f" WHERE s.member_id = ?1 AND {standing})",
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
    """Store a redemption; the shares of a stored one stay."""
    tx.put("redemptions", _columns(redemption))
    put_shares(tx, [redemption])


def put_later(tx: Tx, redemptions: Iterable[StoredRedemption]) -> None:
    """Store redemptions of a file. A stored one changes only to a later state, so that nothing is given back twice."""
    stored = list(redemptions)
    names = ", ".join(STORED_COLUMNS)
    tx.run_many(
        f"INSERT INTO redemptions ({names}) VALUES (:{names.replace(', ', ', :')})"
        " ON CONFLICT (id) DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at, note = excluded.note"
        " WHERE state = 'waiting' OR state = 'approved' AND excluded.state = 'returned'",
        map(_columns, stored),
    )
    put_shares(tx, stored)


def put_shares(tx: Tx, redemptions: Iterable[StoredRedemption]) -> None:
    """Store who paid how much of redemptions; what is stored stays."""
    tx.run_many(
        "INSERT OR IGNORE INTO redemption_shares (redemption_id, member_id, points) VALUES (?, ?, ?)",
        [(one.id, share.member_id, share.points) for one in redemptions for share in one.shares],
    )


def prune(tx: Tx, kept: int) -> None:
    """Delete the oldest decided redemptions beyond a number of all."""
    tx.run(
        "DELETE FROM redemptions WHERE state <> 'waiting' AND rowid IN"
        " (SELECT rowid FROM redemptions ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        kept,
    )


def _columns(redemption: StoredRedemption) -> dict[str, object]:
    return {name: value for name, value in asdict(redemption).items() if name != "shares"}
