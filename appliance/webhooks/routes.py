"""REST endpoints of webhooks."""

import logging

from litestar import Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings
from appliance.webhooks import actions, queries, rules
from appliance.webhooks.models import Delivery, NewWebhook, Webhook, WebhookPatch, WebhookWithSecret

log = logging.getLogger(__name__)
Config = NamedDependency[Settings]


@get("/webhooks", operation_id="listWebhooks", summary="Every webhook", opt=ADMIN)
async def list_webhooks(session: CurrentSession) -> list[Webhook]:
    """Oldest first, without secrets. Requires an admin key."""
    return queries.webhooks(session.read)


@post("/webhooks", operation_id="createWebhook", summary="Add a webhook", opt=ADMIN)
async def create_webhook(session: CurrentSession, config: Config, data: JSONBody[NewWebhook]) -> WebhookWithSecret:
    """This answer is the only one that contains the secret. The address must be public. Requires an admin key."""
    return await session.write(actions.create, data, config.allow_private_webhook_urls)


@patch("/webhooks/{webhook_id:str}", operation_id="updateWebhook", summary="Change a webhook", opt=ADMIN)
async def update_webhook(
    session: CurrentSession, config: Config, webhook_id: FromPath[str], data: JSONBody[WebhookPatch]
) -> Webhook:
    """Any subset of url, events, secret and enabled. Requires an admin key."""
    return await session.write(actions.edit, webhook_id, data, config.allow_private_webhook_urls)


@delete(
    "/webhooks/{webhook_id:str}", operation_id="deleteWebhook", summary="Remove a webhook", status_code=200, opt=ADMIN
)
async def delete_webhook(session: CurrentSession, webhook_id: FromPath[str]) -> Done:
    """Waiting deliveries are not sent. Requires an admin key."""
    await session.write(actions.remove, webhook_id)
    return Done()


@post(
    "/webhooks/{webhook_id:str}/rotate",
    operation_id="rotateWebhook",
    summary="Replace the secret",
    status_code=200,
    opt=ADMIN,
)
async def rotate_webhook(session: CurrentSession, webhook_id: FromPath[str]) -> WebhookWithSecret:
    """The old secret stops working at once. Only this answer contains the new one. Requires an admin key."""
    rotated = await session.write(actions.rotate, webhook_id)
    log.info("webhook secret rotated", extra={"webhook": webhook_id, "by": session.caller.name})
    return rotated


@get(
    "/webhooks/{webhook_id:str}/deliveries",
    operation_id="listWebhookDeliveries",
    summary="Recent deliveries",
    opt=ADMIN,
)
async def list_deliveries(session: CurrentSession, webhook_id: FromPath[str]) -> list[Delivery]:
    """The last fifty deliveries, newest first, with the receiver's answers. Requires an admin key."""
    return queries.log(session.read, queries.webhook(session.read, webhook_id).id, rules.KEPT)


HANDLERS = [list_webhooks, create_webhook, update_webhook, delete_webhook, rotate_webhook, list_deliveries]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Webhooks"])
