"""REST endpoints of push subscriptions."""

from litestar import Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.json_body import Done
from appliance.notifications.push import actions
from appliance.notifications.push.models import NewSubscription, PublicKey, Subscription, SubscriptionPatch, Tested
from appliance.notifications.push.service import Pusher
from appliance.settings import Settings

Config = NamedDependency[Settings]
Pushes = NamedDependency[Pusher]


@get("/push/vapid-public-key", operation_id="getVapidPublicKey", summary="What a browser subscribes with", opt=DISPLAY)
async def vapid_public_key(pusher: Pushes) -> PublicKey:
    """The server's public key. The key pair is created on first use and does not change."""
    return PublicKey(public_key=(await pusher.keys()).public_key)


@get("/push/subscriptions", operation_id="listSubscriptions", summary="Push subscriptions", opt=DISPLAY)
async def list_subscriptions(session: CurrentSession) -> list[Subscription]:
    """Oldest first. An admin key sees all, a display key the ones it made."""
    return actions.visible(session.read, session.caller.key_id, session.caller.scope)


@post("/push/subscriptions", operation_id="createSubscription", summary="Subscribe this device", opt=DISPLAY)
async def subscribe(session: CurrentSession, config: Config, data: JSONBody[NewSubscription]) -> Subscription:
    """`subscription` is what the browser's push manager gave. The same endpoint again keeps its id."""
    return await session.write(actions.subscribe, data, config.allow_private_push_urls)


@patch(
    "/push/subscriptions/{subscription_id:str}",
    operation_id="updateSubscription",
    summary="Change a subscription",
    opt=DISPLAY,
)
async def edit(
    session: CurrentSession, subscription_id: FromPath[str], data: JSONBody[SubscriptionPatch]
) -> Subscription:
    """Any subset of device name, members and options; options are merged."""
    return await session.write(actions.edit, subscription_id, data)


@delete(
    "/push/subscriptions/{subscription_id:str}",
    operation_id="deleteSubscription",
    summary="Unsubscribe a device",
    status_code=200,
    opt=DISPLAY,
)
async def unsubscribe(session: CurrentSession, subscription_id: FromPath[str]) -> Done:
    """Waiting messages are not sent."""
    await session.write(actions.unsubscribe, subscription_id)
    return Done()


@post(
    "/push/test/{subscription_id:str}",
    operation_id="testSubscription",
    summary="Send a test message",
    status_code=200,
    opt=DISPLAY,
)
async def test(session: CurrentSession, pusher: Pushes, subscription_id: FromPath[str]) -> Tested:
    """`ok` is false when the push service did not accept it. A subscription that it no longer knows is deleted."""
    actions.allowed(session.read, subscription_id, session.caller.key_id, session.caller.scope)
    return Tested(ok=await pusher.test(subscription_id))


HANDLERS = [vapid_public_key, list_subscriptions, subscribe, edit, unsubscribe, test]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Notifications"])
