"""Use cases of the catalogue of rewards."""

from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import queries as people_queries
from appliance.rewards.catalogue import queries, rules
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch


def add(tx: Tx, request: NewReward) -> Reward:
    """Add a reward, at the end unless the request has `sort`. A repeated request with the same id adds nothing.

    Raises BadRequest, Conflict.
    """
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_reward(tx, str(request.id))):
        return stored
    rules.check(request)
    if queries.count(tx) >= rules.MAX_REWARDS:
        raise Conflict(
            f"a household has at most {rules.MAX_REWARDS} rewards", code="limit_reached", limit=rules.MAX_REWARDS
        )

    reward = made(
        Reward,
        request,
        id=str(uuid4() if isinstance(request.id, UnsetType) else request.id),
        emoji=request.emoji or None,
        member_ids=_members(tx, request.member_ids),
        sort=patched(request.sort, queries.next_sort(tx)),
    )
    queries.put(tx, reward)
    tx.record("reward.changed", {"id": reward.id})
    return reward


def edit(tx: Tx, reward_id: str, patch: RewardPatch) -> Reward:
    """Change a reward; redemptions keep the price that was paid. Raises NotFound, BadRequest."""
    was = queries.reward(tx, reward_id)
    rules.check(patch)

    reward = replace(was, **sent_fields(patch))
    reward = replace(reward, emoji=reward.emoji or None, member_ids=_members(tx, reward.member_ids))
    queries.put(tx, reward)
    tx.record("reward.changed", {"id": reward_id})
    return reward


def remove(tx: Tx, reward_id: str) -> None:
    """Delete a reward. Goals for it go, redemptions stay; those that wait can still be decided. Raises NotFound."""
    queries.reward(tx, reward_id)

    queries.remove(tx, reward_id)
    tx.record("reward.changed", {"id": reward_id})


def _members(db: Reader, member_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The members, each once. Raises BadRequest when one is unknown."""
    known = people_queries.known(db, member_ids)
    if len(known) < len(set(member_ids)):
        raise BadRequest("unknown member", at="memberIds", code="deleted_meanwhile")
    return tuple(known)
