"""Subscribed devices of the family: which notifications each expects, which arrived, and which may arrive twice."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from tests.machine import Machine
from tests.morning import ZONE
from tests.notifications.service import Browser, PushService, pushing
from tests.power.load import Family
from tests.power.sent_notifications import Entry

# Like a distant push service: most power cuts happen while a push is being sent.
ANSWERS_AFTER_SECONDS = 0.03
# Fewer than the 200 subscriptions that a household may have.
MAX_DEVICES = 190


class Phone(Browser):
    """A browser whose push service answers slowly. A push counts as received before the answer is sent."""

    def take(self, headers: dict[str, str], body: bytes) -> None:
        super().take(headers, body)
        time.sleep(ANSWERS_AFTER_SECONDS)


@dataclass
class Device:
    """A subscribed device. An empty `followed` means every member."""

    phone: Phone
    followed: set[str]
    prefs: dict[str, Any]
    daily: tuple[str, ...] = ()

    def expected(self, feed: list[Entry]) -> list[tuple[str, str]]:
        """Title and body of every notification that it should receive; of daily ones only the kind."""
        wanted = {"message", *(kind for kind, pref, default in KINDS if self.prefs.get(pref, default))}
        matching = [
            (each.title, each.body)
            for each in feed
            if each.kind in wanted and (not self.followed or not each.members or self.followed & each.members)
        ]
        return matching + [(kind, "") for kind in self.daily]

    def arrived(self) -> list[tuple[tuple[str, str], str]]:
        """The pushes received, each as in `expected` with its topic (RFC 8030 §5.4), in order of arrival."""
        seen = [DAILY.get(push.get("url", "")) or (push["title"], push["body"]) for push in self.phone.seen]
        return list(zip(seen, (each["topic"] for each in self.phone.headers), strict=True))


KINDS = (("reminder", "eventReminders", True), ("list", "listUpdates", False))
DAILY = {"/": ("summary", ""), "/chores": ("chore", "")}


@dataclass
class Devices:
    """All devices of the household."""

    machine: Machine
    family: Family
    service: PushService
    all_devices: list[Device] = field(default_factory=list)

    def subscribe_household(self) -> None:
        """Subscribe one device for the kitchen, one for Ana, and one for Ben without reminders."""
        self._subscribe([], {"listUpdates": True})
        self._subscribe([self.family.member], {})
        self._subscribe([self.family.other], {"listUpdates": True, "eventReminders": False})

    def subscribe_visitor(self) -> None:
        """Subscribe a device whose daily summary and chore reminder are due in the current minute."""
        if len(self.all_devices) == MAX_DEVICES:
            return
        now = f"{datetime.now(ZONE):%H:%M}"
        prefs = {"dailySummary": True, "summaryTime": now, "choreNudge": True, "choreNudgeTime": now}
        # It follows Ana; messages go to Ben.
        self._subscribe([self.family.member], {**prefs, "eventReminders": False}, ("summary", "chore"))

    def _subscribe(self, followed: list[str], prefs: dict[str, Any], daily: tuple[str, ...] = ()) -> None:
        phone = Phone(self.service)
        body = {"subscription": phone.subscription, "deviceName": "Phone", "memberIds": followed, "prefs": prefs}
        status, answer = self.machine.request("POST", "/api/push/subscriptions", body)
        assert 201 == status, answer
        self.all_devices.append(Device(phone, set(followed), prefs, daily))

    def expected(self, feed: list[Entry]) -> int:
        """How many pushes the feed should cause."""
        return sum(len(each.expected(feed)) for each in self.all_devices)

    def check(self, feed: list[Entry], cuts: int) -> tuple[int, int]:
        """Check that every push arrived, in order. Return the number of pushes and the number of repeated ones.

        A push leaves the queue only after the service accepted it. One that was being sent during a power cut is sent
        again with the same topic, so that the push service can recognise it.
        """
        repeated = 0
        for device in self.all_devices:
            arrived = device.arrived()
            runs = [(push, len(list(run))) for push, run in groupby(arrived)]
            # A repeated push comes directly after the first one, at most once for each power cut.
            assert sorted(device.expected(feed)) == sorted(what for (what, _), _ in runs)
            assert len(runs) == len({topic for (_, topic), _ in runs})
            assert len(arrived) - len(runs) <= cuts
            repeated += len(arrived) - len(runs)
        assert [] == self.service.faults
        assert 1 == len(self.service.signers), "the server has one VAPID key pair"
        return sum(len(each.phone.seen) for each in self.all_devices) - repeated, repeated


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service that uses the real clock."""
    with pushing() as service:
        service.now = time.time
        yield service
