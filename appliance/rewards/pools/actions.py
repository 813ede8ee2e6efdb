"""Use cases of pools: members give points to one reward together, and take them back until it is redeemed."""

from collections.abc import Iterable
from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.household import queries as household_queries
from appliance.kernel.database.table_sizes import within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import NotFound
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.points.awards.actions import ENTRIES
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import Reward, RewardPatch, Share
from appliance.rewards.pools import queries, rules
from appliance.rewards.pools.models import GiveRequest, Pooled, TakeBackRequest
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions import rules as redemption_rules
from appliance.rewards.redemptions.models import Redemption


@within_budget(ENTRIES)
def give(tx: Tx, reward_id: str, request: GiveRequest) -> Pooled:
    """Spend a member's points on a reward, together with others. When the pool is full, the reward is redeemed.

    Raises NotFound, Forbidden, Conflict, and PaymentRequired with `balance` and `price`.
    """
    reward, member_id = _reward(tx, reward_id), request.member_id
    people_queries.check_member(tx, member_id)
    balance = points.balance(tx, member_id).balance
    first, last = redemption_rules.week(tx.today, household_queries.settings(tx).week_start)
    this_week = redemption_queries.count_standing(tx, member_id, reward_id, first, last)
    given = rules.check_gift(reward, member_id, request.points, balance, this_week)

    points.spend(tx, member_id, given, "pool", reward_id)
    reward = _with_shares(tx, reward, rules.with_gift(reward.shares, member_id, given))
    tx.record("reward.pooled", _data(reward, member_id, given))
    redemption = None if rules.missing(reward) else _redeem(tx, reward)
    return Pooled(
        reward=catalogue_queries.reward(tx, reward_id), points=given, balance=balance - given, redemption=redemption
    )


@within_budget(ENTRIES)
def take_back(tx: Tx, reward_id: str, request: TakeBackRequest) -> Pooled:
    """Give a member back what it gave to a reward that is not redeemed yet. Raises NotFound, Conflict."""
    reward, member_id = _reward(tx, reward_id), request.member_id
    people_queries.check_member(tx, member_id)
    wanted = None if isinstance(request.points, UnsetType) else request.points
    back = rules.taken_back(reward.shares, member_id, wanted)

    reward = _give_back(tx, reward, [Share(member_id=member_id, points=back)])
    return Pooled(reward=reward, points=back, balance=points.balance(tx, member_id).balance)


@within_budget(ENTRIES)
def edit_reward(tx: Tx, reward_id: str, patch: RewardPatch) -> Reward:
    """Change a reward as `catalogue.edit` does. A price that its pool has reached now redeems it.

    What is over goes back; everything does where the reward cannot be redeemed. Raises NotFound, BadRequest, Conflict.
    """
    reward = catalogue.edit(tx, reward_id, patch)
    if not reward.shares or rules.missing(reward):
        return reward

    offered = reward.active and reward.stock != 0
    reward = _give_back(tx, reward, rules.beyond(reward.shares, reward.price) if offered else reward.shares)
    if offered:
        _redeem(tx, reward)
    return catalogue_queries.reward(tx, reward_id)


@within_budget(ENTRIES)
def remove_reward(tx: Tx, reward_id: str) -> None:
    """Delete a reward as `catalogue.remove` does; what was given to it goes back. Raises NotFound."""
    reward = catalogue_queries.reward(tx, reward_id)

    _give_back(tx, reward, reward.shares)
    catalogue.remove(tx, reward_id)


def _reward(tx: Tx, reward_id: str) -> Reward:
    reward = catalogue_queries.maybe_reward(tx, reward_id)
    if reward is None:
        raise NotFound("reward not found")
    return reward


def _with_shares(tx: Tx, reward: Reward, shares: tuple[Share, ...]) -> Reward:
    queries.put_shares(tx, reward.id, shares)
    return replace(reward, shares=shares)


def _give_back(tx: Tx, reward: Reward, shares: Iterable[Share]) -> Reward:
    """Take shares, or parts of them, out of a pool: the points come back."""
    for share in shares:
        points.give_back(tx, share.member_id, share.points, "pool_return", reward.id)
        reward = _with_shares(tx, reward, rules.without(reward.shares, share.member_id, share.points))
        tx.record("reward.unpooled", _data(reward, share.member_id, share.points))
    return reward


def _redeem(tx: Tx, reward: Reward) -> Redemption:
    """Redeem a reward whose pool is full: the pool becomes the shares of the redemption. Raises Conflict."""
    shares = reward.shares
    _with_shares(tx, reward, ())
    return redemptions.put_new(tx, reward, redemptions.new(tx, reward, str(uuid4()), None, shares))


def _data(reward: Reward, member_id: str, given: int) -> dict[str, object]:
    return {
        "rewardId": reward.id,
        "memberId": member_id,
        "name": reward.name,
        "points": given,
        "total": rules.total(reward.shares),
        "price": reward.price,
    }
