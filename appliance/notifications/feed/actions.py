"""Verbs on the household's feed: what was told, to everybody who looks."""

from collections.abc import Sequence
from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest, NotFound
from appliance.kernel.scheduling.isolation import Failure
from appliance.notifications.feed import queries, rules
from appliance.notifications.feed.models import Kind, NewMessage, Notification, Source
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import Notice
from appliance.people import queries as people


def put(
    tx: Tx, kind: Kind, notice: Notice, member_ids: Sequence[str], source: Source | None = "system"
) -> Notification:  # fmt: skip
    """Keep a notice in the feed; rev rises, no webhook hears of it. (contract §18)"""
    at = rules.at(tx.now, queries.latest_of(tx, tx.now))
    entry = Notification(
        str(uuid4()), at, kind, notice.title, notice.body or None, notice.url, tuple(member_ids), source
    )
    queries.put(tx, entry)
    tx.touch()
    return entry


def send(tx: Tx, request: NewMessage, source: Source) -> list[tuple[int, str]]:
    """Keep a message in the feed and let it wait for the devices of its members.

    Answers number and device of what waits. Raises Invalid.
    """
    rules.check_url(request.url)
    known = people.known(tx, request.member_ids)
    for index, member_id in enumerate(request.member_ids):
        if member_id not in known:
            raise BadRequest("is not a member", at=f"memberIds.{index}")

    notice = Notice(request.title, request.body, request.url or None)
    put(tx, "message", notice, known, source)
    return push.announce(tx, notice, known)


def remove(tx: Tx, notification_id: str) -> None:
    """Remove an entry for everybody. Raises NotFound."""
    if not queries.remove(tx, notification_id):
        raise NotFound("Not found")

    tx.touch()


def clear(tx: Tx) -> int:
    """Remove every entry for everybody; how many there were."""
    removed = queries.remove_all(tx)
    tx.touch()
    return removed


def prune(tx: Tx) -> list[Failure]:
    """Delete entries older than ninety days. A step of the reminder job; no part of it can fail by itself.

    (spec: Notification feed 5)
    """
    if queries.remove_before(tx, rules.forgotten_before(tx.now)):
        tx.touch()
    return []
