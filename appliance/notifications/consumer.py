"""Turns wrong PINs into a message to the parents."""

from appliance.access.lock.rules import GUESSED
from appliance.household import queries as household_queries
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.notifications.feed import actions as feed
from appliance.notifications.push import actions as push
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice


class Warnings:
    """The consumer of warnings: parents learn that somebody tries many PINs."""

    name = "warnings"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether a warning is due."""
        return any(change.topic == GUESSED for change in changes)

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Add a message to the feed, and push it to the parents' devices."""
        texts = household_queries.texts(tx)
        for change in changes:
            if change.topic != GUESSED:
                continue
            body = texts.say("pin.body", count=change.data["wrong"], screen=change.data["screen"])
            notice = Notice(title=texts.say("pin.title"), body=body)
            feed.put(tx, "message", notice, [])
            for device in push_queries.of_admins(tx):
                push.push(tx, device.id, notice, f"pin {change.at}")
