"""Use cases of webhooks and of their deliveries."""

from uuid import uuid4

from msgspec import structs

from appliance.access import queries as access_queries
from appliance.kernel.database.consumers import catch_up
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Forbidden, NotFound
from appliance.kernel.net.addresses import public_url
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched
from appliance.webhooks import queries, rules
from appliance.webhooks.consumer import Webhooks
from appliance.webhooks.models import NewWebhook, Outcome, PendingDelivery, Webhook, WebhookPatch, WebhookWithSecret


def create(tx: Tx, request: NewWebhook, allow_private: bool) -> WebhookWithSecret:
    """Create a webhook; it receives later changes. One that a connected app creates ends with the app's grant.

    Raises BadRequest, also when there are too many. (contract: Webhooks 4, 5)
    """
    url = public_url(request.url, allow_private=allow_private)
    rules.check_count(queries.count(tx))

    catch_up(tx, Webhooks())
    webhook = Webhook(
        id=str(uuid4()), url=url, events=request.events, enabled=request.enabled, created_at=instant(tx.now)
    )
    secret = patched(request.secret, str(uuid4()))
    queries.put(tx, webhook)
    queries.put_secret(tx, webhook.id, secret)
    queries.put_grant(tx, webhook.id, access_queries.grant_of_key(tx, tx.caller.key_id))
    tx.touch()
    return _with_secret(webhook, secret)


def edit(tx: Tx, webhook_id: str, patch: WebhookPatch, allow_private: bool) -> Webhook:
    """Change a webhook. Disabling it also cancels its waiting deliveries. Raises NotFound, BadRequest, Forbidden."""
    was = queries.webhook(tx, webhook_id)
    _check_own(tx, webhook_id)
    url = public_url(patch.url, allow_private=allow_private) if isinstance(patch.url, str) else was.url

    catch_up(tx, Webhooks())
    enabled = patched(patch.enabled, was.enabled)
    webhook = structs.replace(was, url=url, events=patched(patch.events, was.events), enabled=enabled)
    queries.put(tx, webhook)
    if isinstance(patch.secret, str):
        queries.put_secret(tx, webhook_id, patch.secret)
    if not enabled and queries.skip_waiting(tx, webhook_id, rules.SWITCHED_OFF):
        queries.prune(tx, webhook_id, rules.KEPT)
    tx.touch()
    return webhook


def rotate(tx: Tx, webhook_id: str) -> WebhookWithSecret:
    """Replace the secret by a new one; later deliveries are signed with it. Raises NotFound, Forbidden."""
    webhook = queries.webhook(tx, webhook_id)
    _check_own(tx, webhook_id)

    secret = str(uuid4())
    queries.put_secret(tx, webhook_id, secret)
    tx.touch()
    return _with_secret(webhook, secret)


def remove(tx: Tx, webhook_id: str) -> None:
    """Delete a webhook and its deliveries, also the waiting ones. Raises NotFound."""
    if not queries.remove(tx, webhook_id):
        raise NotFound()

    tx.touch()


def begin_next(tx: Tx, webhook_id: str, ended: Outcome | None = None) -> PendingDelivery | None:
    """Store how the last delivery ended and start the next one, in one commit. None when no delivery waits.

    A delivery that has waited too long is skipped.
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
    """Mark interrupted deliveries as failed, never to be sent again: they may have arrived. Returns their number."""
    return queries.give_up_interrupted(tx, rules.INTERRUPTED)


def _check_own(tx: Tx, webhook_id: str) -> None:
    """Raises Forbidden when a connected app changes a webhook that outlives its grant."""
    grant_id = access_queries.grant_of_key(tx, tx.caller.key_id)
    if grant_id is not None and grant_id != queries.grant(tx, webhook_id):
        raise Forbidden("a connected app can change only the webhooks that it made")


def _with_secret(webhook: Webhook, secret: str) -> WebhookWithSecret:
    return WebhookWithSecret(**structs.asdict(webhook), secret=secret)
