"""Who may redeem, and which state follows which."""

from datetime import date, timedelta

from appliance.kernel.errors import Conflict, Forbidden, PaymentRequired
from appliance.points.rules import first_day
from appliance.rewards.catalogue.models import Reward
from appliance.rewards.catalogue.rules import is_for
from appliance.rewards.redemptions.models import State, StoredRedemption

# Decided ones beyond this number are deleted, the oldest first; those that wait are limited.
MAX_KEPT = 5_000
MAX_WAITING = 200
# From these states a redemption can come into another one.
FROM: dict[State, State] = {"approved": "waiting", "declined": "waiting", "returned": "approved"}


def week(today: date, week_start: int) -> tuple[date, date]:
    """The household's week with a date: its first and its last day. `week_start`: 0 Sunday, 1 Monday, 6 Saturday."""
    first = first_day("week", today, week_start)
    return first, first + timedelta(days=6)


def check(reward: Reward, member_id: str, balance: int, redeemed_this_week: int) -> None:
    """Raises what keeps a member from redeeming a reward now, in this order.

    Forbidden when it is for others; Conflict when it is switched off, without stock, or beyond the limit of the week;
    PaymentRequired with `balance` and `price`.
    """
    check_offer(reward, member_id, redeemed_this_week)
    if balance < reward.price:
        raise PaymentRequired("Not enough points", balance=balance, price=reward.price, code="not_enough_points")


def check_offer(reward: Reward, member_id: str, redeemed_this_week: int) -> None:
    """`check`, whatever the member's balance is."""
    if not is_for(reward, member_id):
        raise Forbidden("this reward is for somebody else", code="not_for_member")
    if not reward.active:
        raise Conflict("This reward is not offered at the moment", code="not_offered")
    if reward.stock == 0:
        raise Conflict("None left", stock=0, code="out_of_stock")
    if reward.weekly_limit is not None and redeemed_this_week >= reward.weekly_limit:
        raise Conflict("Not again this week", weeklyLimit=reward.weekly_limit, code="weekly_limit_reached")


def check_change(redemption: StoredRedemption, state: State) -> None:
    """Raises Conflict with the `state` unless a redemption can come into this state."""
    if redemption.state != FROM[state]:
        raise Conflict(
            f"this redemption is {redemption.state}, not {FROM[state]}", state=redemption.state, code="nothing_waits"
        )
