"""Sending: one queue for each webhook, in order, so that a slow receiver delays no other."""

import logging
import time

from appliance.kernel.database.database import Database
from appliance.kernel.encryption import BadKey
from appliance.kernel.errors import ApiError
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.delivery_workers import DeliveryWorkers
from appliance.webhooks import actions, queries, rules
from appliance.webhooks.models import Outcome, PendingDelivery

log = logging.getLogger(__name__)
SECONDS = 5.0
MOST_BYTES = 1_000_000


class Deliverer:
    """Sends what waits, each delivery once: five seconds, no redirects, no second try. (spec: Webhooks)"""

    def __init__(self, database: Database, net: Net, allow_private: bool):
        self._database = database
        self._net = net
        self._allow_private = allow_private
        self._queues = DeliveryWorkers(lambda: queries.with_waiting(database.read), self._send_all)

    async def recover(self) -> None:
        """At the start, before anything is sent: what was being sent when the server stopped is not sent again."""
        if queries.any_interrupted(self._database.read):
            count = await self._database.write(actions.give_up_interrupted)
            log.warning("deliveries to webhooks were interrupted by a stop", extra={"count": count})

    def wake(self) -> None:
        """Send what waits, in the background. For the event loop's thread."""
        self._queues.wake()

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        await self._queues.settled()

    async def close(self) -> None:
        """Give up what is under way."""
        await self._queues.close()

    async def _send_all(self, webhook_id: str) -> None:
        ended: Outcome | None = None
        while delivery := await self._database.write(actions.begin_next, webhook_id, ended):
            ended = await self._send(delivery)

    async def _send(self, delivery: PendingDelivery) -> Outcome:
        start = time.monotonic()
        status, error = None, None
        try:
            status = await self._post(delivery)
            error = rules.fault(status)
        except (ApiError, BadKey) as problem:
            error = rules.error_text(str(problem))
        except Exception:
            log.exception("a webhook could not be called", extra={"webhook": delivery.webhook_id})
            error = "it could not be sent"
        ms = round((time.monotonic() - start) * 1000)
        if error:
            log.info("a webhook failed", extra={"webhook": delivery.webhook_id, "type": delivery.type, "reason": error})
        return Outcome(delivery.id, status, ms, error)

    async def _post(self, delivery: PendingDelivery) -> int:
        body = rules.body(delivery.type, delivery.data, delivery.at)
        secret = self._database.cipher.decrypt(delivery.secret, delivery.webhook_id)
        headers = {"content-type": "application/json", "x-service-signature": rules.signature(secret, body)}
        answer = await self._net.request(
            "POST", delivery.url, headers=headers, body=body, allow_private=self._allow_private,
            most_bytes=MOST_BYTES, seconds=SECONDS,
        )  # fmt: skip
        return answer.status
