"""Sending: one queue for each device, so that a slow push service delays no other device."""

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from appliance.kernel.database.database import Database
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.delivery_workers import DeliveryWorkers
from appliance.notifications.push import actions, queries, rules
from appliance.notifications.push.models import Answer, BrowserSubscription, PushMessage, VapidKeys
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
        self._queues = DeliveryWorkers(self._with_waiting, self._send_all)
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
        message = actions.test_message(self._database.read, subscription_id)
        answer = await self._send(message)
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
        while message := queries.next_message(self._database.read, subscription_id):
            answer = self._unkept[message.id] = self._unkept.get(message.id) or await self._send(message)
            if message.id in self._counted:
                self._counted[message.id] = answer.verdict == "taken"
            await self._database.write(actions.finish, subscription_id, message.id, answer)
            del self._unkept[message.id]

    async def _send(self, message: PushMessage) -> Answer:
        answer = Answer("refused", "it could not be sent")
        try:
            async with self._slots:
                answer = await self._sent(message)
        except BadKey as problem:
            answer = Answer("refused", str(problem))
        except Exception:
            log.exception("a push could not be sent", extra={"device": message.subscription_id})
        if answer.error:
            log.info("a push failed", extra={"device": message.subscription_id, "reason": answer.error})
        return answer

    async def _sent(self, message: PushMessage) -> Answer:
        now = self._database.read.now
        ttl = rules.seconds_left(message.expires_at, now)
        if ttl <= 0:
            return Answer("refused", rules.TOO_LATE)
        opened = self._database.cipher.decrypt(message.encrypted, message.subscription_id)
        to = msgspec.json.decode(opened, type=BrowserSubscription)
        notice = message.notice.encode()
        return await self._services.send(to, await self.keys(), notice, now=now, ttl=ttl, topic=message.topic)
