"""What must hold of everything that is told: reminders, messages, list updates, and what waits to be pushed."""

import json
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw

from tests.power.load import REMINDERS, Family
from tests.power.truth import reading

# The family writes on this list all the time; how often it is told of is a question of minutes.
SHOP = "Shop"
DAILY = ("summary", "chore")


@dataclass(frozen=True)
class Entry:
    """What the household was told."""

    kind: str
    title: str
    body: str
    members: frozenset[str]

    @property
    def about(self) -> tuple[str, str]:
        """What it tells of: the name of an event, a message or a list, and how long before."""
        if self.kind == "list":
            return self.body.removeprefix("New on "), ""
        return self.title, self.body.partition(" · ")[0] if self.kind == "reminder" else ""


def feed(file: Path) -> list[Entry]:
    """Everything the household was told."""
    with closing(reading(file)) as db:
        return _feed(db)


def check_once(file: Path, family: Family) -> bool:
    """Nothing is told twice or without a reason, and no message is lost; whether everything is told that is to be."""
    with closing(reading(file)) as db:
        db.execute("BEGIN")  # what follows is of one moment
        told = _feed(db)
        visits = {str(title) for (title,) in db.execute("SELECT title FROM events")}
        filled = db.execute("SELECT DISTINCT name FROM lists JOIN items ON list_id = lists.id WHERE name <> ?", (SHOP,))
        lists = {str(name) for (name,) in filled}
        daily = Counter(
            str(key).partition(" ")[0]
            for (key,) in db.execute("SELECT key FROM sent_log WHERE recipient = 'household'")
        )
    messages = {each.title for each in told if each.kind == "message"}
    there = visits | messages | lists
    assert family.journal.to_tell <= there <= family.journal.wished_to_tell

    once = Counter(each.about for each in told if each.kind not in DAILY and each.about[0] != SHOP)
    due = {(visit, lead) for visit in visits for lead in REMINDERS.values()}
    due |= {(name, "") for name in there - visits}
    assert {1} >= set(once.values())
    assert set(once) <= due
    for kind in DAILY:
        assert daily[kind] == sum(each.kind == kind for each in told)
    return set(once) == due


def check_pushes(file: Path, expected: int) -> bool:
    """Not more pushes were ever planned than there is to tell; whether that many were, and none waits any more."""
    with closing(reading(file)) as db:
        planned = next(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'pushes'"))[0]
        waiting = next(db.execute("SELECT count(*) FROM pushes"))[0]
    assert int(str(planned)) <= expected
    return (planned, waiting) == (expected, 0)


def _feed(db: apsw.Connection) -> list[Entry]:
    rows = db.execute("SELECT kind, title, coalesce(body, ''), member_ids FROM notifications ORDER BY at")
    return [Entry(str(k), str(t), str(b), frozenset(json.loads(str(who)))) for k, t, b, who in rows]
