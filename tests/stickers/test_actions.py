import asyncio
from datetime import date

import pytest

from appliance.chores import actions as chores
from appliance.chores.models import CompleteRequest, NewChore
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict, PaymentRequired
from appliance.people import actions as people
from appliance.people.models import Person
from appliance.points import actions as points
from appliance.points.models import PointBalance
from appliance.stickers import actions, queries
from appliance.stickers.models import NewPlacement, Purchase
from tests.client import Changes, Loop

TODAY = date(2026, 11, 20)


@pytest.fixture
def cleo(database: Database, family: dict[str, Person], recorded: Changes) -> str:
    """Cleo's id, with forty points."""
    hoover = database.write_now(
        chores.add, NewChore(title="Hoover", member_id=family["Cleo"].id, points=40, due_date=TODAY)
    )
    database.write_now(chores.complete, hoover.id, CompleteRequest(date=TODAY))
    recorded()
    return family["Cleo"].id


async def at_once(database: Database, *packs: str, member_id: str) -> list[Purchase | BaseException]:
    buying = [database.write(actions.buy, pack, member_id) for pack in packs]
    return await asyncio.gather(*buying, return_exceptions=True)


def test_two_displays_that_buy_one_pack_at_once_spend_once(
    database: Database, loop: Loop, cleo: str, recorded: Changes
) -> None:
    outcomes = loop.run(at_once(database, *["sweets"] * 8, member_id=cleo))

    bought = [outcome for outcome in outcomes if isinstance(outcome, Purchase)]
    assert [25] == [each.balance for each in bought]
    assert 7 == sum(isinstance(outcome, Conflict) for outcome in outcomes)
    assert PointBalance(balance=25, earned_total=40, spent_total=15) == points.balance(database.read, cleo)
    assert 1 == len(points.ledger(database.read, cleo).entries)
    assert [("sticker.changed", {"memberId": cleo, "packId": "sweets"})] == recorded()


def test_packs_bought_at_once_never_cost_more_than_there_is(database: Database, loop: Loop, cleo: str) -> None:
    wanted = ("dinosaurs", "ocean", "sweets", "sports", "space")
    outcomes = loop.run(at_once(database, *wanted, member_id=cleo))

    assert ["dinosaurs", "ocean"] == [outcome.pack.id for outcome in outcomes if isinstance(outcome, Purchase)]
    assert [{"balance": 0, "price": price, "code": "not_enough_points"} for price in (15, 15, 25)] == [
        outcome.extra for outcome in outcomes if isinstance(outcome, PaymentRequired)
    ]
    assert PointBalance(balance=0, earned_total=40, spent_total=40) == points.balance(database.read, cleo)
    assert {"dinosaurs", "ocean"} == queries.owned(database.read, cleo)


def test_a_purchase_that_fails_later_leaves_nothing_behind(database: Database, cleo: str, recorded: Changes) -> None:
    def buy_and_stumble(tx: Tx) -> None:
        actions.buy(tx, "sweets", cleo)
        raise RuntimeError("the lights went out")

    with pytest.raises(RuntimeError):
        database.write_now(buy_and_stumble)
    assert PointBalance(balance=40, earned_total=40, spent_total=0) == points.balance(database.read, cleo)
    assert set() == queries.owned(database.read, cleo)
    assert [] == recorded()


def test_what_a_removed_member_owned_goes(database: Database, cleo: str) -> None:
    database.write_now(actions.buy, "sweets", cleo)
    database.write_now(actions.place, cleo, NewPlacement(sticker="🍩"))
    database.write_now(people.remove, cleo)
    assert set() == queries.owned(database.read, cleo)
    assert [] == queries.page(database.read, cleo)
    assert PointBalance(balance=0, earned_total=0, spent_total=0) == points.balance(database.read, cleo)
