"""The devices of the family: who hears what, what arrived, and what may arrive twice."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from tests.machine import Machine
from tests.notifications.service import Browser, PushService, pushing
from tests.power.load import Family
from tests.power.told import Entry

# As a push service far away: most cuts come while something is on its way to one.
ANSWERS_AFTER_SECONDS = 0.03


class Phone(Browser):
    """A browser whose push service takes its time to answer. What it has seen it has seen all the same."""

    def take(self, headers: dict[str, str], body: bytes) -> None:
        super().take(headers, body)
        time.sleep(ANSWERS_AFTER_SECONDS)


@dataclass
class Hearer:
    """A subscribed device; nobody followed is everybody."""

    phone: Phone
    followed: set[str]
    prefs: dict[str, Any]
    told_daily: tuple[str, ...] = ()

    def expected(self, feed: list[Entry]) -> list[tuple[str, str]]:
        """Title and body of everything that it is told, daily news by kind alone."""
        wanted = {"message", *(kind for kind, pref, default in KINDS if self.prefs.get(pref, default))}
        heard = [
            (each.title, each.body)
            for each in feed
            if each.kind in wanted and (not self.followed or not each.members or self.followed & each.members)
        ]
        return heard + [(kind, "") for kind in self.told_daily]

    def arrived(self) -> list[tuple[tuple[str, str], str]]:
        """What it has seen, as in `expected`, and its topic (RFC 8030 §5.4), in order of arrival."""
        seen = [DAILY.get(push.get("url", "")) or (push["title"], push["body"]) for push in self.phone.seen]
        return list(zip(seen, (each["topic"] for each in self.phone.headers), strict=True))


KINDS = (("reminder", "eventReminders", True), ("list", "listUpdates", False))
DAILY = {"/": ("summary", ""), "/chores": ("chore", "")}


@dataclass
class Hearers:
    """All of them, and one more whenever somebody visits."""

    machine: Machine
    family: Family
    service: PushService
    everybody: list[Hearer] = field(default_factory=list)

    def settle_in(self) -> None:
        """One for the kitchen, one of Ana's, and one of Ben's that wants no reminders."""
        self._subscribe([], {"listUpdates": True})
        self._subscribe([self.family.member], {})
        self._subscribe([self.family.other], {"listUpdates": True, "eventReminders": False})

    def visit(self) -> None:
        """A device that wants to be told at this very minute what the day brings and which chores are left."""
        now = f"{datetime.now(ZoneInfo('Europe/Berlin')):%H:%M}"
        prefs = {"dailySummary": True, "summaryTime": now, "choreNudge": True, "choreNudgeTime": now}
        # Messages are for Ben.
        self._subscribe([self.family.member], {**prefs, "eventReminders": False}, ("summary", "chore"))

    def _subscribe(self, followed: list[str], prefs: dict[str, Any], told_daily: tuple[str, ...] = ()) -> None:
        phone = Phone(self.service)
        body = {"subscription": phone.subscription, "deviceName": "Phone", "memberIds": followed, "prefs": prefs}
        status, answer = self.machine.ask("POST", "/api/push/subscriptions", body)
        assert 201 == status, answer
        self.everybody.append(Hearer(phone, set(followed), prefs, told_daily))

    def expected(self, feed: list[Entry]) -> int:
        """How much is to be pushed."""
        return sum(len(each.expected(feed)) for each in self.everybody)

    def check(self, feed: list[Entry], cuts: int) -> tuple[int, int]:
        """Everything arrived, in the order it was planned. Answers how much, and how much of it once more.

        A push is forgotten only after it was taken: what was on its way at a cut is sent again, with the same topic, by
        which a push service knows it.
        """
        again = 0
        for hearer in self.everybody:
            arrived = hearer.arrived()
            runs = [(push, len(list(run))) for push, run in groupby(arrived)]
            # Again means: at once, before anything else, and at most once a cut.
            assert sorted(hearer.expected(feed)) == sorted(what for (what, _), _ in runs)
            assert len(runs) == len({topic for (_, topic), _ in runs})
            assert len(arrived) - len(runs) <= cuts
            again += len(arrived) - len(runs)
        assert [] == self.service.faults
        assert 1 == len(self.service.signers), "the house has one pair of keys"
        return sum(len(each.phone.seen) for each in self.everybody) - again, again


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service by the real clock."""
    with pushing() as service:
        service.now = time.time
        yield service
