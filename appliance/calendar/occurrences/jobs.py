"""The job that writes the occurrences of all series anew: as time passes, and after a change of the time zone."""

from datetime import datetime

from appliance.calendar.occurrences import actions, queries, rules
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.zone_data import zone_data


async def rewrite_occurrences(database: Database, due: datetime) -> None:
    """Write all series, a few in each transaction. Does nothing while enough of the time ahead is written."""
    reader = database.read
    if not rules.is_outdated(queries.horizon(reader), reader.now, reader.zone.key, zone_data().version):
        return
    await database.write(actions.open_horizon)
    last: str | None = ""
    while last is not None:
        last = await database.write(actions.rewrite, last)
    await database.write(actions.close_horizon)
