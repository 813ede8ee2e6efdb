"""A balance is always what was earned and awarded less what was spent, recomputed from nothing."""

import tempfile
from collections import Counter
from contextlib import suppress
from datetime import date
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores.approval import actions as approval
from appliance.chores.approval.models import ApproveRequest, ApproveSeveral, RejectRequest
from appliance.chores.away import actions as away
from appliance.chores.away.models import NewAwayRange
from appliance.chores.models import SHARES, ChorePatch, CompleteRequest, NewChore, Share
from appliance.chores.turns import actions as turns
from appliance.chores.turns.models import SwapRequest
from appliance.household.actions import change_settings
from appliance.household.models import SettingsPatch
from appliance.kernel.errors import BadRequest, Conflict, PaymentRequired
from appliance.people import actions as people
from appliance.points import actions as points
from appliance.points.awards import actions as awards
from appliance.points.awards.models import NewAward
from appliance.points.queries import ENTRIES_SHOWN
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as offered
from appliance.rewards.catalogue.models import NewReward
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions.models import Answer, RedeemRequest
from appliance.settings import Settings
from appliance.stickers import actions as stickers
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in
from tests.points.steps import DAYS, DECISIONS, PICKS, PRICES, TODAY, on_the_wall, one_of, redeem_on_the_wall, unless


class Household(RuleBasedStateMachine):
    """Keeps its own record of completions, awards and purchases, and compares it with the server after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), FakeClock()).database
        self.chores: dict[str, tuple[int, str | None]] = {}
        self.ticks: dict[tuple[str, date], tuple[int, str | None]] = {}
        self.bought: dict[str, dict[str, int]] = {}
        self.waiting: dict[tuple[str, date], tuple[int, str | None]] = {}
        self.needs: set[str] = set()
        self.awards: dict[str, tuple[str, int]] = {}
        self.kept: list[tuple[str, int]] = []
        # By redemption: member, price and state.
        self.redeemed: dict[str, tuple[str, int, str]] = {}
        # By reward: price, stock, and whether it needs a yes. Which reward a redemption was for.
        self.rewards: dict[str, tuple[int, int, bool]] = {}
        self.source: dict[str, str] = {}
        self.late, self.scale, self.keep = 50, 100, False
        # Of shared chores: what each is worth and whose it is, and what was earned by chore, date and slot.
        self.shared: dict[str, tuple[int, str, list[str]]] = {}
        self.copies: dict[tuple[str, date, str], tuple[int, str | None]] = {}

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize(first=PICKS, second=PICKS, decision=DECISIONS)
    def the_family_moves_in(self, first: int, second: int, decision: str) -> None:
        """There are points to spend and a tick that waits, so that most sequences redeem and answer something."""
        self.bought = {person.id: {} for person in self.database.write_now(move_in).values()}
        self.offer(price=10, stock=2, needs=True)
        self.offer(price=20, stock=1, needs=False)
        self.award(first, second, 50)
        self.add(points=5, pick=first)
        self.require_approval(0, needs=True)
        self.tick_on_the_wall(0, TODAY, first)
        self.redeem(first, 0)
        self.decide(0, decision)

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
            own = self.chores[chore][1]
            member = self.anybody(pick) if named else None
            self.database.write_now(
                chores.complete,
                chore,
                CompleteRequest(date=day, member_id=member) if member else CompleteRequest(date=day),
            )
            self.ticks[chore, day] = (self.worth(chore, day), member or own)
            self.waiting.pop((chore, day), None)

    @rule(which=PICKS, needs=st.booleans())
    def require_approval(self, which: int, needs: bool) -> None:
        for chore in one_of(list(self.chores), which):
            self.database.write_now(chores.edit, chore, ChorePatch(needs_approval=needs))
            self.needs = self.needs | {chore} if needs else self.needs - {chore}

    @rule(which=PICKS, day=DAYS, pick=PICKS)
    def tick_on_the_wall(self, which: int, day: date, pick: int) -> None:
        for chore in one_of(list(self.chores), which):
            member = self.anybody(pick) or self.chores[chore][1]
            request = CompleteRequest(date=day, member_id=member) if member else CompleteRequest(date=day)
            answer = self.database.write_now(on_the_wall, chore, request)
            earned = self.worth(chore, day)
            stored = self.ticks.pop((chore, day), None)
            self.waiting.pop((chore, day), None)
            waits = chore in self.needs and (stored is None or stored[1] != member)
            (self.waiting if waits else self.ticks)[chore, day] = (earned, member)
            assert waits is (answer.pending is True)

    @rule(which=PICKS, several=st.booleans())
    def approve(self, which: int, several: bool) -> None:
        for chore, day in one_of(list(self.waiting), which):
            self.reprice(which, self.chores[chore][0] + 1)
            if several:
                answer = self.database.write_now(approval.approve_several, ApproveSeveral())
                assert (len(self.waiting), sum(earned for earned, _ in self.waiting.values())) == (
                    answer.approved,
                    answer.points,
                )
                self.ticks |= self.waiting
                self.waiting = {}
            else:
                answered = self.database.write_now(approval.approve, chore, ApproveRequest(date=day))
                self.ticks[chore, day] = self.waiting.pop((chore, day))
                assert self.ticks[chore, day][0] == answered.points

    @rule(which=PICKS)
    def send_back(self, which: int) -> None:
        for chore, day in one_of(list(self.waiting), which):
            self.database.write_now(approval.reject, chore, RejectRequest(date=day))
            del self.waiting[chore, day]

    @rule(which=PICKS)
    def withdraw(self, which: int) -> None:
        for chore, day in one_of(list(self.waiting), which):
            self.database.write_now(chores.uncomplete, chore, day)
            del self.waiting[chore, day]

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
            self.database.write_now(points.remove_chore, chore)
            if self.keep:
                earned = Counter[str | None]()
                for (of, _), (worth, member) in self.ticks.items():
                    earned[member] += worth if of == chore else 0
                self.kept += [(member, amount) for member, amount in earned.items() if member and amount]
            del self.chores[chore]
            self.ticks = {key: tick for key, tick in self.ticks.items() if key[0] != chore}
            self.waiting = {key: tick for key, tick in self.waiting.items() if key[0] != chore}

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
                assert (before, price) == (raised.extra["balance"], raised.extra["price"])
            else:
                assert before >= price
                self.bought[member][pack] = price
                assert before - price == answer.balance

    @rule(first=PICKS, second=PICKS, amount=st.integers(-50, 50).filter(bool))
    def award(self, first: int, second: int, amount: int) -> None:
        members = one_of(list(self.bought), first) + one_of(list(self.bought), second)
        given = self.database.write_now(awards.give, NewAward(member_ids=members, points=amount))
        self.awards |= {each.id: (each.member_id, amount) for each in given.awards}
        assert self.balance(members[0]) == given.balance

    @rule(which=PICKS)
    def take_back(self, which: int) -> None:
        for award in one_of(list(self.awards), which):
            member, _ = self.awards.pop(award)
            assert self.balance(member) == self.database.write_now(awards.remove, award).balance

    @rule(late=st.integers(0, 100), scale=st.integers(0, 200), keep=st.booleans())
    def change_the_rules(self, late: int, scale: int, keep: bool) -> None:
        patch = SettingsPatch(
            late_completion_credit=late, sticker_price_scale=scale, keep_points_of_deleted_chores=keep
        )
        self.database.write_now(change_settings, patch)
        self.late, self.scale, self.keep = late, scale, keep

    @rule(points=st.integers(0, 99), share=st.sampled_from(SHARES), first=PICKS, second=PICKS)
    def share(self, points: int, share: Share, first: int, second: int) -> None:
        everybody = list(self.bought)
        members = list(dict.fromkeys(everybody[pick % len(everybody)] for pick in (first, second)))
        request = NewChore(title="Shared", member_ids=members, share=share, points=points, rrule="FREQ=DAILY")
        made = self.database.write_now(chores.add, request)
        self.shared[made.id] = (points, share, members)

    @rule(which=PICKS, day=DAYS, pick=PICKS)
    def complete_shared(self, which: int, day: date, pick: int) -> None:
        for chore in one_of(list(self.shared), which):
            worth, share, members = self.shared[chore]
            member = members[pick % len(members)]
            self.database.write_now(chores.complete, chore, CompleteRequest(date=day, member_id=member))
            key = (chore, day, member if share == "each" else "")
            late = int(worth * self.late / 100 + 0.5)
            self.copies[key] = (self.copies[key][0] if key in self.copies else worth if day >= TODAY else late, member)

    @rule(which=PICKS)
    def uncomplete_shared(self, which: int) -> None:
        for chore, day, slot in one_of([key for key in self.copies if key[0] in self.shared], which):
            self.database.write_now(chores.uncomplete, chore, day, slot or None)
            del self.copies[chore, day, slot]

    @rule(which=PICKS, pick=PICKS, day=DAYS)
    def swap_or_go_away(self, which: int, pick: int, day: date) -> None:
        """Neither earns nor costs anything."""
        member = list(self.bought)[pick % len(self.bought)]
        self.database.write_now(away.add, NewAwayRange(first_day=day, last_day=day, member_id=member))
        for chore in one_of([each for each in self.shared if self.shared[each][1] == "turn"], which):
            with suppress(BadRequest):
                self.database.write_now(turns.swap, chore, SwapRequest(date=day, member_id=member))

    @rule(which=PICKS)
    def delete_shared(self, which: int) -> None:
        for chore in one_of(list(self.shared), which):
            self.database.write_now(points.remove_chore, chore)
            if self.keep:
                earned = Counter[str | None]()
                for (of, _, _), (worth, member) in self.copies.items():
                    earned[member] += worth if of == chore else 0
                self.kept += [(member, amount) for member, amount in earned.items() if member and amount]
            del self.shared[chore]
            self.copies = {key: copy for key, copy in self.copies.items() if key[0] != chore}

    @rule(price=st.integers(1, 60), stock=st.integers(1, 2), needs=st.booleans())
    def offer(self, price: int, stock: int, needs: bool) -> None:
        request = NewReward(name="Film", price=price, stock=stock, needs_approval=needs)
        self.rewards[self.database.write_now(catalogue.add, request).id] = (price, stock, needs)

    @rule(which=PICKS)
    def stop_offering(self, which: int) -> None:
        for reward in one_of(list(self.rewards), which):
            self.database.write_now(catalogue.remove, reward)
            del self.rewards[reward]

    @rule(which=PICKS, pick=PICKS)
    def redeem(self, which: int, pick: int) -> None:
        for reward in one_of(list(self.rewards), pick):
            [member] = one_of(list(self.bought), which)
            before = self.balance(member)
            price, stock, needs = self.rewards[reward]
            try:
                answer = self.database.write_now(redeem_on_the_wall, reward, RedeemRequest(member_id=member))
            except Conflict:
                assert stock == 0
            except PaymentRequired as raised:
                assert before < price
                assert (before, price) == (raised.extra["balance"], raised.extra["price"])
            else:
                assert before - price == answer.balance
                state = "waiting" if needs else "approved"
                assert state == answer.redemption.state
                self.redeemed[answer.redemption.id] = (member, price, state)
                self.source[answer.redemption.id] = reward
                self.put_into_stock(answer.redemption.id, -1)

    @rule(which=PICKS, decision=DECISIONS)
    def decide(self, which: int, decision: str) -> None:
        decide = {
            "approved": redemptions.approve,
            "declined": redemptions.decline,
            "returned": redemptions.give_back,
        }
        for one in one_of(list(self.redeemed), which):
            member, price, state = self.redeemed[one]
            try:
                self.database.write_now(decide[decision], one, Answer())
            except Conflict:
                assert state != ("approved" if decision == "returned" else "waiting")
            else:
                self.redeemed[one] = (member, price, decision)
                self.put_into_stock(one, 0 if decision == "approved" else 1)

    @rule(which=PICKS)
    def move_out(self, which: int) -> None:
        for member in one_of(list(self.bought)[1:], which):
            self.database.write_now(people.remove, member)
            del self.bought[member]
            for one, (who, _, state) in self.redeemed.items():
                self.put_into_stock(one, int(who == member and state == "waiting"))
            self.redeemed = {key: each for key, each in self.redeemed.items() if each[0] != member}
            self.awards = {key: award for key, award in self.awards.items() if award[0] != member}
            self.kept = [(who, amount) for who, amount in self.kept if who != member]
            self.chores = {key: (worth, unless(who, member)) for key, (worth, who) in self.chores.items()}
            self.ticks = {key: (earned, unless(who, member)) for key, (earned, who) in self.ticks.items()}
            self.waiting = {key: (earned, unless(who, member)) for key, (earned, who) in self.waiting.items()}
            self.copies = {key: (earned, unless(who, member)) for key, (earned, who) in self.copies.items()}
            # Nobody's copy can be undone, and without members a chore is for Anyone.
            left = {
                key: (worth, how, [each for each in who if each != member])
                for key, (worth, how, who) in self.shared.items()
            }
            self.shared = {key: each for key, each in left.items() if len(each[2]) == len(self.shared[key][2])}

    @invariant()
    def the_books_agree(self) -> None:
        db = self.database.read
        totals = points.totals(db, self.bought)
        for member, packs in self.bought.items():
            awarded = self.awarded(member)
            of_rewards = [(price, state) for who, price, state in self.redeemed.values() if who == member]
            back = [price for price, state in of_rewards if state in ("declined", "returned")]
            earned = self.earned()[member] + sum(points_ for points_ in awarded if points_ > 0) + sum(back)
            spent = sum(packs.values()) - sum(points_ for points_ in awarded if points_ < 0)
            spent += sum(price for price, _ in of_rewards)
            ledger = points.ledger(db, member)
            assert (earned - spent, earned, spent) == (ledger.balance, ledger.earned_total, ledger.spent_total)
            assert earned - spent == totals[member].balance
            kept = sum(who == member for who, _ in self.kept)
            entries = sum(1 for price in packs.values() if price) + len(awarded) + kept
            entries += len(of_rewards) + len(back)
            assert min(entries, ENTRIES_SHOWN) == len(ledger.entries)

    @invariant()
    def the_stock_agrees(self) -> None:
        db = self.database.read
        found = {each: offered.maybe_reward(db, each) for each in self.rewards}
        assert {each: stock for each, (_, stock, _) in self.rewards.items()} == {
            each: reward and reward.stock for each, reward in found.items()
        }

    def put_into_stock(self, redemption: str, count: int) -> None:
        if (reward := self.source[redemption]) in self.rewards:
            price, stock, needs = self.rewards[reward]
            self.rewards[reward] = (price, stock + count, needs)

    def worth(self, chore: str, day: date) -> int:
        """Points of a tick now: those of an earlier tick of the same day, else those of the chore."""
        earlier = self.ticks.get((chore, day)) or self.waiting.get((chore, day))
        worth = self.chores[chore][0]
        return earlier[0] if earlier else worth if day >= TODAY else int(worth * self.late / 100 + 0.5)

    def earned(self) -> Counter[str | None]:
        earned: Counter[str | None] = Counter()
        for points_, member in [*self.ticks.values(), *self.copies.values()]:
            earned[member] += points_
        for member, amount in self.kept:
            earned[member] += amount
        return earned

    def awarded(self, member: str) -> list[int]:
        return [points_ for owner, points_ in self.awards.values() if owner == member]

    def balance(self, member: str) -> int:
        stands = sum(
            price for who, price, state in self.redeemed.values() if who == member and state in ("waiting", "approved")
        )
        return self.earned()[member] + sum(self.awarded(member)) - sum(self.bought[member].values()) - stands

    def anybody(self, pick: int) -> str | None:
        return [*self.bought, None][pick % (len(self.bought) + 1)]


TestHousehold = Household.TestCase
TestHousehold.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
