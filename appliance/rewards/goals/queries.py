"""SQL of goals."""

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.rewards.goals.models import SavedFor, StoredFamilyGoal

SAVED_FOR = (
    "SELECT member_id, reward_id, rewards.name, emoji, photo_id, price FROM reward_goals"
    " JOIN rewards ON rewards.id = reward_id WHERE active = 1"
)


def goals(db: Reader) -> dict[str, SavedFor]:
    """What each member saves for, where the reward is active."""
    return {goal.member_id: goal for goal in db.all(SavedFor, SAVED_FOR)}


def goal(db: Reader, member_id: str) -> SavedFor | None:
    """What a member saves for, or None; a reward that is switched off counts as none."""
    return db.maybe(SavedFor, f"{SAVED_FOR} AND member_id = ?", member_id)


def stored_goals(db: Reader) -> list[tuple[str, str]]:
    """Every member with a goal and its reward, also where the reward is switched off."""
    return [
        (member_id, reward_id)
        for member_id, reward_id in db.rows("SELECT member_id, reward_id FROM reward_goals ORDER BY member_id")
    ]


def put_goal(tx: Tx, member_id: str, reward_id: str) -> None:
    """Store what a member saves for."""
    tx.run("INSERT OR REPLACE INTO reward_goals (member_id, reward_id) VALUES (?, ?)", member_id, reward_id)


def remove_goal(tx: Tx, member_id: str) -> bool:
    """Delete a member's goal. False when there is none."""
    return tx.run("DELETE FROM reward_goals WHERE member_id = ?", member_id) > 0


def remove_goal_for(tx: Tx, member_id: str, reward_id: str) -> bool:
    """Delete a member's goal if it is this reward."""
    return tx.run("DELETE FROM reward_goals WHERE member_id = ? AND reward_id = ?", member_id, reward_id) > 0


def family_goal(db: Reader) -> StoredFamilyGoal | None:
    """The family's goal, or None."""
    return db.maybe(StoredFamilyGoal, "SELECT title, emoji, target, start_date FROM family_goal")


def put_family_goal(tx: Tx, goal: StoredFamilyGoal) -> None:
    """Store the family's goal in place of the one before."""
    tx.put("family_goal", {"id": 1} | asdict(goal))


def remove_family_goal(tx: Tx) -> bool:
    """Delete the family's goal. False when there is none."""
    return tx.run("DELETE FROM family_goal") > 0
