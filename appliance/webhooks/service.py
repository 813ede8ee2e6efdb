"""Sends deliveries: one queue per webhook, in order, so that a slow receiver delays no other."""

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
MAX_BYTES = 1_000_000


class Deliverer:
    """Sends waiting deliveries, each once: timeout 5 seconds, no redirects, no retry. (contract: Webhooks)"""

    def __init__(self, database: Database, net: Net, allow_private: bool):
        self._database = database
        self._net = net
        self._allow_private = allow_private
        self._queues = DeliveryWorkers(lambda: queries.with_waiting(database.read), self._send_all)

    async def recover(self) -> None:
        """Mark deliveries as failed that were being sent when the server stopped. Call it before anything is sent."""
        if queries.any_interrupted(self._database.read):
            count = await self._database.write(actions.give_up_interrupted)
            log.warning("webhook deliveries were interrupted when the server stopped", extra={"count": count})

    def wake(self) -> None:
        """Send waiting deliveries in the background. Call it in the event loop's thread."""
        self._queues.wake()

    async def settled(self) -> None:
        """Wait until no delivery is being sent."""
        await self._queues.settled()

    async def close(self) -> None:
        """Cancel deliveries that are being sent."""
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
            error = rules.status_error(status)
        except (ApiError, BadKey) as problem:
            error = rules.error_text(str(problem))
        except Exception:
            log.exception("webhook delivery failed unexpectedly", extra={"webhook": delivery.webhook_id})
            error = "it could not be sent"
        ms = round((time.monotonic() - start) * 1000)
        if error:
            log.info(
                "webhook delivery failed",
                extra={"webhook": delivery.webhook_id, "type": delivery.type, "reason": error},
            )
        return Outcome(delivery_id=delivery.id, status=status, ms=ms, error=error)

    async def _post(self, delivery: PendingDelivery) -> int:
        body = rules.body(delivery.type, delivery.data, delivery.at)
        secret = self._database.cipher.decrypt(delivery.secret, delivery.webhook_id)
        answer = await self._net.request(
            "POST",
            queries.decrypted_url(self._database.read, delivery.webhook_id, delivery.url),
            headers=rules.signed_headers(secret, body),
            body=body,
            allow_private=self._allow_private,
            most_bytes=MAX_BYTES,
            seconds=SECONDS,
        )
        return answer.status
