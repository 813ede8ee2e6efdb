"""Turns waiting ticks and rewards, and rejected ticks, into push messages."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.notifications.approvals import actions


class Approvals:
    """The consumer of approvals: parents are asked, and children learn what was sent back."""

    name = "approvals"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether a question is due, or a tick was sent back."""
        return any(change.topic == "chore.rejected" for change in changes) or (
            any(map(_waits, changes)) and actions.any_due(db)
        )

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Send what the changes ask for."""
        if any(map(_waits, changes)):
            actions.ask(tx)
        for change in changes:
            if change.topic == "chore.rejected":
                actions.send_back(tx, change.data)


def _waits(change: Change) -> bool:
    return change.topic == "chore.pending" or (
        change.topic == "reward.redeemed" and change.data.get("state") == "waiting"
    )
