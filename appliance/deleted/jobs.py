"""Removes for good what was deleted long ago."""

from datetime import datetime

from appliance.deleted import actions
from appliance.kernel.database.database import Database


async def prune_deletions(database: Database, due: datetime) -> None:
    """Remove what cannot be restored any more; a daily job."""
    await database.write(actions.prune)
