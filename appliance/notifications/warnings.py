"""Messages to parents about what needs them: in the feed, and on their devices."""

from appliance.kernel.database.transactions import Tx
from appliance.notifications.feed import actions as feed
from appliance.notifications.push import actions as push
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice


def warn_parents(tx: Tx, notice: Notice, topic: str) -> None:
    """Add a message to the feed, and push it to the devices of admins. Of one `topic` a device keeps the newest."""
    feed.put(tx, "message", notice, [])
    for device in push_queries.of_admins(tx):
        push.push(tx, device.id, notice, topic)
