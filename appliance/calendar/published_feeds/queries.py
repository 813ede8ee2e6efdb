"""Every SQL statement about published feeds."""

from collections.abc import Sequence
from datetime import datetime

from appliance.calendar.published_feeds.models import PublishedFeed, Stamp
from appliance.kernel.database.transactions import Reader, Tx

FEEDS = (
    "SELECT id, name, member_id, CASE WHEN all_local THEN NULL ELSE (SELECT json_group_array(calendar_id)"
    " FROM published_feed_calendars WHERE feed_id = id) END AS calendar_ids, descriptions, meals, created_at,"
    " last_used_at FROM published_feeds"
)


def feeds(db: Reader) -> list[PublishedFeed]:
    """Every feed, in the order they were made."""
    return db.all(PublishedFeed, f"{FEEDS} ORDER BY created_at, rowid")


def feed(db: Reader, feed_id: str) -> PublishedFeed:
    """One feed. Raises NotFound."""
    return db.one(PublishedFeed, f"{FEEDS} WHERE id = ?", feed_id)


def by_digest(db: Reader, digest: str) -> PublishedFeed | None:
    """The feed whose token has this SHA-256."""
    return db.maybe(PublishedFeed, f"{FEEDS} WHERE digest = ?", digest)


def count(db: Reader) -> int:
    """The number of feeds."""
    return int(db.value("SELECT count(*) FROM published_feeds"))


def put(tx: Tx, feed: PublishedFeed, digest: str) -> None:
    """Store a new feed with the SHA-256 of its token."""
    tx.run(
        "INSERT INTO published_feeds (id, name, member_id, all_local, descriptions, meals, digest, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        feed.id,
        feed.name,
        feed.member_id,
        feed.calendar_ids is None,
        feed.descriptions,
        feed.meals,
        digest,
        feed.created_at,
    )
    tx.run_many(
        "INSERT INTO published_feed_calendars (feed_id, calendar_id) VALUES (?, ?)",
        [(feed.id, calendar_id) for calendar_id in feed.calendar_ids or ()],
    )


def remove(tx: Tx, feed_id: str) -> bool:
    """Delete a feed; False when there is none."""
    return bool(tx.run("DELETE FROM published_feeds WHERE id = ?", feed_id))


def put_used(tx: Tx, feed_id: str, at: datetime) -> None:
    """Store when a feed was last read."""
    tx.run("UPDATE published_feeds SET last_used_at = ? WHERE id = ?", at, feed_id)


def stamps(db: Reader, event_ids: Sequence[str]) -> dict[str, Stamp]:
    """When these events were stored and changed, by id."""
    found = db.all(
        Stamp,
        "SELECT id, created_at, changed_at, sequence FROM events WHERE id IN (SELECT value FROM json_each(?))",
        event_ids,
    )
    return {each.id: each for each in found}
