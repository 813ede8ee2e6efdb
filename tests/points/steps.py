"""What the property test of balances does more than once."""

from datetime import date, timedelta
from typing import TypeVar

from hypothesis import strategies as st

from appliance.chores import actions as chores
from appliance.chores.models import Completed, CompleteRequest
from appliance.kernel.database.transactions import Caller, Tx
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions.models import Redeemed, RedeemRequest

T = TypeVar("T")
TODAY = date(2026, 11, 20)
PRICES = {"sweets": 15, "sports": 15, "dinosaurs": 20, "space": 25, "unicorns": 30}
DAYS = st.integers(-2, 3).map(lambda back: TODAY - timedelta(days=back))
PICKS = st.integers(0, 7)
DECISIONS = st.sampled_from(("approved", "declined", "returned"))
WALL = Caller("wall", "Wall", "display", "api")


def on_the_wall(tx: Tx, chore: str, request: CompleteRequest) -> Completed:
    """Complete a chore with the wall's display key."""
    tx.caller = WALL
    return chores.complete(tx, chore, request)


def redeem_on_the_wall(tx: Tx, reward: str, request: RedeemRequest) -> Redeemed:
    """Redeem a reward with the wall's display key."""
    tx.caller = WALL
    return redemptions.redeem(tx, reward, request)


def one_of(things: list[T], which: int) -> list[T]:
    """One of the things, or none when there are none."""
    return [things[which % len(things)]] if things else []


def unless(who: str | None, gone: str) -> str | None:
    """A member's id; None for the one who is gone."""
    return None if who == gone else who
