"""Sending: one queue for each device, so that a slow push service delays no other device."""

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from appliance.kernel.database.database import Database
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.delivery_workers import Queues
from appliance.notifications.push import actions, queries, rules
from appliance.notifications.push.models import Answer, BrowserSubscription, Parcel, VapidKeys
from appliance.notifications.push.providers.webpush import WebPush, new_keys

log = logging.getLogger(__name__)
AT_ONCE = 16
# How long somebody who sends a message waits to be told how many devices took it.
PATIENCE_SECONDS = 12.0


class Pusher:
    """Sends what waits. A row is forgotten only after it was taken, so that a power cut loses none; what is sent
    again after one carries the same topic, and the push service keeps one of the two."""

    def __init__(self, database: Database, services: WebPush, pinned: VapidKeys | None):
        """`pinned` is the configured pair, if there is one."""
        self._database = database
        self._services = services
        self._pinned = pinned
        self._queues = Queues(self._with_waiting, self._send_all)
        self._counted: dict[int, bool] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        # How pushes ended that a failing disk could not yet keep: they must not be sent at every look.
        self._unkept: dict[int, Answer] = {}

    async def keys(self) -> VapidKeys:
        """The house's pair, made on first use. Raises BadKey."""
        kept = self._pinned or queries.vapid_keys(self._database.read)
        return await self._database.write(actions.keep_vapid_keys, new_keys()) if kept is None else kept

    def wake(self) -> None:
        """Send what waits and may be tried, in the background. For the event loop's thread."""
        self._queues.wake()

    async def deliver(self, planned: Sequence[tuple[int, str]]) -> int:
        """Send what waits, and say how many of these pushes were taken while somebody waits to be told."""
        self._counted |= {number: False for number, _ in planned}
        self.wake()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._queues.settled(device for _, device in planned)
        except TimeoutError:
            pass
        return sum(self._counted.pop(number) for number, _ in planned)

    async def test(self, subscription_id: str) -> bool:
        """Push to one device now; False when it was not taken. Raises NotFound."""
        parcel = actions.test_parcel(self._database.read, subscription_id)
        answer = await self._send(parcel)
        await self._database.write(actions.finish, subscription_id, None, answer)
        return answer.verdict == "taken"

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        await self._queues.settled()

    async def close(self) -> None:
        """Give up what is under way; it stays in its row."""
        await self._queues.close()

    def _with_waiting(self) -> list[str]:
        """The devices to push to now; none on a wrong clock, for no push service would believe the signature."""
        return [] if self._database.clock_is_wrong else queries.with_waiting(self._database.read)

    async def _send_all(self, subscription_id: str) -> None:
        while parcel := queries.next_parcel(self._database.read, subscription_id):
            answer = self._unkept[parcel.id] = self._unkept.get(parcel.id) or await self._send(parcel)
            if parcel.id in self._counted:
                self._counted[parcel.id] = answer.verdict == "taken"
            await self._database.write(actions.finish, subscription_id, parcel.id, answer)
            del self._unkept[parcel.id]

    async def _send(self, parcel: Parcel) -> Answer:
        answer = Answer("refused", "it could not be sent")
        try:
            async with self._slots:
                answer = await self._sent(parcel)
        except BadKey as problem:
            answer = Answer("refused", str(problem))
        except Exception:
            log.exception("a push could not be sent", extra={"device": parcel.subscription_id})
        if answer.error:
            log.info("a push failed", extra={"device": parcel.subscription_id, "reason": answer.error})
        return answer

    async def _sent(self, parcel: Parcel) -> Answer:
        now = self._database.read.now
        ttl = rules.seconds_left(parcel.expires_at, now)
        if ttl <= 0:
            return Answer("refused", rules.TOO_LATE)
        opened = self._database.seal.open(parcel.sealed, parcel.subscription_id)
        to = msgspec.json.decode(opened, type=BrowserSubscription)
        message = parcel.notice.encode()
        return await self._services.send(to, await self.keys(), message, now=now, ttl=ttl, topic=parcel.topic)
