"""Use cases of push subscriptions and of their messages."""

from collections.abc import Callable, Collection
from uuid import uuid4

import msgspec

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Forbidden
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched
from appliance.notifications.push import queries, rules
from appliance.notifications.push.models import (
    NewSubscription,
    Notice,
    Prefs,
    PushMessage,
    SendResult,
    Subscription,
    SubscriptionPatch,
    VapidKeys,
)
from appliance.people import queries as people_queries


def visible(db: Reader, key_id: str | None, scope: str) -> list[Subscription]:
    """The subscriptions a caller may see, oldest first: an admin all, a display those of its own key."""
    return queries.subscriptions(db) if scope == "admin" else queries.of_key(db, key_id)


def subscribe(tx: Tx, request: NewSubscription, allow_private: bool) -> Subscription:
    """Subscribe a device; the subscription ends with the key that made it.

    The same endpoint keeps its id and starts from the default options again. A key with too many subscriptions loses
    the one that was unused for longest. Raises BadRequest; Conflict when the household has too many. (contract §19)
    """
    endpoint = rules.accepted_endpoint(request.subscription.endpoint, allow_private)
    rules.check_keys(request.subscription.keys)

    there = queries.at_endpoint(tx, digest(endpoint))
    if there is None:
        queries.remove_unused(tx, tx.caller.key_id, rules.MAX_PER_KEY - 1)
        rules.check_count(queries.count(tx))
    subscription_id, created_at = there or (str(uuid4()), instant(tx.now))
    followed = tuple(people_queries.known(tx, request.member_ids))
    prefs = rules.merged(Prefs(), request.prefs)
    made = Subscription(
        id=subscription_id,
        device_name=request.device_name,
        member_ids=followed,
        prefs=prefs,
        created_at=created_at,
        last_success_at=None,
        last_attempt_at=None,
        last_error=None,
    )
    browser = msgspec.structs.replace(request.subscription, endpoint=endpoint)
    queries.put(tx, made, tx.caller.key_id, digest(endpoint), browser)
    tx.touch()
    return queries.subscription(tx, subscription_id)


def edit(tx: Tx, subscription_id: str, patch: SubscriptionPatch) -> Subscription:
    """Change device name, options or followed members. Raises NotFound, Forbidden."""
    was = allowed(tx, subscription_id, tx.caller.key_id, tx.caller.scope)

    prefs = rules.merged(was.prefs, patch.prefs) if isinstance(patch.prefs, msgspec.Struct) else was.prefs
    followed = tuple(people_queries.known(tx, patched(patch.member_ids, list(was.member_ids))))
    changed = msgspec.structs.replace(
        was, device_name=patched(patch.device_name, was.device_name), member_ids=followed, prefs=prefs
    )
    queries.change(tx, changed)
    tx.touch()
    return changed


def unsubscribe(tx: Tx, subscription_id: str) -> None:
    """Delete a subscription. Raises NotFound, Forbidden."""
    allowed(tx, subscription_id, tx.caller.key_id, tx.caller.scope)

    queries.remove(tx, subscription_id)
    tx.touch()


def allowed(db: Reader, subscription_id: str, key_id: str | None, scope: str) -> Subscription:
    """A subscription that the caller may change. Raises NotFound; Forbidden for a display and another key's one."""
    subscription = queries.subscription(db, subscription_id)
    if scope != "admin" and queries.owner(db, subscription_id) != key_id:
        raise Forbidden("forbidden")
    return subscription


def announce(
    tx: Tx, notice: Notice, member_ids: Collection[str], wanted: Callable[[Prefs], bool] = lambda _: True
) -> list[tuple[int, str]]:
    """Add a message for every device that follows one of these members and wants this kind.

    Returns id and subscription of each message.
    """
    return [
        (push(tx, device.id, notice, str(uuid4())), device.id)
        for device in queries.subscriptions(tx)
        if wanted(device.prefs) and rules.follows(device.member_ids, member_ids)
    ]


def push(tx: Tx, subscription_id: str, notice: Notice, about: str) -> int:
    """Add a message for one device; returns its id. `about` identifies its content: the same is never shown twice.

    When too many wait for the device, the oldest are deleted.
    """
    topic = digest(f"{subscription_id} {about}")[:32]
    push_id = queries.add_push(tx, subscription_id, rules.payload(notice), topic, instant(tx.now + rules.LIFE))
    queries.remove_oldest_pushes(tx, subscription_id, rules.MAX_WAITING)
    return push_id


def finish(tx: Tx, subscription_id: str, push_id: int | None, answer: SendResult) -> None:
    """Store the result of sending: an accepted or rejected message is deleted, another one waits for a retry.

    A subscription that the push service no longer knows is deleted. `push_id` is None for a test.
    (contract: Web Push 7)
    """
    if answer.verdict == "gone":
        if queries.remove(tx, subscription_id):
            tx.touch()
        return
    if push_id is not None and answer.verdict != "later":
        queries.remove_push(tx, push_id)
    if answer.verdict == "accepted":
        queries.note_success(tx, subscription_id)
        return
    held = None
    if answer.verdict == "later" and push_id is not None:
        held = rules.held_until(tx.now, queries.failures(tx, subscription_id), answer.retry_after)
    queries.note_failure(tx, subscription_id, answer.error or "", held)


def keep_vapid_keys(tx: Tx, fresh: VapidKeys) -> VapidKeys:
    """Store this key pair unless there is one; returns the stored one."""
    kept = queries.vapid_keys(tx)
    if kept is None:
        queries.put_vapid_keys(tx, fresh)
    return kept or fresh


def test_message(db: Reader, subscription_id: str) -> PushMessage:
    """A message that shows that push works. Raises NotFound."""
    texts = household_queries.texts(db)
    notice = Notice(title=texts.say("test.title"), body=texts.say("test.body"), url="/", tag="test")
    expires_at = instant(db.now + rules.LIFE)
    encrypted = queries.encrypted(db, subscription_id)
    message = rules.payload(notice).decode()
    return PushMessage(
        id=0,
        subscription_id=subscription_id,
        encrypted=encrypted,
        notice=message,
        topic=digest(f"{subscription_id} test")[:32],
        expires_at=expires_at,
    )
