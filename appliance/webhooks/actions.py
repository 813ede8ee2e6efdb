"""Verbs on webhooks and on the queue of what is to be sent to each."""

from uuid import uuid4

from appliance.kernel.database.consumers import catch_up
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import given
from appliance.webhooks import queries, rules
from appliance.webhooks.consumer import Webhooks
from appliance.webhooks.models import NewWebhook, Outcome, PendingDelivery, Webhook, WebhookPatch, WebhookWithSecret


def create(tx: Tx, request: NewWebhook, allow_private: bool) -> WebhookWithSecret:
    """Make a webhook; it is told what happens from now on. Raises Invalid. (spec: Webhooks, delivery rules 4, 5)"""
    url = rules.accepted_url(request.url, allow_private)

    catch_up(tx, Webhooks())
    webhook = Webhook(str(uuid4()), url, request.events, request.enabled, instant(tx.now))
    secret = given(request.secret, str(uuid4()))
    queries.put(tx, webhook)
    queries.put_secret(tx, webhook.id, secret)
    tx.touch()
    return _with_secret(webhook, secret)


def edit(tx: Tx, webhook_id: str, patch: WebhookPatch, allow_private: bool) -> Webhook:
    """Change a webhook. Switched off, it is not sent what waits either. Raises NotFound, Invalid."""
    was = queries.webhook(tx, webhook_id)
    url = rules.accepted_url(patch.url, allow_private) if isinstance(patch.url, str) else was.url

    catch_up(tx, Webhooks())
    enabled = given(patch.enabled, was.enabled)
    webhook = Webhook(webhook_id, url, given(patch.events, was.events), enabled, was.created_at)
    queries.put(tx, webhook)
    if isinstance(patch.secret, str):
        queries.put_secret(tx, webhook_id, patch.secret)
    if not enabled and queries.skip_waiting(tx, webhook_id, rules.SWITCHED_OFF):
        queries.prune(tx, webhook_id, rules.KEPT)
    tx.touch()
    return webhook


def rotate(tx: Tx, webhook_id: str) -> WebhookWithSecret:
    """Replace the secret by a fresh one; the old one signs nothing from now on. Raises NotFound."""
    webhook = queries.webhook(tx, webhook_id)

    secret = str(uuid4())
    queries.put_secret(tx, webhook_id, secret)
    tx.touch()
    return _with_secret(webhook, secret)


def remove(tx: Tx, webhook_id: str) -> None:
    """Remove a webhook with its log; what waits is not sent. Raises NotFound."""
    if not queries.remove(tx, webhook_id):
        raise NotFound()

    tx.touch()


def begin_next(tx: Tx, webhook_id: str, ended: Outcome | None = None) -> PendingDelivery | None:
    """Keep how the last delivery ended and begin the next one, in one commit; None when nothing waits any more.

    What has waited too long is skipped.
    """
    if ended:
        queries.finish(tx, ended)
    delivery = queries.next_delivery(tx, webhook_id)
    if delivery and delivery.at < rules.late_before(tx.now):
        queries.skip_waiting(tx, webhook_id, rules.TOO_LATE, rules.late_before(tx.now))
        delivery = queries.next_delivery(tx, webhook_id)
    if delivery:
        queries.begin(tx, delivery.id)
    queries.prune(tx, webhook_id, rules.KEPT)
    return delivery


def give_up_interrupted(tx: Tx) -> int:
    """Mark what a stop has cut off; it may have arrived, so it is not sent again. How many there were."""
    return queries.give_up_interrupted(tx, rules.INTERRUPTED)


def _with_secret(webhook: Webhook, secret: str) -> WebhookWithSecret:
    return WebhookWithSecret(webhook.id, webhook.url, webhook.events, webhook.enabled, webhook.created_at, secret)
