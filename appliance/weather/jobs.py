"""The forecast: fetched when the last one is an hour old, once for everybody who asks at the same time."""

import asyncio
import logging
from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.errors import ApiError
from appliance.kernel.text.redaction import redact
from appliance.weather import actions, queries, rules
from appliance.weather.models import Place, Spot
from appliance.weather.providers.open_meteo import OpenMeteo

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 1.5


class Forecaster:
    """Keeps the household's forecast fresh. After a failure the old one stays, and ten minutes pass. (contract §29)"""

    def __init__(self, database: Database, source: OpenMeteo):
        self._database = database
        self._source = source
        self._running: dict[Spot, asyncio.Task[None]] = {}
        self._failed: tuple[Spot, datetime] | None = None

    async def run(self, database: Database, due: datetime) -> None:
        """Fetch what is due, so that whoever only reads the stored forecast finds a fresh one."""
        if task := self._begun():
            await asyncio.wait([task])

    async def refresh(self, *, patient: bool = True) -> None:
        """Fetch what is due. Waits for it only shortly when there is an old copy to show, or nobody is `patient`."""
        task = self._begun()
        if task is None:
            return
        copy = actions.weather(self._database.read)
        await asyncio.wait([task], timeout=None if patient and copy is None else PATIENCE_SECONDS)

    async def places(self, name: str) -> list[Place]:
        """Up to five places of a name. Raises Upstream."""
        return await self._source.places(name)

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begun(self) -> "asyncio.Task[None] | None":
        """The fetch that is under way or was begun just now, or None when none is due."""
        reader = self._database.read
        spot = actions.spot(reader)
        if spot is None or rules.is_fresh(queries.fetched(reader, spot), reader.now):
            return None
        if spot not in self._running:
            if self._failed and self._failed[0] == spot and not rules.may_retry(self._failed[1], reader.now):
                return None
            self._running[spot] = asyncio.ensure_future(self._fetch(spot))
            self._running[spot].add_done_callback(lambda _: self._running.pop(spot, None))
        return self._running[spot]

    async def _fetch(self, spot: Spot) -> None:
        try:
            await self._database.write(actions.keep, spot, await self._source.forecast(spot))
            self._failed = None
        except ApiError as refusal:
            self._failed = spot, self._database.read.now
            log.info("the weather could not be fetched", extra={"reason": redact(refusal.message)})
        except Exception:
            self._failed = spot, self._database.read.now
            log.exception("the weather could not be fetched")
