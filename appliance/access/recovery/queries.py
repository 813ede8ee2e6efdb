"""Every SQL statement about recovery codes."""

from appliance.access.recovery.models import RecoveryCodesLeft
from appliance.kernel.database.transactions import Reader, Tx


def left(db: Reader) -> RecoveryCodesLeft:
    """How many codes there are and how many are unused."""
    return db.one(
        RecoveryCodesLeft,
        "SELECT count(*) AS total, count(*) - count(used_at) AS remaining, min(created_at) AS created_at"
        " FROM recovery_codes",
    )


def replace(tx: Tx, digests: list[str]) -> None:
    """Delete every code and store these."""
    tx.run("DELETE FROM recovery_codes")
    tx.run_many("INSERT INTO recovery_codes (digest, created_at) VALUES (?, ?)", [(each, tx.now) for each in digests])


def use(tx: Tx, digest: str) -> bool:
    """Mark a code as used; False when it is unknown or was used before."""
    return tx.run("UPDATE recovery_codes SET used_at = ? WHERE digest = ? AND used_at IS NULL", tx.now, digest) > 0
