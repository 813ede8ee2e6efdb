"""SQL of pools."""

from collections.abc import Iterable

from appliance.kernel.database.transactions import Tx
from appliance.rewards.catalogue.models import Share


def put_shares(tx: Tx, reward_id: str, shares: Iterable[Share]) -> None:
    """Replace what members have given to a reward; they are kept in this order."""
    tx.run("DELETE FROM reward_shares WHERE reward_id = ?", reward_id)
    tx.run_many(
        "INSERT INTO reward_shares (reward_id, member_id, points, position) VALUES (?, ?, ?, ?)",
        [(reward_id, share.member_id, share.points, place) for place, share in enumerate(shares)],
    )
