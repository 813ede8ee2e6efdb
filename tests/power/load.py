"""Load for the power-cut tests: clients that write all the time and record every answer."""

import http.client
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from appliance.kernel.scheduling.clock import instant
from tests.machine import Machine, send_request

BATCH = 3
# Fewer than the 2,000 items that a list may have, with room for what is under way.
GROUPS_IN_A_LIST = 500
# Fewer than the 20,000 items and 500 lists that a household may have. Afterwards the other clients go on.
MAX_GROUPS = 6_000
MAX_LISTS = 400
# Days from the present one, within a year. Never the present day: a chore that is done today causes no chore reminder,
# and the devices expect theirs.
DAYS = (*range(2, 365), *range(-2, -365, -1))
PAUSE = 0.1
# Both are due at once: an event's start is now.
REMINDERS = {0: "Now", 5: "In 5 minutes"}


@dataclass
class Journal:
    """The requested writes, and those that were acknowledged; each group of items in the order of its client.

    `announced` holds the names of acknowledged events, messages and lists that cause a notification.
    """

    items: list[list[tuple[str, ...]]] = field(default_factory=list)
    ticks: set[str] = field(default_factory=set)
    requested: set[tuple[str, ...]] = field(default_factory=set)
    requested_ticks: set[str] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)
    requested_announcements: set[str] = field(default_factory=set)
    rejected: list[tuple[int, object]] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(map(len, self.items)) + len(self.ticks) + len(self.announced)


class Family:
    """The clients, and the household that they change."""

    def __init__(self, machine: Machine):
        self.journal = Journal()
        self._machine = machine
        today = datetime.now(UTC).date()
        self._days = (str(today + timedelta(days=number)) for number in DAYS)
        self._turn = threading.Lock()
        self.member = self._create("/api/members", {"name": "Ana", "color": "#ee5577"})
        self.other = self._create("/api/members", {"name": "Ben", "color": "#5577ee"})
        self.chore = self._create(
            "/api/chores", {"title": "Dishes", "points": 7, "memberId": self.member, "rrule": "FREQ=DAILY"}
        )
        self.list = self._create("/api/lists", {"name": "Shop", "kind": "shopping"})
        self._further_lists = 0
        self._most_groups = MAX_GROUPS
        self._added_lists = 0
        self._list_lock = threading.Lock()
        self.calendar = self._create("/api/calendars", {"kind": "local", "name": "Home"})

    @contextmanager
    def writing(
        self, adders: int = 3, tickers: int = 2, announcers: int = 0, most_groups: int = MAX_GROUPS
    ) -> Iterator[None]:
        """Write from all clients until the block ends or the server is gone.

        `announcers` is the number of clients for each kind: events with reminders, messages, and lists. `most_groups`
        are added to lists.
        """
        self._most_groups = most_groups
        ended = threading.Event()
        work = (
            [self._add_items] * adders
            + [self._complete_chores] * tickers
            + [self._add_events, self._send_messages, self._add_lists] * announcers
        )
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
        with self._machine.connect() as connection:
            try:
                work(connection, ended)
            except (OSError, http.client.HTTPException):
                return  # the server was killed

    def _add_items(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Add items, several in one request: all of them or none."""
        mine: list[tuple[str, ...]] = []
        self.journal.items.append(mine)
        while not ended.is_set() and sum(map(len, self.journal.items)) < self._most_groups:
            self._use_a_list_with_room()
            self._add_group(connection, self.list, mine)

    def _use_a_list_with_room(self) -> None:
        """Change to a new list before the current one reaches its limit of 2,000 items."""
        with self._list_lock:
            if sum(map(len, self.journal.items)) // GROUPS_IN_A_LIST > self._further_lists:
                self.list = self._create("/api/lists", {"name": "Shop", "kind": "shopping"})
                self._further_lists += 1

    def _add_group(self, connection: http.client.HTTPConnection, list_id: str, mine: list[tuple[str, ...]]) -> bool:
        group = tuple(str(uuid4()) for _ in range(BATCH))
        self.journal.requested.add(group)
        body = [{"id": each, "title": f"Milk {each[:4]}", "steps": ["fresh"]} for each in group]
        is_added = self._post(connection, f"/api/lists/{list_id}/items", body)
        if is_added:
            mine.append(group)
        return is_added

    def _complete_chores(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Complete the chore, each time for another date, until there is none left."""
        while not ended.is_set():
            with self._turn:
                day = next(self._days, None)
            if day is None:
                return
            self.journal.requested_ticks.add(day)
            if self._post(connection, f"/api/chores/{self.chore}/complete", {"date": day}):
                self.journal.ticks.add(day)

    def _add_events(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Create events that begin now, for everybody, for Ana and for Ben, each with two reminders."""
        for who in itertools.cycle(([], [self.member], [self.other])):
            if ended.wait(PAUSE):
                return
            now, title = datetime.now(UTC), self._new_name("Visit")
            body = {
                "calendarId": self.calendar,
                "title": title,
                "start": instant(now),
                "allDay": False,
                "end": instant(now + timedelta(hours=1)),
                "memberIds": who,
                "reminders": list(REMINDERS),
            }
            if self._post(connection, "/api/events", body):
                self.journal.announced.add(title)

    def _send_messages(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Send messages to Ben."""
        while not ended.wait(PAUSE):
            title = self._new_name("Message")
            if self._post(connection, "/api/notify", {"title": title, "body": "Soup", "memberIds": [self.other]}):
                self.journal.announced.add(title)

    def _add_lists(self, connection: http.client.HTTPConnection, ended: threading.Event) -> None:
        """Create lists with items; each causes one notification."""
        mine: list[tuple[str, ...]] = []
        self.journal.items.append(mine)
        while not ended.wait(PAUSE):
            if self._added_lists == MAX_LISTS:
                return
            self._added_lists += 1
            name, number = self._new_name("List"), str(uuid4())
            is_added = self._post(connection, "/api/lists", {"id": number, "name": name, "kind": "todo"})
            if is_added and self._add_group(connection, number, mine):
                self.journal.announced.add(name)

    def _new_name(self, what: str) -> str:
        name = f"{what} {uuid4()}"
        self.journal.requested_announcements.add(name)
        return name

    def _post(self, connection: http.client.HTTPConnection, path: str, body: object) -> bool:
        status, answer = send_request(connection, "POST", path, body)
        if status not in (200, 201):
            self.journal.rejected.append((status, answer))
        return status in (200, 201)

    def _create(self, path: str, body: object) -> str:
        status, answer = self._machine.request("POST", path, body)
        assert 201 == status, answer
        return str(answer["id"])
