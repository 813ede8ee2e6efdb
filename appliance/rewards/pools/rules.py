"""How many points a pool takes, who may give, and what a lower price gives back."""

from collections.abc import Sequence

from msgspec.structs import replace

from appliance.kernel.errors import Conflict, PaymentRequired
from appliance.rewards.catalogue.models import Reward, Share
from appliance.rewards.redemptions.rules import check_offer


def total(shares: Sequence[Share]) -> int:
    """The points in a pool."""
    return sum(share.points for share in shares)


def missing(reward: Reward) -> int:
    """The points until the pool of a reward is full."""
    return max(0, reward.price - total(reward.shares))


def check_gift(reward: Reward, member_id: str, points: int, balance: int, redeemed_this_week: int) -> int:
    """The points that the pool takes of those a member wants to give: no more than are missing.

    Raises what keeps the member from redeeming the reward, and PaymentRequired with `balance` and `points`.
    """
    check_offer(reward, member_id, redeemed_this_week)
    taken = min(points, missing(reward))
    if balance < taken:
        raise PaymentRequired("Not enough points", balance=balance, price=taken, code="not_enough_points")
    return taken


def with_gift(shares: Sequence[Share], member_id: str, points: int) -> tuple[Share, ...]:
    """The shares after a gift: who gave before has one larger share, in its place."""
    if any(share.member_id == member_id for share in shares):
        return tuple(_plus(share, points) if share.member_id == member_id else share for share in shares)
    return (*shares, Share(member_id=member_id, points=points))


def taken_back(shares: Sequence[Share], member_id: str, points: int | None) -> int:
    """The points that a member gets back: all that it gave, or those it asks for. Raises Conflict without a share."""
    own = next((share.points for share in shares if share.member_id == member_id), 0)
    if own == 0:
        raise Conflict("this member has given nothing to this reward", code="nothing_waits")
    return own if points is None else min(points, own)


def without(shares: Sequence[Share], member_id: str, points: int) -> tuple[Share, ...]:
    """The shares after a member took points back."""
    left = (_plus(share, -points) if share.member_id == member_id else share for share in shares)
    return tuple(share for share in left if share.points > 0)


def beyond(shares: Sequence[Share], price: int) -> tuple[Share, ...]:
    """What goes back where there is more in a pool than a reward costs now: first to who gave last."""
    back: list[Share] = []
    surplus = total(shares) - price
    for share in reversed(shares):
        if surplus > 0:
            back.append(replace(share, points=min(share.points, surplus)))
            surplus -= back[-1].points
    return tuple(back)


def _plus(share: Share, points: int) -> Share:
    return replace(share, points=share.points + points)
