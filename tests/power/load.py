"""A family that never rests: clients who write without a pause and remember every answer they got."""

import http.client
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from uuid import uuid4

from tests.machine import Machine, asked

BATCH = 3
FIRST_DAY = date(2000, 1, 1)


@dataclass
class Journal:
    """What was wished for, and what of it was acknowledged; each group of items in the order of its client."""

    items: list[list[tuple[str, ...]]] = field(default_factory=list)
    ticks: set[str] = field(default_factory=set)
    wished: set[tuple[str, ...]] = field(default_factory=set)
    wished_ticks: set[str] = field(default_factory=set)
    refused: list[tuple[int, object]] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(map(len, self.items)) + len(self.ticks)


class Family:
    """The clients, and the household they write into."""

    def __init__(self, machine: Machine):
        self.journal = Journal()
        self._machine = machine
        self._days = (str(FIRST_DAY + timedelta(days=number)) for number in itertools.count())
        self._turn = threading.Lock()
        self.member = self._made("/api/members", {"name": "Ana", "color": "#ee5577"})
        self.chore = self._made(
            "/api/chores", {"title": "Dishes", "points": 7, "memberId": self.member, "rrule": "FREQ=DAILY"}
        )
        self.list = self._made("/api/lists", {"name": "Shop", "kind": "shopping"})

    @contextmanager
    def at_work(self, adders: int = 3, tickers: int = 2) -> Iterator[None]:
        """Everybody writes while the block runs, and until the server is gone or the block ends."""
        ended = threading.Event()
        work = [self._add] * adders + [self._tick] * tickers
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
            group = tuple(str(uuid4()) for _ in range(BATCH))
            self.journal.wished.add(group)
            body = [{"id": each, "title": f"Milk {each[:4]}", "steps": ["fresh"]} for each in group]
            status, answer = asked(connection, "POST", f"/api/lists/{self.list}/items", body)
            if status == 201:
                mine.append(group)
            else:
                self.journal.refused.append((status, answer))

    def _tick(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Chores, each for a day of its own: a completion and the points in one."""
        while not ended.is_set():
            with self._turn:
                day = next(self._days)
            self.journal.wished_ticks.add(day)
            status, answer = asked(connection, "POST", f"/api/chores/{self.chore}/complete", {"date": day})
            if status == 200:
                self.journal.ticks.add(day)
            else:
                self.journal.refused.append((status, answer))

    def _made(self, path: str, body: object) -> str:
        status, answer = self._machine.ask("POST", path, body)
        assert 201 == status, answer
        return str(answer["id"])
