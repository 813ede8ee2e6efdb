"""Fetches the forecast from the weather service: when the stored one is an hour old, once for all who ask together."""

import asyncio
import logging
from collections import deque
from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.errors import ApiError
from appliance.kernel.text.redaction import redact
from appliance.weather import actions, queries, rules
from appliance.weather.models import Place, Spot
from appliance.weather.open_meteo import OpenMeteo

log = logging.getLogger(__name__)
# How long a request waits for a fetch while an older forecast can be shown instead.
SHORT_WAIT_SECONDS = 1.5


class Forecaster:
    """Keeps the stored forecast fresh. A failure keeps the older one, and the next try is ten minutes later.

    Source: contract §29.
    """

    def __init__(self, database: Database, source: OpenMeteo):
        self._database = database
        self._source = source
        self._fetches: dict[Spot, asyncio.Task[None]] = {}
        self._failed: tuple[Spot, datetime] | None = None
        self._started: deque[datetime] = deque(maxlen=rules.FETCHES_AN_HOUR)

    async def refresh(self) -> None:
        """Fetch the forecast if one is due, and wait for the result."""
        if fetch := self._current_fetch():
            await asyncio.wait([fetch])

    async def refresh_for_request(self, *, wait_for_first: bool = True) -> None:
        """Fetch the forecast if one is due, without letting a request wait long.

        Waits 1.5 seconds at most, but until the end if there is no older forecast and `wait_for_first` is true.
        A sample is shown without waiting.
        """
        fetch = self._current_fetch()
        if fetch is None:
            return
        stored = actions.weather(self._database.read)
        if stored and stored.sample is True:
            return
        timeout = None if wait_for_first and stored is None else SHORT_WAIT_SECONDS
        await asyncio.wait([fetch], timeout=timeout)

    async def places(self, name: str, language: str) -> list[Place]:
        """Up to five places with this name, named in a language such as de. Raises BadGateway."""
        return await self._source.places(name, language)

    async def close(self) -> None:
        """Cancel the fetches under way."""
        tasks = list(self._fetches.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _current_fetch(self) -> "asyncio.Task[None] | None":
        """The fetch that is under way or was just started, or None when none is due."""
        reader = self._database.read
        spot = actions.spot(reader)
        if spot is None or rules.is_fresh(queries.fetched(reader, spot), reader.now):
            return None
        if spot not in self._fetches:
            if self._failed and self._failed[0] == spot and not rules.may_retry(self._failed[1], reader.now):
                return None
            if not rules.has_fetch_left(self._started, reader.now):
                return None
            self._started.append(reader.now)
            self._fetches[spot] = asyncio.ensure_future(self._fetch(spot))
            self._fetches[spot].add_done_callback(lambda _: self._fetches.pop(spot, None))
        return self._fetches[spot]

    async def _fetch(self, spot: Spot) -> None:
        try:
            await self._database.write(actions.store_forecast, spot, await self._source.forecast(spot))
            self._failed = None
        except ApiError as error:
            self._failed = spot, self._database.read.now
            await self._database.write(actions.renew_sample, spot)
            log.info("the forecast could not be fetched", extra={"reason": redact(error.message)})
        except Exception:
            self._failed = spot, self._database.read.now
            log.exception("the forecast could not be fetched")
