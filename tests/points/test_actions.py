from collections.abc import Callable
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from appliance.chores import actions as chores
from appliance.chores.models import Chore, ChorePatch, CompleteRequest, NewChore
from appliance.household.actions import change_settings
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.people.models import Person
from appliance.points import actions, queries
from appliance.points.models import LedgerEntry, Period, PointBalance, PointTotals
from appliance.points.streaks import actions as streak_actions
from tests.fakes import FakeClock

TODAY = date(2026, 11, 20)  # a Friday; its week began on Sunday the 15th
Tick = Callable[..., None]


@pytest.fixture
def tick(database: Database) -> Tick:
    """Ticks a chore for a number of days before today, credited to somebody or to its member."""

    def complete(chore: Chore, *days_back: int, member: Person | None = None) -> None:
        for back in days_back:
            day = TODAY - timedelta(days=back)
            database.write_now(
                chores.complete,
                chore.id,
                CompleteRequest(date=day, member_id=member.id) if member else CompleteRequest(date=day),
            )

    return complete


@pytest.fixture
def dishes(database: Database, family: dict[str, Person]) -> Chore:
    """Ana's daily dishes since long ago, ten points, late ones too."""
    database.write_now(change_settings, SettingsPatch(late_completion_credit=100))
    return database.write_now(
        chores.add,
        NewChore(title="Dishes", member_id=family["Ana"].id, points=10, rrule="FREQ=DAILY", due_date=date(2020, 1, 1)),
    )


def standings(database: Database, period: Period) -> list[tuple[str, int, int, int]]:
    return [(each.name, each.points, each.completed, each.rank) for each in actions.leaderboard(database.read, period)]


def totals_of(database: Database, person: Person) -> PointTotals:
    return actions.totals(database.read, [person.id])[person.id]


def streaks(database: Database, family: dict[str, Person]) -> dict[str, int]:
    names = {person.id: name for name, person in family.items()}
    return {names[member_id]: length for member_id, length in streak_actions.streaks(database.read).by_member.items()}


def test_periods_end_today_and_weeks_start_on_the_households_weekday(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]
) -> None:
    tick(dishes, -1, 0, 4, 5, 6, 19, 20)

    assert ("Ana", 10, 1, 1) == standings(database, "today")[0]
    assert ("Ana", 30, 3, 1) == standings(database, "week")[0]
    assert ("Ana", 50, 5, 1) == standings(database, "month")[0]
    ana, ben = family["Ana"].id, family["Ben"].id
    assert {ana: PointTotals(points_today=10, points_week=30, balance=70), ben: PointTotals()} == actions.totals(
        database.read, [ana, ben]
    )
    database.write_now(change_settings, SettingsPatch(week_start=1))
    assert ("Ana", 20, 2, 1) == standings(database, "week")[0]
    assert PointTotals(points_today=10, points_week=20, balance=70) == totals_of(database, family["Ana"])


def test_today_is_the_households(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person], clock: FakeClock
) -> None:
    tick(dishes, 0)
    clock.turn(hours=8)  # still Friday in UTC, Saturday in Berlin
    assert ("Ana", 0, 0, 1) == standings(database, "today")[0]
    assert PointTotals(points_today=0, points_week=10, balance=10) == totals_of(database, family["Ana"])


def test_points_go_to_who_did_it(database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]) -> None:
    tick(dishes, 0, member=family["Ben"])
    tick(dishes, 1)
    tick(dishes, 1, member=family["Cleo"])
    assert [("Ben", 10, 1, 1), ("Cleo", 10, 1, 1), ("Ana", 0, 0, 3), ("Dan", 0, 0, 3)] == standings(database, "week")


def test_inactive_chores_leave_the_leaderboard_but_not_the_balance(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]
) -> None:
    tick(dishes, 0, 1)
    database.write_now(chores.edit, dishes.id, ChorePatch(active=False))
    assert ("Ana", 0, 0, 1) == standings(database, "week")[0]
    assert PointTotals(points_today=10, points_week=20, balance=20) == totals_of(database, family["Ana"])
    assert {} == streak_actions.streaks(database.read).by_member


def test_spending_never_lowers_a_rank(database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]) -> None:
    tick(dishes, 0)
    database.write_now(actions.spend, family["Ana"].id, 15, "sticker_pack", "sweets")
    assert ("Ana", 10, 1, 1) == standings(database, "today")[0]
    assert PointTotals(points_today=10, points_week=10, balance=-5) == totals_of(database, family["Ana"])
    assert PointBalance(balance=-5, earned_total=10, spent_total=15) == actions.balance(database.read, family["Ana"].id)


def test_the_leaderboard_answers_while_it_is_hidden(database: Database, dishes: Chore, tick: Tick) -> None:
    tick(dishes, 0)
    database.write_now(change_settings, SettingsPatch(leaderboard_enabled=False))
    assert ("Ana", 10, 1, 1) == standings(database, "today")[0]


def test_a_streak_belongs_to_the_assignee_whoever_completed_it(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]
) -> None:
    tick(dishes, 0, 1, 2, member=family["Ben"])
    assert {"Ana": 3} == streaks(database, family)


def test_a_streak_needs_every_chore_that_was_due(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]
) -> None:
    database.write_now(change_settings, SettingsPatch(streak_grace_days=0))
    ana = family["Ana"].id
    bins = database.write_now(
        chores.add, NewChore(title="Bins", member_id=ana, rrule="FREQ=WEEKLY;BYDAY=WE", due_date=date(2026, 11, 1))
    )
    once = database.write_now(chores.add, NewChore(title="Letter", member_id=ana, due_date=date(2026, 11, 17)))
    tick(dishes, *range(10))
    assert {"Ana": 2} == streaks(database, family)
    tick(bins, 2)
    assert {"Ana": 3} == streaks(database, family)
    tick(once, 3)
    assert {"Ana": 9} == streaks(database, family)
    database.write_now(chores.edit, bins.id, ChorePatch(active=False))
    assert {"Ana": 10} == streaks(database, family)
    database.write_now(change_settings, SettingsPatch(streak_grace_days=1))
    database.write_now(chores.uncomplete, dishes.id, TODAY - timedelta(days=4))
    assert {"Ana": 9} == streaks(database, family)


def test_a_streak_ends_after_60_days(database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]) -> None:
    tick(dishes, *range(70))
    assert {"Ana": 60} == streaks(database, family)
    database.write_now(chores.uncomplete, dishes.id, TODAY)
    assert {"Ana": 59} == streaks(database, family)


def test_chores_for_anyone_are_in_nobodys_streak(
    database: Database, dishes: Chore, tick: Tick, family: dict[str, Person]
) -> None:
    database.write_now(chores.add, NewChore(title="Bins", rrule="FREQ=DAILY", due_date=date(2026, 1, 1)))
    tick(dishes, 0)
    assert {"Ana": 1} == streaks(database, family)


def test_the_ledger_holds_the_last_50_entries_newest_first(database: Database, family: dict[str, Person]) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    for number in range(55):
        at = f"2026-01-{number // 2 + 1:02d}T00:00:00.000Z"
        database.write_now(
            queries.put,
            LedgerEntry(id=f"e{number:02d}", member_id=ana, amount=-1, reason="sticker_pack", ref=None, at=at),
        )
    database.write_now(
        queries.put,
        LedgerEntry(id="gift", member_id=ben, amount=7, reason="gift", ref=None, at="2026-01-01T00:00:00.000Z"),
    )

    ledger = actions.ledger(database.read, ana)

    assert (-55, 0, 55) == (ledger.balance, ledger.earned_total, ledger.spent_total)
    assert [f"e{number:02d}" for number in range(54, 4, -1)] == [entry.id for entry in ledger.entries]
    assert PointBalance(balance=7, earned_total=7, spent_total=0) == actions.balance(database.read, ben)
    assert {ben} == {entry.member_id for entry in actions.ledger(database.read, ben).entries}


def test_the_sums_follow_every_change_of_an_entry(database: Database, family: dict[str, Person]) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    given = LedgerEntry(id="a", member_id=ana, amount=30, reason="gift", ref=None, at="2026-11-20T10:00:00.000Z")
    spent = replace(given, id="b", amount=-12)

    def sums(*statement: str) -> list[tuple[str, int, int]]:
        if statement:
            database.write_now(Tx.run, *statement)
        kept = queries.ledger_sums_by_member(database.read)
        return [(member_id, each.received, each.spent) for member_id, each in sorted(kept.items())]

    for entry in (given, spent):
        database.write_now(queries.put, entry)
    assert [(ana, 30, 12)] == sums()
    database.write_now(queries.put, replace(spent, amount=7))
    assert [(ana, 37, 0)] == sums()
    assert sorted([(ana, 30, 0), (ben, 7, 0)]) == sums("UPDATE point_entries SET member_id = ? WHERE id = 'b'", ben)
    assert sorted([(ana, 0, 0), (ben, 7, 0)]) == sums("DELETE FROM point_entries WHERE id = 'a'")
    assert [(ana, 0, 0)] == sums("DELETE FROM members WHERE id = ?", ben)
