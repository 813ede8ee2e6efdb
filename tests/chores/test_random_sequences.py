"""Random sequences of what a family does with chores, compared with a plain model that counts everything anew.

A mixin with further steps is one more base of `Household`.
"""

import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec import UNSET

from appliance.chores import actions as chores
from appliance.chores.exceptions import actions as dates
from appliance.chores.exceptions.models import MoveRequest, SkipRequest
from appliance.chores.models import ChorePatch, CompleteRequest, NewChore
from appliance.chores.overdue import actions as overdue
from appliance.chores.overdue.models import LetGoRequest
from appliance.chores.timing import DayPart
from appliance.kernel.database.database import Database
from appliance.points import actions as points
from appliance.points.streaks import actions as streaks
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue.models import NewReward
from appliance.rewards.pools import actions as pools
from appliance.rewards.pools.models import GiveRequest, TakeBackRequest
from appliance.settings import Settings
from tests.building import build
from tests.chores.plain_model import AHEAD, BEGIN, DAY, Exceptional, ModelChore
from tests.fakes import FakeClock
from tests.family import move_in

BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
POINTS, GRACE, PRICE = 4, 1, 12
WEEKDAYS = st.sets(st.integers(0, 6), min_size=1)
SHIFT = st.integers(-4, 5)
# One of a member, one done in turn, and one in two parts of the day.
NAMES = st.sampled_from(["bed", "dog", "cat"])
# Those that ask until they are done.
ASKING = ("bed", "cat")
PART = st.integers(0, 1)


class Base(RuleBasedStateMachine):
    """A server beside the model. Every step is done in both."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FakeClock()
        self.database: Database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), self.clock).database
        self.today = BEGIN
        self.chores: dict[str, ModelChore] = {}
        self.shares: dict[str, int] = {}
        self.redeemed: dict[str, int] = {}

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def the_family_moves_in(self) -> None:
        self.people = [person.id for person in self.database.write_now(move_in).values()][:3]
        every_day: dict[str, Any] = {"rrule": "FREQ=DAILY", "due_date": BEGIN, "points": POINTS}
        bed = NewChore(title="Bed", member_id=self.people[0], keep_asking=True, **every_day)
        dog = NewChore(title="Dog", member_ids=self.people, share="turn", **every_day)
        cat = NewChore(
            title="Cat", member_id=self.people[1], day_parts=["morning", "evening"], keep_asking=True, **every_day
        )
        for name, request, order in (
            ("bed", bed, self.people[:1]),
            ("dog", dog, self.people),
            ("cat", cat, self.people[1:2]),
        ):
            parts: tuple[DayPart | None, ...] = ("morning", "evening") if name == "cat" else (None,)
            self.chores[name] = ModelChore(self.database.write_now(chores.add, request).id, list(order), parts)
        zoo = NewReward(name="Zoo", price=PRICE)
        self.zoo = self.database.write_now(catalogue.add, zoo).id

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
        balances = points.balances(self.database.read)
        assert {member: self.balance(member) for member in self.people} == {
            member: balances.get(member, 0) for member in self.people
        }

    def balance(self, member: str) -> int:
        earned = sum(
            gained for chore in self.chores.values() for who, gained, _ in chore.done.values() if who == member
        )
        return earned - self.shares.get(member, 0) - self.redeemed.get(member, 0)

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
            if own and all(chore.is_done(day) for chore in own):
                length += 1
            elif own and day != self.today:
                missed.append(day)
                if len([each for each in missed if each < day + 7 * DAY]) > GRACE:
                    return length
        return length


class Ticks(Base):
    """A chore is done, on its day, early or late, for points or without, and that is taken back."""

    @rule(name=NAMES, shift=SHIFT, part=PART, without=st.booleans())
    def tick(self, name: str, shift: int, part: int, without: bool) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        key = (day, chore.parts[part % len(chore.parts)])
        is_known = any(each.day == day or each.shown == day for each in chore.exceptions)
        if key in chore.done and not without:
            return
        if not (chore.due(day) or (is_known and chore.planned(day) and day >= self.today)):
            return
        chore.done_again(day)
        owner = chore.owners(self.today).get(day)
        which = UNSET if key[1] is None else key[1]
        self.write(chores.complete, name, CompleteRequest(date=day, without_points=without, day_part=which))
        if owner is not None:
            earned = POINTS if day >= self.today else POINTS // 2
            chore.done[key] = (None, 0, self.today) if without else (owner, earned, self.today)

    @rule(name=NAMES, shift=SHIFT, part=PART)
    def untick(self, name: str, shift: int, part: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        key = (day, chore.parts[part % len(chore.parts)])
        self.write(chores.uncomplete, name, day, *([UNSET, key[1]] if key[1] else []))
        chore.done.pop(key, None)


class Missed(Base):
    """What was missed asks, until it is let go; that is taken back."""

    @rule(name=st.sampled_from(ASKING))
    def let_go(self, name: str) -> None:
        day = self.last_due(self.chores[name])
        if day is not None:
            self.write(overdue.let_go, name, LetGoRequest(date=day)).let_go.add(day)

    @rule(name=st.sampled_from(ASKING))
    def ask_again(self, name: str) -> None:
        day = self.last_due(self.chores[name])
        if day is not None:
            self.write(overdue.take_back, name, day, UNSET).let_go.discard(day)

    def last_due(self, chore: ModelChore) -> date | None:
        return max((day for day in chore.owners(self.today) if day < self.today), default=None)

    @invariant()
    def the_last_missed_date_asks(self) -> None:
        if not self.chores:
            return
        found = {(one.due.chore.id, one.due.date, one.due.part) for one in overdue.overdue(self.database.read)}
        assert found == {
            (chore.id, day, part)
            for chore in (self.chores[name] for name in ASKING)
            if (day := self.last_due(chore))
            for part in chore.parts
            if self.asks(chore, day, part)
        }

    def asks(self, chore: ModelChore, day: date, part: DayPart | None) -> bool:
        own = chore.done.get((day, part))
        later = any(each >= day for each, of in chore.done if of == part)
        return own[2] == self.today if own else not later and day not in chore.let_go


class Gifts(Base):
    """Members give points to one reward, which is redeemed when it is full, and take them back before."""

    @rule(who=st.integers(0, 2), amount=st.integers(1, 6))
    def give(self, who: int, amount: int) -> None:
        member = self.people[who]
        amount = min(amount, self.balance(member), PRICE - sum(self.shares.values()))
        if amount <= 0:
            return
        self.database.write_now(pools.give, self.zoo, GiveRequest(member_id=member, points=amount))
        self.shares[member] = self.shares.get(member, 0) + amount
        if sum(self.shares.values()) == PRICE:
            for each, share in self.shares.items():
                self.redeemed[each] = self.redeemed.get(each, 0) + share
            self.shares = {}

    @rule(who=st.integers(0, 2))
    def take_back(self, who: int) -> None:
        member = self.people[who]
        if self.shares.pop(member, 0):
            self.database.write_now(pools.take_back, self.zoo, TakeBackRequest(member_id=member))


class Dates(Base):
    """One date is skipped, with its turn or without, or moved; and that is taken back."""

    @rule(name=NAMES, shift=SHIFT, passes=st.booleans())
    def skip(self, name: str, shift: int, passes: bool) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        if not chore.due(day) or chore.is_begun(day) or (name == "dog" and day < self.today):
            return
        self.write(dates.skip, name, SkipRequest(date=day, pass_turn=passes))
        for each in self.of_day(chore, day):
            each.skipped, each.passes = True, passes

    @rule(name=NAMES, shift=SHIFT)
    def unskip(self, name: str, shift: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        if name == "dog" and day < self.today:
            return
        self.write(dates.unskip, name, day)
        for each in list(chore.exceptions):
            if each.skipped and each.shown == day:
                chore.take_back(each)

    @rule(name=NAMES, shift=st.integers(0, 4), by=st.integers(1, 4))
    def move(self, name: str, shift: int, by: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        to = day + by * DAY
        self.move_to(name, chore, day, to)

    @rule(name=NAMES, shift=st.integers(0, 5))
    def move_back(self, name: str, shift: int) -> None:
        day, chore = self.today + shift * DAY, self.chores[name]
        back = [each.day for each in chore.exceptions if each.moved == day and not each.skipped]
        for planned in back[:1]:
            if planned >= self.today:
                self.move_to(name, chore, day, planned)

    def move_to(self, name: str, chore: ModelChore, day: date, to: date) -> None:
        if not chore.due(day) or chore.is_begun(day) or chore.is_begun(to) or chore.due(to):
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

    @rule(name=NAMES, weekdays=WEEKDAYS)
    def other_weekdays(self, name: str, weekdays: set[int]) -> None:
        if weekdays != self.chores[name].weekdays:
            days = ",".join(BYDAY[each] for each in sorted(weekdays))
            self.change(name, ChorePatch(rrule=f"FREQ=WEEKLY;BYDAY={days}"), weekdays=set(weekdays))

    def change(self, name: str, patch: ChorePatch, **changed: Any) -> None:
        chore = self.chores[name]
        if chore.is_begun(self.today):
            chore.end(self.today)
        self.write(chores.edit, name, patch)
        vars(chore).update(changed)
        if self.today in chore.past and not chore.is_begun(self.today):
            # It was kept, as it was done, and is not any more: it is changed too, but for whose turn it is.
            _, owner = chore.past.pop(self.today)
            chore.past[self.today] = (chore.planned(self.today), owner if len(chore.order) > 1 else chore.order[0])


class Household(Ticks, Dates, Missed, Gifts, Changes):
    """All of them."""


TestHousehold = Household.TestCase
# The same sequences at each run. For others: `derandomize=False` and pytest's `--hypothesis-seed`.
TestHousehold.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, derandomize=True, print_blob=True
)
