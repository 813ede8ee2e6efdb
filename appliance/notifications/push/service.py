"""Sends push messages: one queue per subscription, so that a slow push service delays no other device."""

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from appliance.kernel.database.database import Database
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.delivery_workers import DeliveryWorkers
from appliance.notifications.push import actions, queries, rules
from appliance.notifications.push.models import BrowserSubscription, PushMessage, SendResult, VapidKeys
from appliance.notifications.push.webpush import WebPush, new_keys

log = logging.getLogger(__name__)
AT_ONCE = 16
# How long the sender of a message waits for the number of devices that accepted it.
PATIENCE_SECONDS = 12.0


class Pusher:
    """Sends waiting messages.

    A row is deleted only after the message was accepted, so a power cut loses none. A message that is sent again after
    a power cut has the same topic, and the push service keeps one of the two. (RFC 8030 §5.4)
    """

    def __init__(self, database: Database, services: WebPush, pinned: VapidKeys | None):
        """`pinned` is the configured key pair, if there is one."""
        self._database = database
        self._services = services
        self._pinned = pinned
        self._queues = DeliveryWorkers(self._with_waiting, self._send_all)
        self._counted: dict[int, bool] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        # Results that a failing disk could not store yet: these messages must not be sent again at every wake-up.
        self._unsaved: dict[int, SendResult] = {}

    async def keys(self) -> VapidKeys:
        """The server's key pair, created on first use."""
        kept = self._pinned or queries.vapid_keys(self._database.read)
        return await self._database.write(actions.keep_vapid_keys, new_keys()) if kept is None else kept

    def wake(self) -> None:
        """Send waiting messages in the background. Call it in the event loop's thread."""
        self._queues.wake()

    async def deliver(self, planned: Sequence[tuple[int, str]]) -> int:
        """Send waiting messages; returns how many of `planned` were accepted within `PATIENCE_SECONDS`."""
        self._counted |= {number: False for number, _ in planned}
        self.wake()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._queues.settled(device for _, device in planned)
        except TimeoutError:
            pass
        return sum(self._counted.pop(number) for number, _ in planned)

    async def test(self, subscription_id: str) -> bool:
        """Send a test message now; False when it was not accepted. Raises NotFound."""
        message = actions.test_message(self._database.read, subscription_id)
        answer = await self._send(message)
        await self._database.write(actions.finish, subscription_id, None, answer)
        return answer.verdict == "accepted"

    async def settled(self) -> None:
        """Wait until no message is being sent."""
        await self._queues.settled()

    async def close(self) -> None:
        """Cancel messages that are being sent; their rows stay."""
        await self._queues.close()

    def _with_waiting(self) -> list[str]:
        """The subscriptions to send to now; none while the clock is wrong: push services would reject the signature."""
        return [] if self._database.clock_is_wrong else queries.with_waiting(self._database.read)

    async def _send_all(self, subscription_id: str) -> None:
        while message := queries.next_message(self._database.read, subscription_id):
            answer = self._unsaved[message.id] = self._unsaved.get(message.id) or await self._send(message)
            if message.id in self._counted:
                self._counted[message.id] = answer.verdict == "accepted"
            await self._database.write(actions.finish, subscription_id, message.id, answer)
            del self._unsaved[message.id]

    async def _send(self, message: PushMessage) -> SendResult:
        answer = SendResult(verdict="rejected", error="it could not be sent")
        try:
            async with self._slots:
                answer = await self._sent(message)
        except BadKey as problem:
            answer = SendResult(verdict="rejected", error=str(problem))
        except Exception:
            log.exception("push message failed unexpectedly", extra={"device": message.subscription_id})
        if answer.error:
            log.info("push message failed", extra={"device": message.subscription_id, "reason": answer.error})
        return answer

    async def _sent(self, message: PushMessage) -> SendResult:
        now = self._database.read.now
        ttl = rules.seconds_left(message.expires_at, now)
        if ttl <= 0:
            return SendResult(verdict="rejected", error=rules.TOO_LATE)
        opened = self._database.cipher.decrypt(message.encrypted, message.subscription_id)
        to = msgspec.json.decode(opened, type=BrowserSubscription)
        notice = message.notice.encode()
        return await self._services.send(to, await self.keys(), notice, now=now, ttl=ttl, topic=message.topic)
