"""Checks of the notification feed and the push queue: reminders, messages, list updates."""

import json
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw

from tests.power.database_checks import open_read_only
from tests.power.load import REMINDERS, Family

# The family writes on this list all the time, so the number of its notifications depends on the time that passed.
SHOP = "Shop"
DAILY = ("summary", "chore")


@dataclass(frozen=True)
class Entry:
    """One entry of the notification feed."""

    kind: str
    title: str
    body: str
    members: frozenset[str]

    @property
    def subject(self) -> tuple[str, str]:
        """The name of an event, a message or a list, and for an event the words for the lead time."""
        if self.kind == "list":
            return self.body.removeprefix("New on "), ""
        return self.title, self.body.partition(" · ")[0] if self.kind == "reminder" else ""


def feed(file: Path) -> list[Entry]:
    """All entries of the notification feed, oldest first."""
    with closing(open_read_only(file)) as db:
        return _feed(db)


def check_once(file: Path, family: Family) -> bool:
    """Check that no notification is duplicated, unfounded or lost. Return whether all were created."""
    with closing(open_read_only(file)) as db:
        db.execute("BEGIN")  # all queries below read the same snapshot
        entries = _feed(db)
        visits = {str(title) for (title,) in db.execute("SELECT title FROM events")}
        filled = db.execute("SELECT DISTINCT name FROM lists JOIN items ON list_id = lists.id WHERE name <> ?", (SHOP,))
        lists = {str(name) for (name,) in filled}
        daily = Counter(
            str(key).partition(" ")[0]
            for (key,) in db.execute("SELECT key FROM sent_log WHERE recipient = 'household'")
        )
    messages = {each.title for each in entries if each.kind == "message"}
    stored = visits | messages | lists
    assert family.journal.announced <= stored <= family.journal.requested_announcements

    once = Counter(each.subject for each in entries if each.kind not in DAILY and each.subject[0] != SHOP)
    due = {(visit, lead) for visit in visits for lead in REMINDERS.values()}
    due |= {(name, "") for name in stored - visits}
    assert {1} >= set(once.values())
    assert set(once) <= due
    for kind in DAILY:
        assert daily[kind] == sum(each.kind == kind for each in entries)
    return set(once) == due


def check_pushes(file: Path, expected: int) -> bool:
    """Check that at most `expected` pushes were queued. Return whether exactly that many were, and all are sent."""
    with closing(open_read_only(file)) as db:
        queued = next(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'pushes'"))[0]
        waiting = next(db.execute("SELECT count(*) FROM pushes"))[0]
    assert int(str(queued)) <= expected
    return (queued, waiting) == (expected, 0)


def _feed(db: apsw.Connection) -> list[Entry]:
    rows = db.execute("SELECT kind, title, coalesce(body, ''), member_ids FROM notifications ORDER BY at")
    return [Entry(str(k), str(t), str(b), frozenset(json.loads(str(who)))) for k, t, b, who in rows]
