"""Random sequences of what a family does with chores, compared with a plain model that counts everything anew.

The model keeps each day as it was when it ended, and knows no rules, schedules or sums. A mixin with further steps is
one more base of `Household`.
"""

import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores.exceptions import actions as dates
from appliance.chores.exceptions.models import MoveRequest, SkipRequest
from appliance.chores.models import ChorePatch, CompleteRequest, NewChore
from appliance.kernel.database.database import Database
from appliance.points import actions as points
from appliance.points.streaks import actions as streaks
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in

DAY = timedelta(days=1)
# A Friday.
BEGIN = date(2026, 11, 20)
BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
POINTS, GRACE = 4, 1
AHEAD = range(9)
WEEKDAYS = st.sets(st.integers(0, 6), min_size=1)
SHIFT = st.integers(-4, 5)


class Exceptional:
    """A date that is not due as planned."""

    def __init__(self, day: date, moved: date | None = None, skipped: bool = False, passes: bool = False) -> None:
        self.day, self.moved, self.skipped, self.passes = day, moved, skipped, passes

    @property
    def shown(self) -> date:
        return self.moved or self.day


class ModelChore:
    """One chore: who does it on which weekdays now, and day by day as it was."""

    def __init__(self, stored_id: str, order: list[str]) -> None:
        self.id = stored_id
        # One member, or several in turn of whom the first one is next.
        self.order = order
        self.weekdays = set(range(7))
        # Of the days that are over, or done when the chore was changed: whether it was planned, and whose it was.
        self.past: dict[date, tuple[bool, str]] = {}
        self.exceptions: list[Exceptional] = []
        self.done: dict[date, tuple[str, int]] = {}

    def planned(self, day: date) -> bool:
        return self.past[day][0] if day in self.past else day >= BEGIN and day.weekday() in self.weekdays

    def due(self, day: date) -> bool:
        if any(each.moved == day and not each.skipped and self.planned(each.day) for each in self.exceptions):
            return True
        return self.planned(day) and all(each.day != day for each in self.exceptions)

    def owners(self, today: date) -> dict[date, str]:
        """Whose the due days are, to the end of what is compared."""
        found = {day: owner for day, (_, owner) in self.past.items() if self.due(day)}
        order, day = list(self.order), today
        while day <= today + AHEAD[-1] * DAY:
            if day not in self.past:
                if self.due(day):
                    found[day] = order[0]
                order = self.after(day, order)
            day += DAY
        return found

    def after(self, day: date, order: list[str]) -> list[str]:
        """The order after a day, on which a turn may be used up."""
        skips = [each for each in self.exceptions if each.skipped and each.shown == day and self.planned(each.day)]
        ends = self.due(day) or (bool(skips) and skips[-1].passes)
        return [*order[1:], order[0]] if ends else order

    def end(self, day: date) -> None:
        """Keep a day as it is."""
        if day not in self.past:
            self.past[day] = (self.planned(day), self.order[0])
            self.order = self.after(day, self.order)

    def done_again(self, day: date) -> None:
        """A day that was skipped, or moved away, is done after all."""
        for each in list(self.exceptions):
            if each.skipped and each.shown == day:
                self.take_back(each)
            elif not each.skipped and each.day == day:
                self.exceptions.remove(each)

    def take_back(self, exception: Exceptional) -> None:
        exception.skipped = exception.passes = False
        if exception.moved is None:
            self.exceptions.remove(exception)


class Base(RuleBasedStateMachine):
    """A server beside the model. Every step is done in both."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FakeClock()
        self.database: Database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), self.clock).database
        self.today = BEGIN
        self.chores: dict[str, ModelChore] = {}

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def the_family_moves_in(self) -> None:
        self.people = [person.id for person in self.database.write_now(move_in).values()][:3]
        every_day: dict[str, Any] = {"rrule": "FREQ=DAILY", "due_date": BEGIN, "points": POINTS}
        bed = NewChore(title="Bed", member_id=self.people[0], **every_day)
        dog = NewChore(title="Dog", member_ids=self.people, share="turn", **every_day)
        for name, request, order in (("bed", bed, self.people[:1]), ("dog", dog, self.people)):
            self.chores[name] = ModelChore(self.database.write_now(chores.add, request).id, list(order))

    def write(self, action: Callable[..., Any], name: str, *arguments: Any) -> ModelChore:
        chore = self.chores[name]
        self.database.write_now(action, chore.id, *arguments)
        return chore

    @rule(days=st.integers(1, 3))
    def days_pass(self, days: int) -> None:
        for _ in range(days):
            for chore in self.chores.values():
                chore.end(self.today)
            self.today += DAY
        self.clock.turn(hours=24 * days)

    @invariant()
    def every_day_is_as_expected(self) -> None:
        if not self.chores:
            return
        last = self.today + AHEAD[-1] * DAY
        found = {
            (entry.chore.id, entry.date): entry.member_id
            for entry in chores.due_between(self.database.read, BEGIN, last)
        }
        assert {
            (chore.id, day): owner for chore in self.chores.values() for day, owner in chore.owners(self.today).items()
        } == found

    @invariant()
    def balances_are_the_sum_of_what_was_done(self) -> None:
        counted: dict[str, int] = {}
        for chore in self.chores.values():
            for member, earned in chore.done.values():
                counted[member] = counted.get(member, 0) + earned
        balances = points.balances(self.database.read)
        assert counted == {member: balance for member, balance in balances.items() if balance}

    @invariant()
    def streaks_are_counted_from_day_to_day(self) -> None:
        if self.chores:
            found = streaks.streaks(self.database.read, self.database.derived).by_member
            assert {member: self.streak(member) for member in self.people} == {
                member: found.get(member, 0) for member in self.people
            }

    def streak(self, member: str) -> int:
        """Days in a row on which all was done, back to one miss too many within a week."""
        length, missed = 0, []
        for back in range(60):
            day = self.today - back * DAY
            own = [chore for chore in self.chores.values() if chore.owners(self.today).get(day) == member]
            if own and all(day in chore.done for chore in own):
                length += 1
            elif own and day != self.today:
                missed.append(day)
                if len([each for each in missed if each < day + 7 * DAY]) > GRACE:
                    return length
        return length


class Ticks(Base):
    """A chore is done, on its day, early or late, and that is taken back."""

    @rule(name=st.sampled_from(["bed", "dog"]), shift=SHIFT)
    def tick(self, name: str, shift: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        is_known = any(each.day == day or each.shown == day for each in chore.exceptions)
        if day in chore.done or not (chore.due(day) or (is_known and chore.planned(day) and day >= self.today)):
            return
        chore.done_again(day)
        owner = chore.owners(self.today).get(day)
        self.write(chores.complete, name, CompleteRequest(date=day))
        if owner is not None:
            chore.done[day] = (owner, POINTS if day >= self.today else POINTS // 2)

    @rule(name=st.sampled_from(["bed", "dog"]), shift=SHIFT)
    def untick(self, name: str, shift: int) -> None:
        day = self.today + shift * DAY
        self.write(chores.uncomplete, name, day).done.pop(day, None)


class Dates(Base):
    """One date is skipped, with its turn or without, or moved; and that is taken back."""

    @rule(name=st.sampled_from(["bed", "dog"]), shift=SHIFT, passes=st.booleans())
    def skip(self, name: str, shift: int, passes: bool) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        if not chore.due(day) or day in chore.done or (name == "dog" and day < self.today):
            return
        self.write(dates.skip, name, SkipRequest(date=day, pass_turn=passes))
        for each in self.of_day(chore, day):
            each.skipped, each.passes = True, passes

    @rule(name=st.sampled_from(["bed", "dog"]), shift=SHIFT)
    def unskip(self, name: str, shift: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        if name == "dog" and day < self.today:
            return
        self.write(dates.unskip, name, day)
        for each in list(chore.exceptions):
            if each.skipped and each.shown == day:
                chore.take_back(each)

    @rule(name=st.sampled_from(["bed", "dog"]), shift=st.integers(0, 4), by=st.integers(1, 4))
    def move(self, name: str, shift: int, by: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        to = day + by * DAY
        self.move_to(name, chore, day, to)

    @rule(name=st.sampled_from(["bed", "dog"]), shift=st.integers(0, 5))
    def move_back(self, name: str, shift: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        back = [each.day for each in chore.exceptions if each.moved == day and not each.skipped]
        for planned in back[:1]:
            if planned >= self.today:
                self.move_to(name, chore, day, planned)

    def move_to(self, name: str, chore: ModelChore, day: date, to: date) -> None:
        if not chore.due(day) or day in chore.done or to in chore.done or chore.due(to):
            return
        if any(each.day < self.today and each.day in chore.past for each in chore.exceptions if each.moved == day):
            return
        self.write(dates.move, name, MoveRequest(date=day, to=to))
        for each in self.of_day(chore, day):
            each.moved = to
            if each.day == to:
                chore.exceptions.remove(each)

    def of_day(self, chore: ModelChore, day: date) -> list[Exceptional]:
        """What makes a chore due on a day; its own date becomes an exception."""
        found = [each for each in chore.exceptions if each.moved == day and not each.skipped]
        if chore.planned(day) and all(each.day != day for each in chore.exceptions):
            chore.exceptions.append(own := Exceptional(day))
            found.append(own)
        return found


class Changes(Base):
    """A chore is given to somebody else, or has other weekdays, from today on."""

    @rule(pick=st.integers(0, 2))
    def hand_over(self, pick: int) -> None:
        member = self.people[pick]
        if member != self.chores["bed"].order[0]:
            self.change("bed", ChorePatch(member_id=member), order=[member])

    @rule(name=st.sampled_from(["bed", "dog"]), weekdays=WEEKDAYS)
    def other_weekdays(self, name: str, weekdays: set[int]) -> None:
        if weekdays != self.chores[name].weekdays:
            days = ",".join(BYDAY[each] for each in sorted(weekdays))
            self.change(name, ChorePatch(rrule=f"FREQ=WEEKLY;BYDAY={days}"), weekdays=set(weekdays))

    def change(self, name: str, patch: ChorePatch, **changed: Any) -> None:
        chore = self.chores[name]
        if self.today in chore.done:
            chore.end(self.today)
        self.write(chores.edit, name, patch)
        vars(chore).update(changed)
        if self.today in chore.past and self.today not in chore.done:
            # It was kept, as it was done, and is not any more: it is changed too, but for whose turn it is.
            _, owner = chore.past.pop(self.today)
            chore.past[self.today] = (chore.planned(self.today), owner if len(chore.order) > 1 else chore.order[0])


class Household(Ticks, Dates, Changes):
    """All of them."""


TestHousehold = Household.TestCase
# The same sequences at each run. For others: `derandomize=False` and pytest's `--hypothesis-seed`.
TestHousehold.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, derandomize=True, print_blob=True
)
