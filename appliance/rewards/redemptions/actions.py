"""Use cases of redemptions: points are spent, a parent decides, and points are given back."""

from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.chores.approval.rules import word
from appliance.household import queries as household_queries
from appliance.kernel.database.table_sizes import within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.points.awards.actions import ENTRIES
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import Reward, Share
from appliance.rewards.goals import queries as goal_queries
from appliance.rewards.redemptions import queries, rules
from appliance.rewards.redemptions.models import Answer, Redeemed, RedeemRequest, Redemption, State, StoredRedemption


@within_budget(ENTRIES)
def redeem(tx: Tx, reward_id: str, request: RedeemRequest) -> Redeemed:
    """Exchange points for a reward. The points are spent at once, also while a parent's yes is awaited.

    An admin key's own redemption needs no yes. A repeated request with the same id answers what is stored. Raises
    NotFound, Forbidden, Conflict, and PaymentRequired with `balance` and `price`.
    """
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_redemption(tx, str(request.id))):
        if (stored.reward_id, stored.member_id) != (reward_id, request.member_id):
            raise Conflict("this id belongs to another redemption")
        return Redeemed(redemption=answered(stored), balance=points.balance(tx, request.member_id).balance)
    reward = catalogue_queries.maybe_reward(tx, reward_id)
    if reward is None:
        raise NotFound("reward not found")
    people_queries.check_member(tx, request.member_id)
    balance = points.balance(tx, request.member_id).balance
    first, last = rules.week(tx.today, household_queries.settings(tx).week_start)
    this_week = queries.count_standing(tx, request.member_id, reward_id, first, last)
    rules.check(reward, request.member_id, balance, this_week)

    redemption_id = str(uuid4() if isinstance(request.id, UnsetType) else request.id)
    redemption = put_new(tx, reward, new(tx, reward, redemption_id, request.member_id, ()))
    points.spend(tx, request.member_id, reward.price, "reward", redemption.id)
    return Redeemed(redemption=redemption, balance=balance - reward.price)


def new(
    tx: Tx, reward: Reward, redemption_id: str, member_id: str | None, shares: tuple[Share, ...]
) -> StoredRedemption:
    """A redemption of a reward by one member, or by several with their shares."""
    waits = reward.needs_approval and tx.caller.scope != "admin"
    return made(
        StoredRedemption,
        reward,
        id=redemption_id,
        reward_id=reward.id,
        member_id=member_id,
        shares=shares,
        state="waiting" if waits else "approved",
        date=tx.today,
        at=instant(tx.now),
        decided_at=None if waits else instant(tx.now),
        from_stock=reward.stock is not None,
    )


def put_new(tx: Tx, reward: Reward, redemption: StoredRedemption) -> Redemption:
    """Store a redemption, whose points the caller spends; it ends the goals for the reward. Raises Conflict."""
    if redemption.state == "waiting" and queries.count_waiting(tx) >= rules.MAX_WAITING:
        raise Conflict(
            f"{rules.MAX_WAITING} rewards wait for a parent already", code="limit_reached", limit=rules.MAX_WAITING
        )
    if redemption.from_stock:
        catalogue_queries.change_stock(tx, reward.id, -1)
    queries.put(tx, redemption)
    queries.prune(tx, rules.MAX_KEPT)
    for member_id in (redemption.member_id, *(share.member_id for share in redemption.shares)):
        if member_id is not None:
            goal_queries.remove_goal_for(tx, member_id, reward.id)
    tx.record("reward.redeemed", _data(redemption))
    return answered(redemption)


def approve(tx: Tx, redemption_id: str, answer: Answer) -> Redeemed:
    """Say yes to a redemption that waits. Raises NotFound, Conflict."""
    return _decide(tx, redemption_id, "approved", "reward.approved", word(answer.note))


def decline(tx: Tx, redemption_id: str, answer: Answer) -> Redeemed:
    """Say no to a redemption that waits: points and stock come back. Raises NotFound, Conflict."""
    return _decide(tx, redemption_id, "declined", "reward.declined", word(answer.note))


def give_back(tx: Tx, redemption_id: str, answer: Answer) -> Redeemed:
    """Undo an approved redemption: points and stock come back. Raises NotFound, Conflict."""
    return _decide(tx, redemption_id, "returned", "reward.returned", word(answer.note))


def answered(stored: StoredRedemption) -> Redemption:
    """A redemption as answered."""
    return made(Redemption, stored)


def _decide(tx: Tx, redemption_id: str, state: State, topic: str, note: str | None) -> Redeemed:
    was = queries.redemption(tx, redemption_id)
    rules.check_change(was, state)

    redemption = replace(was, state=state, decided_at=instant(tx.now), note=note or was.note)
    queries.put(tx, redemption)
    if state != "approved":
        if was.from_stock and was.reward_id:
            catalogue_queries.change_stock(tx, was.reward_id, 1)
        if was.member_id:
            points.give_back(tx, was.member_id, was.price, "reward_return", was.id)
        for share in was.shares:
            points.give_back(tx, share.member_id, share.points, "reward_return", was.id)
    tx.record(topic, _data(redemption) | ({"note": note} if note else {}))
    balance = points.balance(tx, was.member_id).balance if was.member_id else 0
    return Redeemed(redemption=answered(redemption), balance=balance)


def _data(redemption: StoredRedemption) -> dict[str, object]:
    shares = [{"memberId": share.member_id, "points": share.points} for share in redemption.shares]
    return ({"shares": shares} if shares else {}) | {
        "id": redemption.id,
        "rewardId": redemption.reward_id,
        "memberId": redemption.member_id,
        "name": redemption.name,
        "price": redemption.price,
        "state": redemption.state,
    }
