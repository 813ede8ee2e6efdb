"""The scheduled deletion of grants that no token can use any more."""

from datetime import datetime

from appliance.access.oauth_server import actions, queries
from appliance.kernel.database.database import Database


async def remove_unusable_grants(database: Database, due: datetime) -> None:
    """Delete those grants and everything that their apps made. Writes nothing when there is none."""
    if queries.any_unusable_grant(database.read):
        await database.write(actions.remove_unusable_grants)
