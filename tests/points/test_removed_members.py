"""Ticks of shared chores that wait, and members who leave: balances, what waits, turns and goals stay right."""

import tempfile
from datetime import date, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.chores import actions as chores
from appliance.chores.approval import actions as approval
from appliance.chores.approval.models import ApproveRequest, RejectRequest
from appliance.chores.models import SHARES, CompleteRequest, NewChore, Share
from appliance.chores.turns import actions as turns
from appliance.people import actions as people
from appliance.points import actions as points
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue.models import NewReward
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import GoalRequest
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.family import move_in
from tests.points.steps import DAYS, PICKS, TODAY, on_the_wall, one_of, unless

Key = tuple[str, date, str]
Tick = tuple[int, str | None]


class Household(RuleBasedStateMachine):
    """Keeps its own record of ticks, turns and goals, and compares it with the server after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = build(Settings(data_dir=Path(self.folder.name), tz="UTC"), FakeClock()).database
        # By chore: what it is worth, how it is shared, and whether it needs a yes. Its members, and who is next.
        self.chores: dict[str, tuple[int, Share, bool]] = {}
        self.order: dict[str, list[str]] = {}
        self.next: dict[str, str] = {}
        # By chore, date and slot: points and who is credited.
        self.done: dict[Key, Tick] = {}
        self.waiting: dict[Key, Tick] = {}
        self.goals: dict[str, str] = {}

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @initialize(share=st.sampled_from(SHARES), first=PICKS)
    def the_family_moves_in(self, share: Share, first: int) -> None:
        self.members = [each.id for each in self.database.write_now(move_in).values()]
        self.reward = self.database.write_now(catalogue.add, NewReward(name="Zoo", price=9)).id
        self.add(9, share, first, True)
        self.tick_on_the_wall(0, TODAY, 0)

    @rule(worth=st.integers(0, 99), share=st.sampled_from(SHARES), first=PICKS, needs=st.booleans())
    def add(self, worth: int, share: Share, first: int, needs: bool) -> None:
        start = first % len(self.members)
        order = [*self.members[start:], *self.members[:start]][: 1 + first % 3]
        request = NewChore(
            title="Dog", member_ids=order, share=share, points=worth, rrule="FREQ=DAILY", needs_approval=needs
        )
        made = self.database.write_now(chores.add, request).id
        self.chores[made], self.order[made] = (worth, share, needs), order
        if share == "turn":
            self.next[made] = order[0]

    @rule(which=PICKS, day=DAYS, pick=PICKS)
    def tick_on_the_wall(self, which: int, day: date, pick: int) -> None:
        for chore, member, key, tick in self.one_tick(which, day, pick):
            stored = self.done.pop(key, None)
            self.waiting.pop(key, None)
            answer = self.database.write_now(on_the_wall, chore, CompleteRequest(date=day, member_id=member))
            waits = self.chores[chore][2] and (stored is None or stored[1] != member)
            assert waits is (answer.pending is True)
            (self.waiting if waits else self.done)[key] = tick

    @rule(which=PICKS, day=DAYS, pick=PICKS)
    def tick_on_the_phone(self, which: int, day: date, pick: int) -> None:
        for chore, member, key, tick in self.one_tick(which, day, pick):
            self.database.write_now(chores.complete, chore, CompleteRequest(date=day, member_id=member))
            self.waiting.pop(key, None)
            self.done[key] = tick

    @rule(which=PICKS)
    def approve(self, which: int) -> None:
        for chore, day, slot in one_of(list(self.waiting), which):
            request = ApproveRequest(date=day, member_id=slot) if slot else ApproveRequest(date=day)
            answer = self.database.write_now(approval.approve, chore, request)
            self.done[chore, day, slot] = self.waiting.pop((chore, day, slot))
            assert self.done[chore, day, slot][0] == answer.points

    @rule(which=PICKS)
    def send_back(self, which: int) -> None:
        for chore, day, slot in one_of(list(self.waiting), which):
            request = RejectRequest(date=day, member_id=slot) if slot else RejectRequest(date=day)
            self.database.write_now(approval.reject, chore, request)
            del self.waiting[chore, day, slot]

    @rule(which=PICKS)
    def undo(self, which: int) -> None:
        for chore, day, slot in one_of([*self.done, *self.waiting], which):
            if not slot or slot in self.members:
                self.database.write_now(chores.uncomplete, chore, day, slot or None)
                self.done.pop((chore, day, slot), None)
                self.waiting.pop((chore, day, slot), None)

    @rule(pick=PICKS)
    def save_for(self, pick: int) -> None:
        member = self.members[pick % len(self.members)]
        self.database.write_now(goals.choose, member, GoalRequest(reward_id=self.reward))
        self.goals[member] = self.reward

    @rule(which=PICKS)
    def move_out(self, which: int) -> None:
        for member in one_of(self.members[1:], which):
            self.database.write_now(people.remove, member)
            self.members.remove(member)
            self.goals.pop(member, None)
            for chore, order in self.order.items():
                if self.next.get(chore) == member:
                    self.next[chore] = order[(order.index(member) + 1) % len(order)]
            self.order = {chore: [each for each in order if each != member] for chore, order in self.order.items()}
            # Nobody's copy is left to answer; a tick that anybody could make waits on for nobody.
            self.waiting = {
                key: (worth, unless(who, member)) for key, (worth, who) in self.waiting.items() if key[2] != member
            }
            self.done = {key: (worth, unless(who, member)) for key, (worth, who) in self.done.items()}
            self.forget_chores_without_members()

    def forget_chores_without_members(self) -> None:
        """They are for Anyone, and what was done of them stays done."""
        for chore in [chore for chore, order in self.order.items() if not order]:
            del self.chores[chore], self.order[chore]
            self.next.pop(chore, None)
            self.done = {key: tick for key, tick in self.done.items() if key[0] != chore}

    @invariant()
    def the_balances_agree(self) -> None:
        totals = points.totals(self.database.read, self.members)
        earned = {each: sum(worth for worth, who in self.done.values() if who == each) for each in self.members}
        assert earned == {each: totals[each].balance for each in self.members}

    @invariant()
    def what_waits_agrees(self) -> None:
        found = approval.pending(self.database.read)
        expected = [(chore, day, who, worth) for (chore, day, _), (worth, who) in self.waiting.items()]
        assert sorted(map(str, expected)) == sorted(
            str((each.chore_id, each.date, each.member_id, each.points)) for each in found
        )

    @invariant()
    def the_turns_agree(self) -> None:
        found = turns.between(self.database.read, TODAY, TODAY + timedelta(days=4))
        for chore, following in self.next.items():
            order = self.order[chore]
            start = order.index(following)
            expected = [order[(start + each) % len(order)] for each in range(5)]
            assert expected == [each.member_id for each in found if each.chore_id == chore]
        assert {each.chore_id for each in found} == set(self.next)

    @invariant()
    def the_goals_agree(self) -> None:
        assert self.goals == {each.member_id: each.reward_id for each in goals.member_goals(self.database.read)}

    def one_tick(self, which: int, day: date, pick: int) -> list[tuple[str, str, Key, Tick]]:
        """A chore, one of its members, the key of the tick, and what it is worth now."""
        for chore in one_of(list(self.chores), which):
            worth, share, _ = self.chores[chore]
            member = self.order[chore][pick % len(self.order[chore])]
            key = (chore, day, member if share == "each" else "")
            earlier = self.done.get(key) or self.waiting.get(key)
            late = int(worth * 50 / 100 + 0.5)
            return [(chore, member, key, (earlier[0] if earlier else worth if day >= TODAY else late, member))]
        return []


TestRemovedMembers = Household.TestCase
TestRemovedMembers.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
