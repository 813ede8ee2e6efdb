"""SQL of rewards."""

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.rewards.catalogue.models import Reward

SELECT = (
    "SELECT id, name, emoji, photo_id, price, (SELECT json_group_array(member_id ORDER BY position)"
    " FROM reward_members WHERE reward_id = rewards.id) AS member_ids,"
    " stock, weekly_limit, needs_approval, active, sort,"
    " (SELECT json_group_array(json_object('memberId', member_id, 'points', points) ORDER BY position)"
    " FROM reward_shares WHERE reward_id = rewards.id) AS shares FROM rewards"
)


def rewards(db: Reader) -> list[Reward]:
    """Every reward in its order, inactive ones too."""
    return db.all(Reward, f"{SELECT} ORDER BY sort, created_at, rowid")


def reward(db: Reader, reward_id: str) -> Reward:
    """One reward. Raises NotFound."""
    return db.one(Reward, f"{SELECT} WHERE id = ?", reward_id)


def maybe_reward(db: Reader, reward_id: str) -> Reward | None:
    """One reward, or None."""
    return db.maybe(Reward, f"{SELECT} WHERE id = ?", reward_id)


def count(db: Reader) -> int:
    """The number of rewards."""
    return int(db.value("SELECT count(*) FROM rewards"))


def next_sort(db: Reader) -> float:
    """The sort value after the last reward."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM rewards"))


def put(tx: Tx, reward: Reward) -> None:
    """Store a reward and whom it is for, without its shares; a stored one keeps its creation time."""
    values = asdict(reward) | {"created_at": tx.now}
    del values["member_ids"], values["shares"]
    tx.put("rewards", values, kept=["created_at"])
    tx.run("DELETE FROM reward_members WHERE reward_id = ?", reward.id)
    tx.run_many(
        "INSERT INTO reward_members (reward_id, member_id, position) VALUES (?, ?, ?)",
        [(reward.id, member_id, position) for position, member_id in enumerate(reward.member_ids)],
    )


def change_stock(tx: Tx, reward_id: str, by: int) -> None:
    """Add to the stock of a reward; one without a limit, or that is gone, stays as it is."""
    tx.run("UPDATE rewards SET stock = stock + ? WHERE id = ? AND stock IS NOT NULL", by, reward_id)


def remove(tx: Tx, reward_id: str) -> None:
    """Delete a reward; foreign keys delete the goals for it and clear it from redemptions."""
    tx.run("DELETE FROM rewards WHERE id = ?", reward_id)
