"""A balance is always what was earned less what was spent, recomputed from the rows."""

import tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores.models import ChorePatch, CompleteRequest, NewChore
from appliance.household.actions import change_settings
from appliance.household.models import SettingsPatch
from appliance.kernel.errors import Conflict, PaymentRequired
from appliance.people import actions as people
from appliance.points import actions as points
from appliance.settings import Settings
from appliance.stickers import actions as stickers
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in

T = TypeVar("T")
TODAY = date(2026, 11, 20)
PRICES = {"sweets": 15, "sports": 15, "dinosaurs": 20, "space": 25, "unicorns": 30}
DAYS = st.integers(-2, 3).map(lambda back: TODAY - timedelta(days=back))
PICKS = st.integers(0, 7)


class Household(RuleBasedStateMachine):
    """Keeps its own record of completions and purchases, and compares it with the server after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), FakeClock()).database
        self.chores: dict[str, tuple[int, str | None]] = {}
        self.ticks: dict[tuple[str, date], tuple[int, str | None]] = {}
        self.bought: dict[str, dict[str, int]] = {}
        self.late, self.scale = 50, 100

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def the_family_moves_in(self) -> None:
        self.bought = {person.id: {} for person in self.database.write_now(move_in).values()}

    @rule(points=st.integers(0, 99), pick=PICKS)
    def add(self, points: int, pick: int) -> None:
        member = self.anybody(pick)
        made = self.database.write_now(chores.add, NewChore(title="Chore", member_id=member, points=points))
        self.chores[made.id] = (points, member)

    @rule(which=PICKS, points=st.integers(0, 99))
    def reprice(self, which: int, points: int) -> None:
        for chore in one_of(list(self.chores), which):
            self.database.write_now(chores.edit, chore, ChorePatch(points=points))
            self.chores[chore] = (points, self.chores[chore][1])

    @rule(which=PICKS, day=DAYS, pick=PICKS, named=st.booleans())
    def complete(self, which: int, day: date, pick: int, named: bool) -> None:
        for chore in one_of(list(self.chores), which):
            worth, own = self.chores[chore]
            member = self.anybody(pick) if named else None
            self.database.write_now(
                chores.complete,
                chore,
                CompleteRequest(date=day, member_id=member) if member else CompleteRequest(date=day),
            )
            earned = worth if day >= TODAY else int(worth * self.late / 100 + 0.5)
            earned = self.ticks[chore, day][0] if (chore, day) in self.ticks else earned
            self.ticks[chore, day] = (earned, member or own)

    @rule(which=PICKS, pick=PICKS)
    def tick_again(self, which: int, pick: int) -> None:
        for chore, day in one_of(list(self.ticks), which):
            member = self.anybody(pick)
            self.database.write_now(
                chores.complete,
                chore,
                CompleteRequest(date=day, member_id=member) if member else CompleteRequest(date=day),
            )
            self.ticks[chore, day] = (self.ticks[chore, day][0], member or self.chores[chore][1])

    @rule(which=PICKS)
    def uncomplete(self, which: int) -> None:
        for chore, day in one_of(list(self.ticks), which):
            self.database.write_now(chores.uncomplete, chore, day)
            del self.ticks[chore, day]

    @rule(which=PICKS)
    def delete(self, which: int) -> None:
        for chore in one_of(list(self.chores), which):
            self.database.write_now(chores.remove, chore)
            del self.chores[chore]
            self.ticks = {key: tick for key, tick in self.ticks.items() if key[0] != chore}

    @rule(pack=st.sampled_from(sorted(PRICES)), which=PICKS)
    def buy(self, pack: str, which: int) -> None:
        for member in one_of(list(self.bought), which):
            price, before = int(PRICES[pack] * self.scale / 100 + 0.5), self.balance(member)
            try:
                answer = self.database.write_now(stickers.buy, pack, member)
            except Conflict:
                assert pack in self.bought[member]
            except PaymentRequired as raised:
                assert before < price
                assert {"balance": before, "price": price} == raised.extra
            else:
                assert before >= price
                self.bought[member][pack] = price
                assert before - price == answer.balance

    @rule(late=st.integers(0, 100), scale=st.integers(0, 200))
    def change_the_rules(self, late: int, scale: int) -> None:
        patch = SettingsPatch(late_completion_credit=late, sticker_price_scale=scale)
        self.database.write_now(change_settings, patch)
        self.late, self.scale = late, scale

    @rule(which=PICKS)
    def move_out(self, which: int) -> None:
        for member in one_of(list(self.bought)[1:], which):
            self.database.write_now(people.remove, member)
            del self.bought[member]
            self.chores = {key: (worth, _unless(who, member)) for key, (worth, who) in self.chores.items()}
            self.ticks = {key: (earned, _unless(who, member)) for key, (earned, who) in self.ticks.items()}

    @invariant()
    def the_books_agree(self) -> None:
        db = self.database.read
        totals = points.totals(db, self.bought)
        for member, packs in self.bought.items():
            earned, spent = self.earned()[member], sum(packs.values())
            ledger = points.ledger(db, member)
            assert (earned - spent, earned, spent) == (ledger.balance, ledger.earned_total, ledger.spent_total)
            assert earned - spent == totals[member].balance
            assert sum(1 for price in packs.values() if price) == len(ledger.entries)

    def earned(self) -> Counter[str | None]:
        earned: Counter[str | None] = Counter()
        for points_, member in self.ticks.values():
            earned[member] += points_
        return earned

    def balance(self, member: str) -> int:
        return self.earned()[member] - sum(self.bought[member].values())

    def anybody(self, pick: int) -> str | None:
        return [*self.bought, None][pick % (len(self.bought) + 1)]


def one_of(things: list[T], which: int) -> list[T]:
    """One of the things, or none when there are none."""
    return [things[which % len(things)]] if things else []


def _unless(who: str | None, gone: str) -> str | None:
    return None if who == gone else who


TestHousehold = Household.TestCase
TestHousehold.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
