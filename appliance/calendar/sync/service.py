"""Syncing a calendar: fetch from its provider, then store the result in one transaction."""

import asyncio
import logging
from functools import partial
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from appliance.calendar.accounts import rules as account_rules
from appliance.calendar.accounts.service import remote_of
from appliance.calendar.providers.models import Busy, Pulled, Remote, Window
from appliance.calendar.providers.provider import Provider
from appliance.calendar.sync import actions, queries, rules
from appliance.calendar.sync.models import Source
from appliance.kernel.database.database import Database
from appliance.kernel.errors import ApiError, BadGateway, Conflict, NotFound
from appliance.kernel.text.redaction import redact

log = logging.getLogger(__name__)

# The fetches of one sync while events are written during them; then the next tick tries again.
ATTEMPTS = 3


class Syncer:
    """Syncs calendars through their providers, by kind; one calendar never twice at the same time."""

    def __init__(self, database: Database, providers: dict[str, Provider]):
        self._database = database
        self._providers = providers
        self._run = uuid4().hex
        self._running: dict[str, asyncio.Task[int]] = {}
        # The syncs that begin after the running ones.
        self._next: dict[str, asyncio.Task[int]] = {}
        self._queued: set[asyncio.Task[None]] = set()

    async def sync(self, calendar_id: str, *, whole: bool = True) -> int:
        """Sync one calendar now; the number of its events in the window.

        `whole` fetches everything instead of changes, in a sync that begins after this call: a running one may have
        fetched before a change at the provider. Otherwise a running sync is joined.
        Raises NotFound, BadRequest, BadGateway, Conflict.
        """
        sync = self._running.get(calendar_id)
        if sync is None:
            source = queries.source(self._database.read, calendar_id)
            rules.check_syncable(source)
            sync = self._running[calendar_id] = asyncio.ensure_future(self._sync(source, whole))
            sync.add_done_callback(lambda task: self._running.pop(calendar_id, None))
        elif whole:
            sync = self._next.get(calendar_id)
            if sync is None:
                sync = self._next[calendar_id] = asyncio.ensure_future(self._after_running(calendar_id))
        try:
            # A caller may disconnect (a phone goes to sleep); the sync continues.
            return await asyncio.shield(sync)
        finally:
            del sync  # it has the error, which has this frame: a cycle that would keep what was read

    async def pause_interrupted(self) -> None:
        """Pause the calendars that an earlier run of the server was reading when it ended."""
        if queries.interrupted(self._database.read, self._run):
            await self._database.write(actions.pause_interrupted, self._run)

    def sync_soon(self, calendar_id: str) -> None:
        """Sync one calendar in the background, after a running sync. For the event loop's thread."""
        task = asyncio.ensure_future(self.sync_quietly(calendar_id, whole=True))
        self._queued.add(task)
        task.add_done_callback(self._queued.discard)

    async def settled(self) -> None:
        """Wait for every started sync."""
        while waiting := self._tasks():
            await asyncio.gather(*waiting, return_exceptions=True)

    async def close(self) -> None:
        """Cancel running syncs. A sync writes in one transaction, so it is complete or has no effect."""
        tasks = self._tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def sync_quietly(self, calendar_id: str, *, whole: bool) -> None:
        """Sync one calendar with no caller to answer: an error goes to the calendar's row and to the log."""
        try:
            await self.sync(calendar_id, whole=whole)
        except ApiError as problem:
            log.info("a calendar could not be synced", extra={"calendar": calendar_id, "reason": redact(str(problem))})
        except Exception:
            log.exception("a calendar could not be synced", extra={"calendar": calendar_id})

    def _tasks(self) -> list[asyncio.Task[Any]]:
        return [*self._queued, *self._running.values(), *self._next.values()]

    async def _after_running(self, calendar_id: str) -> int:
        try:
            while running := self._running.get(calendar_id):
                await asyncio.wait([running])
        finally:
            del self._next[calendar_id]
        return await self.sync(calendar_id)

    async def _sync(self, source: Source, whole: bool) -> int:
        try:
            return await self._attempts(source, whole)
        except (Conflict, NotFound, asyncio.CancelledError):
            # These store no result.
            await self._database.write(actions.end, source.calendar_id)
            raise

    async def _attempts(self, source: Source, whole: bool) -> int:
        for _ in range(ATTEMPTS):
            try:
                pulled = await self._pull(source, whole)
                await self._database.write(actions.apply_sync, source, pulled)
            except actions.WrittenMeanwhile:
                source = queries.source(self._database.read, source.calendar_id)
                continue
            except BadGateway as problem:
                rest = problem.seconds if isinstance(problem, Busy) else 0
                details = rules.error_details(problem.extra)
                await self._database.write(actions.fail, source, problem.message, rest, details)
                failure = BadGateway(rules.error_text(problem.message), **problem.extra)
            except (Conflict, NotFound):
                raise
            except Exception:
                await self._database.write(actions.fail, source, "the calendar could not be read")
                raise
            else:
                if pulled.losses and pulled.losses.events:
                    log.warning("some events of a calendar cannot be read", extra={"lost": pulled.losses.events})
                return queries.count(self._database.read, source.calendar_id)
            # Not in the handler: as its context, the first error would keep all that was read in memory.
            raise failure
        raise Conflict("the calendar was changed while it was synced; sync it again", code="calendar_changed")

    async def _pull(self, source: Source, whole: bool) -> Pulled:
        provider = self._providers.get(source.kind)
        if provider is None or source.config is None:
            raise BadGateway("this kind of calendar cannot be synced yet")
        if not source.config:
            raise account_rules.lost()
        reader = self._database.read
        begin = partial(self._database.write, actions.begin, source.calendar_id, self._run)
        parts = partial(queries.feed_parts, reader, source.calendar_id)
        remote = Remote(config=source.config, begin=begin, owner=source.owner_email, parts=parts)
        if source.account_id:
            known = queries.objects(reader, source.calendar_id)
            remote = remote_of(self._database, source.account_id, source.remote_id or "", known)
            remote = replace(remote, begin=begin, owner=source.owner_email)
        return await provider.pull(remote, Window.around(reader.now), reader.zone, None if whole else source.sync_state)
