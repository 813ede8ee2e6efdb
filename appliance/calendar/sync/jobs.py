"""The scheduled sync of calendars."""

import logging
import time
from datetime import datetime, timedelta

from appliance.calendar.sync import queries, rules
from appliance.calendar.sync.service import Syncer
from appliance.kernel.database.database import Database

log = logging.getLogger(__name__)
RUN_SECONDS = 20.0


class SyncJob:
    """Syncs the calendars whose last sync is `interval` ago or longer."""

    def __init__(self, syncer: Syncer, interval: timedelta):
        self._syncer = syncer
        self._interval = interval

    async def run(self, database: Database, due: datetime) -> None:
        """Sync the due calendars, the stalest first, for about 20 s; the rest waits. (contract §12)"""
        await self._syncer.pause_interrupted()
        deadline = time.monotonic() + RUN_SECONDS
        reader = database.read
        for calendar_id in rules.due(queries.turns(reader), reader.now, self._interval):
            if time.monotonic() > deadline:
                log.info("the remaining calendars wait for the next tick")
                return
            await self._syncer.sync_quietly(calendar_id, whole=False)
