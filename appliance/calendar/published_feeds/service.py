"""Serve published feeds: one is written at a time, and not again while nothing has changed."""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Any

import msgspec

from appliance.calendar.published_feeds import actions
from appliance.calendar.published_feeds.models import PublishedFeed
from appliance.kernel.database.session import Session
from appliance.kernel.http.etag import is_named

# Files that are kept, and how large one may be for it: phones ask again and again for the same one.
MAX_KEPT, LARGEST_KEPT = 4, 2_000_000
MAX_TAGS = 100


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A feed's file and its ETag; `content` is None for a caller that has it already."""

    tag: str
    content: bytes | None


class Publisher:
    """Writes the files of feeds, and keeps what it wrote last."""

    def __init__(self, more: actions.More) -> None:
        """`more` writes what later domains add to a feed."""
        self._more = more
        self._lock = asyncio.Lock()
        # By the feed's id: the state of the household it was made from, and the ETag.
        self._tags: OrderedDict[str, tuple[Any, str]] = OrderedDict()
        self._files: OrderedDict[str, bytes] = OrderedDict()

    async def file(self, session: Session, feed: PublishedFeed, known: str) -> File:
        """The file of a feed. `known` is If-None-Match of the request. Raises as the action."""
        async with self._lock:
            db = session.read
            state = (session.rev, db.today, str(db.zone))
            kept = self._tags.get(feed.id)
            if kept and kept[0] == state:
                if _matches(kept[1], known):
                    return File(tag=kept[1], content=None)
                if (content := self._files.get(kept[1])) is not None:
                    return File(tag=kept[1], content=content)
            content = await session.read_in_thread(actions.calendar_file, feed, self._more)
            tag = f'"{sha256(content).hexdigest()[:32]}"'
            self._keep(feed.id, state, tag, content)
            return File(tag=tag, content=None if _matches(tag, known) else content)

    def _keep(self, feed_id: str, state: Any, tag: str, content: bytes) -> None:
        before = self._tags.pop(feed_id, None)
        if before:
            self._files.pop(before[1], None)
        self._tags[feed_id] = (state, tag)
        if len(content) <= LARGEST_KEPT:
            self._files[tag] = content
        while len(self._tags) > MAX_TAGS:
            self._tags.popitem(last=False)
        while len(self._files) > MAX_KEPT:
            self._files.popitem(last=False)


def _matches(tag: str, known: str) -> bool:
    return known.strip() == "*" or is_named(tag, known)
