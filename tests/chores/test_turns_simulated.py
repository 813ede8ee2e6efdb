"""Whose turn it is, compared with a plain simulation."""

import tempfile
from datetime import date, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores.away import actions as away
from appliance.chores.away.models import NewAwayRange
from appliance.chores.models import Chore, ChorePatch, CompleteRequest, NewChore
from appliance.chores.turns import actions as turns
from appliance.chores.turns.models import SwapRequest
from appliance.kernel.database.database import Database
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in

DAY = timedelta(days=1)
TODAY = date(2026, 11, 20)


class Rotations(RuleBasedStateMachine):
    """Compares whose turn it is with a plain simulation that goes through all days anew, after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FakeClock()
        self.database: Database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), self.clock).database
        self.today = TODAY
        self.every = {"due": 1, "completion": 2}
        # By way to count turns: the chore, who is in the order, whose turn is next, and what is decided.
        self.chores: dict[str, Chore] = {}
        self.order: dict[str, list[str]] = {}
        self.past: dict[str, dict[date, tuple[str | None, str | None]]] = {"due": {}, "completion": {}}
        self.following: dict[str, str] = {}
        self.done: dict[str, set[date]] = {"due": set(), "completion": set()}
        self.swaps: dict[str, dict[date, str]] = {"due": {}, "completion": {}}
        self.ranges: dict[str, tuple[str, date, int]] = {}
        # Since when the order applies, and who began it.
        self.since: dict[str, tuple[date, str]] = {}

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def the_family_moves_in(self) -> None:
        self.people = [person.id for person in self.database.write_now(move_in).values()]
        for by, every in self.every.items():
            request = NewChore(
                title=by,
                rrule=f"FREQ=DAILY;INTERVAL={every}",
                due_date=TODAY,
                member_ids=self.people[:3],
                share="turn",
                turn_by="completion" if by == "completion" else "due",
            )
            self.chores[by] = self.database.write_now(chores.add, request)
            self.order[by], self.following[by] = self.people[:3], self.people[0]
            self.since[by] = (TODAY, self.people[0])

    @rule(by=st.sampled_from(["due", "completion"]), ahead=st.integers(-6, 4))
    def complete(self, by: str, ahead: int) -> None:
        for day in self.due(by, TODAY, self.today + ahead * DAY)[-1:]:
            self.next_day(0)
            self.database.write_now(chores.complete, self.chores[by].id, CompleteRequest(date=day))
            self.done[by].add(day)
            self.count_again(by, day)

    @rule(by=st.sampled_from(["due", "completion"]))
    def uncomplete(self, by: str) -> None:
        for day in sorted(self.done[by])[-1:]:
            self.next_day(0)
            self.database.write_now(chores.uncomplete, self.chores[by].id, day)
            self.done[by].remove(day)
            self.count_again(by, day)

    @rule(by=st.sampled_from(["due", "completion"]), order=st.permutations(range(4)), size=st.integers(1, 4))
    def reorder(self, by: str, order: list[int], size: int) -> None:
        self.next_day(0)
        if self.today in self.done[by]:
            self.decide(by, self.today)
        was, now = self.order[by], [self.people[each] for each in order[:size]]
        self.database.write_now(chores.edit, self.chores[by].id, ChorePatch(member_ids=now))
        start = was.index(self.following[by])
        candidates = [each for each in [*was[start:], *was[:start], *now] if each in now]
        if was != now:
            self.order[by], self.following[by] = now, candidates[0]
            last = max(self.past[by], default=TODAY - DAY)
            self.since[by] = (max(last, self.today - DAY) + DAY, candidates[0])

    @rule(by=st.sampled_from(["due", "completion"]), ahead=st.integers(0, 6), pick=st.integers(0, 3))
    def swap(self, by: str, ahead: int, pick: int) -> None:
        member = self.order[by][pick % len(self.order[by])]
        for day in self.due(by, self.today, self.today + ahead * DAY)[-1:]:
            if day in self.past[by] or (member, day) in self.gone or self.expected(by)[day][0] is None:
                continue
            self.database.write_now(turns.swap, self.chores[by].id, SwapRequest(date=day, member_id=member))
            if member == self.expected(by)[day][0]:
                self.swaps[by].pop(day, None)
            else:
                self.swaps[by][day] = member

    @rule(pick=st.integers(0, 3), ahead=st.integers(-5, 5), days=st.integers(1, 4))
    def go_away(self, pick: int, ahead: int, days: int) -> None:
        self.next_day(0)
        for by in self.chores:
            if self.today in self.done[by]:
                self.decide(by, self.today)
        first = self.today + ahead * DAY
        last = first + (days - 1) * DAY
        range_ = NewAwayRange(first_day=first, last_day=last, member_id=self.people[pick])
        self.ranges[self.database.write_now(away.add, range_).id] = (self.people[pick], first, days)

    @rule(which=st.integers(0, 7))
    def come_back(self, which: int) -> None:
        """The range is deleted: what is decided stays, and the days to come are the member's again."""
        for range_id in list(self.ranges)[which:][:1]:
            self.next_day(0)
            for by in self.chores:
                if self.today in self.done[by]:
                    self.decide(by, self.today)
            self.database.write_now(away.remove, range_id)
            del self.ranges[range_id]

    @property
    def gone(self) -> set[tuple[str, date]]:
        return {(who, first + each * DAY) for who, first, days in self.ranges.values() for each in range(days)}

    @rule(days=st.integers(1, 9), is_job_run=st.booleans())
    def pass_days(self, days: int, is_job_run: bool) -> None:
        self.next_day(days)
        if is_job_run:
            self.database.write_now(turns.settle_all)

    @invariant()
    def the_turns_agree(self) -> None:
        if not self.chores:
            return
        last = self.today + 10 * DAY
        for by, chore in self.chores.items():
            first = max(TODAY, self.today - 40 * DAY)
            answered = {
                each.date: (each.scheduled_id, each.member_id)
                for each in turns.between(self.database.read, first, last)
                if each.chore_id == chore.id
            }
            expected = {day: turn for day, turn in self.expected(by).items() if first <= day <= last}
            assert expected == answered

    def count_again(self, by: str, day: date) -> None:
        """By completion, a turn follows the last one that was done, however late."""
        since, first = self.since[by]
        if by == "due" or day not in self.past[by] or day < since:
            return
        done = [each for each in self.past[by] if each >= since and each in self.done[by] and self.past[by][each][0]]
        if not done:
            self.following[by] = first
        elif (last := self.past[by][max(done)][0]) in self.order[by]:
            order = self.order[by]
            self.following[by] = (order * 2)[order.index(last) + 1]

    def next_day(self, days: int) -> None:
        """Decide each day that passes."""
        for by in self.chores:
            self.decide(by, self.today + (days - 1) * DAY)
        self.today += days * DAY
        self.clock.turn(days=days)

    def due(self, by: str, first: date, last: date) -> list[date]:
        found = [TODAY + each * DAY for each in range(0, 400, self.every[by])]
        return [day for day in found if first <= day <= last]

    def decide(self, by: str, last: date) -> None:
        for day in self.due(by, TODAY, last):
            if day not in self.past[by]:
                holder, who, following = self.one(by, day, self.following[by])
                self.past[by][day] = (holder, who)
                if holder and (by == "due" or day in self.done[by]):
                    self.following[by] = following

    def expected(self, by: str) -> dict[date, tuple[str | None, str | None]]:
        found, following = dict(self.past[by]), self.following[by]
        for day in self.due(by, TODAY, self.today + 10 * DAY):
            if day not in found:
                holder, who, after = self.one(by, day, following)
                found[day] = (holder, who)
                following = after if holder else following
        return found

    def one(self, by: str, day: date, following: str) -> tuple[str | None, str | None, str]:
        """Whose turn a day is, who does it after a swap, and who is next."""
        order = self.order[by]
        start = order.index(following)
        for place in range(start, start + len(order)):
            member = order[place % len(order)]
            if (member, day) not in self.gone:
                other = self.swaps[by].get(day, member)
                is_there = other in order and (other, day) not in self.gone
                return member, other if is_there else member, order[(place + 1) % len(order)]
        return None, None, following


TestRotations = Rotations.TestCase
TestRotations.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
