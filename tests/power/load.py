"""A family that never rests: clients who write without a pause and remember every answer they got."""

import http.client
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from appliance.kernel.scheduling.clock import instant
from tests.machine import Machine, asked

BATCH = 3
# Fewer than the 2,000 items that a list may have, with room for what is under way.
GROUPS_IN_A_LIST = 500
FIRST_DAY = date(2000, 1, 1)
PAUSE = 0.1
# Both are due at once: an event's start is now.
REMINDERS = {0: "Now", 5: "In 5 minutes"}


@dataclass
class Journal:
    """What was wished for, and what of it was acknowledged; each group of items in the order of its client.

    `to_tell` holds the names of events, messages and lists that somebody is to be told of.
    """

    items: list[list[tuple[str, ...]]] = field(default_factory=list)
    ticks: set[str] = field(default_factory=set)
    wished: set[tuple[str, ...]] = field(default_factory=set)
    wished_ticks: set[str] = field(default_factory=set)
    to_tell: set[str] = field(default_factory=set)
    wished_to_tell: set[str] = field(default_factory=set)
    refused: list[tuple[int, object]] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(map(len, self.items)) + len(self.ticks) + len(self.to_tell)


class Family:
    """The clients, and the household they write into."""

    def __init__(self, machine: Machine):
        self.journal = Journal()
        self._machine = machine
        self._days = (str(FIRST_DAY + timedelta(days=number)) for number in itertools.count())
        self._turn = threading.Lock()
        self.member = self._made("/api/members", {"name": "Ana", "color": "#ee5577"})
        self.other = self._made("/api/members", {"name": "Ben", "color": "#5577ee"})
        self.chore = self._made(
            "/api/chores", {"title": "Dishes", "points": 7, "memberId": self.member, "rrule": "FREQ=DAILY"}
        )
        self.list = self._made("/api/lists", {"name": "Shop", "kind": "shopping"})
        self._further_lists = 0
        self._list_lock = threading.Lock()
        self.calendar = self._made("/api/calendars", {"kind": "local", "name": "Home"})

    @contextmanager
    def at_work(self, adders: int = 3, tickers: int = 2, tellers: int = 0) -> Iterator[None]:
        """Everybody writes while the block runs, and until the server is gone or the block ends.

        `tellers` is how many write each: events that are reminded of, messages, and lists that are told of.
        """
        ended = threading.Event()
        work = [self._add] * adders + [self._tick] * tickers + [self._meet, self._say, self._list] * tellers
        clients = [threading.Thread(target=self._client, args=(each, ended), daemon=True) for each in work]
        for client in clients:
            client.start()
        try:
            yield
        finally:
            ended.set()
            for client in clients:
                client.join(120)

    def _client(self, work, ended: threading.Event) -> None:  # type: ignore[no-untyped-def]
        with self._machine.connected() as connection:
            try:
                work(connection, ended)
            except (OSError, http.client.HTTPException):
                return  # the power is gone

    def _add(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Items, several in one wish: all of them or none."""
        mine: list[tuple[str, ...]] = []
        self.journal.items.append(mine)
        while not ended.is_set():
            self._use_a_list_with_room()
            self._add_group(connection, self.list, mine)

    def _use_a_list_with_room(self) -> None:
        """A list takes 2,000 items; before that the clients go on with a new one."""
        with self._list_lock:
            if sum(map(len, self.journal.items)) // GROUPS_IN_A_LIST > self._further_lists:
                self.list = self._made("/api/lists", {"name": "Shop", "kind": "shopping"})
                self._further_lists += 1

    def _add_group(self, connection: http.client.HTTPConnection, list_id: str, mine: list[tuple[str, ...]]) -> None:
        group = tuple(str(uuid4()) for _ in range(BATCH))
        self.journal.wished.add(group)
        body = [{"id": each, "title": f"Milk {each[:4]}", "steps": ["fresh"]} for each in group]
        if self._granted(connection, f"/api/lists/{list_id}/items", body):
            mine.append(group)

    def _tick(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Chores, each for a day of its own: a completion and the points in one."""
        while not ended.is_set():
            with self._turn:
                day = next(self._days)
            self.journal.wished_ticks.add(day)
            if self._granted(connection, f"/api/chores/{self.chore}/complete", {"date": day}):
                self.journal.ticks.add(day)

    def _meet(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Events that begin now, for everybody, for Ana and for Ben, each with two reminders."""
        for who in itertools.cycle(([], [self.member], [self.other])):
            if ended.wait(PAUSE):
                return
            now, title = datetime.now(UTC), self._fresh("Visit")
            body = {
                "calendarId": self.calendar, "title": title, "start": instant(now), "allDay": False,
                "end": instant(now + timedelta(hours=1)), "memberIds": who, "reminders": list(REMINDERS),
            }  # fmt: skip
            if self._granted(connection, "/api/events", body):
                self.journal.to_tell.add(title)

    def _say(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Messages to Ben."""
        while not ended.wait(PAUSE):
            title = self._fresh("Message")
            if self._granted(connection, "/api/notify", {"title": title, "body": "Soup", "memberIds": [self.other]}):
                self.journal.to_tell.add(title)

    def _list(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Lists with something on them, of which everybody is told once."""
        mine: list[tuple[str, ...]] = []
        self.journal.items.append(mine)
        while not ended.wait(PAUSE):
            name, number = self._fresh("List"), str(uuid4())
            if self._granted(connection, "/api/lists", {"id": number, "name": name, "kind": "todo"}):
                self._add_group(connection, number, mine)
                self.journal.to_tell.add(name)

    def _fresh(self, what: str) -> str:
        name = f"{what} {uuid4()}"
        self.journal.wished_to_tell.add(name)
        return name

    def _granted(self, connection: http.client.HTTPConnection, path: str, body: object) -> bool:
        status, answer = asked(connection, "POST", path, body)
        if status not in (200, 201):
            self.journal.refused.append((status, answer))
        return status in (200, 201)

    def _made(self, path: str, body: object) -> str:
        status, answer = self._machine.ask("POST", path, body)
        assert 201 == status, answer
        return str(answer["id"])
