"""Use cases of the notification feed."""

from collections.abc import Sequence
from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest, NotFound
from appliance.kernel.scheduling.isolation import Failure
from appliance.notifications.feed import queries, rules
from appliance.notifications.feed.models import Kind, NewMessage, Notification, Source
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import Notice
from appliance.people import queries as people_queries


def put(
    tx: Tx, kind: Kind, notice: Notice, member_ids: Sequence[str], source: Source | None = "system"
) -> Notification:
    """Add a notification to the feed; when it is full, the oldest is deleted. rev rises; no webhook is called.

    (contract §18)
    """
    at = rules.at(tx.now, queries.latest_of(tx, tx.now))
    entry = Notification(
        id=str(uuid4()),
        at=at,
        kind=kind,
        title=notice.title,
        body=notice.body or None,
        url=notice.url,
        member_ids=tuple(member_ids),
        source=source,
    )
    queries.put(tx, entry)
    queries.remove_oldest(tx, rules.MAX_ENTRIES)
    tx.touch()
    return entry


def send(tx: Tx, request: NewMessage, source: Source) -> list[tuple[int, str]]:
    """Add a message to the feed, and a push message for each device that follows one of its members.

    Returns id and subscription of each push message. Raises BadRequest.
    """
    rules.check_url(request.url)
    known = people_queries.known(tx, request.member_ids)
    for index, member_id in enumerate(request.member_ids):
        if member_id not in known:
            raise BadRequest("is not a member", at=f"memberIds.{index}", code="deleted_meanwhile")

    notice = Notice(title=request.title, body=request.body, url=request.url or None)
    put(tx, "message", notice, known, source)
    return push.announce(tx, notice, known)


def remove(tx: Tx, notification_id: str) -> None:
    """Delete an entry for everybody. Raises NotFound."""
    if not queries.remove(tx, notification_id):
        raise NotFound("Not found")

    tx.touch()


def clear(tx: Tx) -> int:
    """Delete every entry for everybody; returns their number."""
    removed = queries.remove_all(tx)
    tx.touch()
    return removed


def prune(tx: Tx) -> list[Failure]:
    """Delete entries older than ninety days. A step of the reminder job; no part of it can fail by itself.

    (contract: Notification feed 5)
    """
    if queries.remove_before(tx, rules.forgotten_before(tx.now)):
        tx.touch()
    return []
