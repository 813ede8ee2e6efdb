"""Balances and streaks after any sequence of ticks by part, ticks without points, missed chores and day starts.

Both are recomputed from nothing after every step.
"""

import tempfile
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores import chore_day
from appliance.chores.models import CompleteRequest, NewChore
from appliance.chores.overdue import actions as overdue
from appliance.chores.overdue.models import LetGoRequest
from appliance.chores.timing import DayPart
from appliance.household.actions import change_settings
from appliance.household.models import SettingsPatch
from appliance.kernel.errors import BadRequest
from appliance.kernel.text.rounding import half_up
from appliance.points import actions as points
from appliance.points.streaks import actions as streaks
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in

START = date(2026, 11, 20)
POINTS = {"books": 7, "bin": 4, "cat": 3}
PARTS: dict[str, list[DayPart | None]] = {"books": [None], "bin": [None], "cat": ["morning", "evening"]}
GRACE = 1
NAMES = st.sampled_from(sorted(POINTS))
DAYS_AGO = st.integers(-1, 9)
WHICH = st.integers(0, 1)


class Household(RuleBasedStateMachine):
    """A child with books to return once, the bin of each week, and a cat that is fed twice a day."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FakeClock()
        self.clock.at = datetime(2026, 11, 20, 12, tzinfo=UTC)
        self.database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), self.clock).database
        self.starts_at = 0
        # Points by chore, date and part; None for what a parent did.
        self.ticks: dict[tuple[str, date, DayPart | None], int | None] = {}
        self.let_go: set[tuple[str, date]] = set()

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def the_family_moves_in(self) -> None:
        self.child = self.database.write_now(move_in)["Cleo"].id
        requests = {
            "books": NewChore(title="Books", due_date=START, points=POINTS["books"], member_id=self.child),
            "bin": NewChore(
                title="Bin",
                rrule="FREQ=WEEKLY",
                due_date=START,
                points=POINTS["bin"],
                member_id=self.child,
                keep_asking=True,
            ),
            "cat": NewChore(
                title="Cat",
                rrule="FREQ=DAILY",
                due_date=START,
                points=POINTS["cat"],
                member_id=self.child,
                day_parts=["morning", "evening"],
            ),
        }
        self.ids = {name: self.database.write_now(chores.add, request).id for name, request in requests.items()}

    @property
    def today(self) -> date:
        """The household's day."""
        now = self.clock.at
        return now.date() - timedelta(days=now.hour < self.starts_at)

    @rule(name=NAMES, back=DAYS_AGO, which=WHICH, free=st.booleans())
    def tick(self, name: str, back: int, which: int, free: bool) -> None:
        day, part = self.today - timedelta(days=back), PARTS[name][which % len(PARTS[name])]
        request = CompleteRequest(date=day, without_points=free)
        if part:
            request.day_part = part
        self.database.write_now(chores.complete, self.ids[name], request)
        if free:
            self.ticks[name, day, part] = None
        elif (name, day, part) not in self.ticks:
            self.ticks[name, day, part] = POINTS[name] if day >= self.today else half_up(POINTS[name] * 50, 100)

    @rule(name=NAMES, back=DAYS_AGO, which=WHICH)
    def untick(self, name: str, back: int, which: int) -> None:
        day, part = self.today - timedelta(days=back), PARTS[name][which % len(PARTS[name])]
        self.database.write_now(chores.uncomplete, self.ids[name], day, None, part)
        self.ticks.pop((name, day, part), None)

    @rule(name=NAMES, back=DAYS_AGO)
    def let_one_go(self, name: str, back: int) -> None:
        day = self.today - timedelta(days=back)
        with suppress(BadRequest):
            self.database.write_now(overdue.let_go, self.ids[name], LetGoRequest(date=day))
            self.let_go.add((name, day))

    @rule(hours=st.integers(1, 40))
    def time_passes(self, hours: int) -> None:
        self.clock.turn(hours=hours)

    @rule(hour=st.integers(0, 5))
    def the_day_starts_at(self, hour: int) -> None:
        self.database.write_now(change_settings, SettingsPatch(day_starts_at=hour))
        self.starts_at = hour

    @invariant()
    def the_balance_is_what_was_earned(self) -> None:
        earned = sum(points or 0 for points in self.ticks.values())
        assert earned == points.balance(self.database.read, self.child).balance

    @invariant()
    def the_streak_is_that_of_the_days(self) -> None:
        read = self.database.read
        assert self.streak() == streaks.streaks(read).by_member.get(self.child, 0)
        assert self.streak() == streaks.streaks(read, self.database.derived).by_member.get(self.child, 0)

    @invariant()
    def what_was_missed_asks(self) -> None:
        found = {
            (next(name for name, chore_id in self.ids.items() if chore_id == each.id), each.overdue_since)
            for each in chore_day.day(self.database.read, self.today)
            if each.overdue_since and not each.completed
        }
        assert self.missed() == found

    def due(self, name: str, day: date) -> bool:
        days = (day - START).days
        return days >= 0 and {"books": days == 0, "bin": days % 7 == 0, "cat": True}[name]

    def streak(self) -> int:
        length = 0
        missed: list[date] = []
        for back in range(60):
            day = self.today - timedelta(days=back)
            due = [(name, day, part) for name in POINTS if self.due(name, day) for part in PARTS[name]]
            if not due:
                continue
            if all(key in self.ticks for key in due):
                length += 1
            elif back:
                if sum(other < day + timedelta(days=7) for other in missed) >= GRACE:
                    break
                missed.append(day)
        return length

    def missed(self) -> set[tuple[str, date]]:
        """The books, and the bin of the last week, unless it was let go or was done then or later."""
        found = set()
        for name in ("books", "bin"):
            past = [START + timedelta(days=days) for days in range((self.today - START).days)]
            days = [day for day in past if self.due(name, day)]
            asks = bool(days) and (name, days[-1]) not in self.let_go
            if asks and not any(chore == name and day >= days[-1] for chore, day, _ in self.ticks):
                found.add((name, days[-1]))
        return found


TestKeptChores = Household.TestCase
TestKeptChores.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
