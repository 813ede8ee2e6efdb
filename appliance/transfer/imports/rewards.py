"""What an import takes of rewards, redemptions and goals, of the ledger of points, and of stickers."""

from collections.abc import Sequence, Set
from contextlib import suppress
from datetime import date

from appliance.kernel.schema import made
from appliance.points.models import LedgerEntry
from appliance.rewards.catalogue.models import Reward, Share
from appliance.rewards.catalogue.rules import MAX_REWARDS
from appliance.rewards.goals.models import StoredFamilyGoal
from appliance.rewards.goals.rules import LONGEST
from appliance.rewards.redemptions.models import StoredRedemption
from appliance.stickers.models import Placement
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.models import ImportedEntry, ImportedRedemption, ImportedReward, ImportedShare
from appliance.transfer.imports.rules import KnownIds, emoji, known_id, known_ids, utc_instant, whole_points


def rewards(file: Import, known: KnownIds) -> list[Reward]:
    """The rewards as stored. One that was only for members who are unknown is switched off. Raises BadRequest."""
    return [_reward(reward, f"rewards.{index}", known) for index, reward in enumerate(file.rewards)]


def with_room(imported: Sequence[Reward], there: Set[str]) -> list[Reward]:
    """The rewards that are there already, and as many others as a household may have."""
    room = MAX_REWARDS - len(there)
    new = list(dict.fromkeys(reward.id for reward in imported if reward.id not in there))[: max(0, room)]
    return [reward for reward in imported if reward.id in there or reward.id in new]


def redemptions(file: Import, known: KnownIds, rewards: Set[str]) -> list[StoredRedemption]:
    """The redemptions as stored. One that waits for a member who is unknown is declined."""
    return [_redemption(redemption, known, rewards) for redemption in file.redemptions]


def goals(file: Import, known: KnownIds, rewards: Set[str]) -> list[tuple[str, str]]:
    """Member and reward of each goal, where both are known."""
    return [
        (goal.member_id, goal.reward_id)
        for goal in file.reward_goals
        if goal.member_id in known.members and goal.reward_id in rewards
    ]


def family_goal(file: Import, today: date) -> StoredFamilyGoal | None:
    """The family's goal, or None. One that began more than a year ago is left out: it counts no more points."""
    goal = file.family_goal
    if goal is None or not today - LONGEST <= goal.start_date <= today:
        return None
    return made(StoredFamilyGoal, goal, emoji=emoji(goal.emoji, "familyGoal"))


def entries(file: Import) -> list[LedgerEntry]:
    """The ledger of the file's members."""
    members = {member.id for member in file.members}
    return [
        made(
            LedgerEntry,
            entry,
            amount=whole_points(entry.amount),
            ref=_day_of(entry) if entry.reason == "bonus" else entry.ref,
            at=utc_instant(entry.at),
        )
        for entry in file.point_entries
        if entry.member_id in members
    ]


def sticker_packs(file: Import) -> list[tuple[str, str, str]]:
    """Member, pack and instant of what the file's members bought."""
    members = {member.id for member in file.members}
    return [
        (pack.member_id, pack.pack_id, utc_instant(pack.unlocked_at))
        for pack in file.sticker_packs
        if pack.member_id in members
    ]


def placements(file: Import) -> list[Placement]:
    """The scrapbooks of the file's members."""
    members = {member.id for member in file.members}
    return [
        made(Placement, placement, placed_at=utc_instant(placement.placed_at))
        for placement in file.scrapbook
        if placement.member_id in members
    ]


def _reward(imported: ImportedReward, at: str, known: KnownIds) -> Reward:
    member_ids = known_ids(imported.member_ids, known.members)
    return made(
        Reward,
        imported,
        emoji=emoji(imported.emoji, at),
        member_ids=member_ids,
        active=imported.active and bool(member_ids or not imported.member_ids),
        shares=_shares(imported.shares, known),
    )


def _redemption(imported: ImportedRedemption, known: KnownIds, rewards: Set[str]) -> StoredRedemption:
    member_id, shares = known_id(imported.member_id, known.members), _shares(imported.shares, known)
    return made(
        StoredRedemption,
        imported,
        reward_id=known_id(imported.reward_id, rewards),
        member_id=member_id,
        shares=shares,
        state="declined" if imported.state == "waiting" and member_id is None and not shares else imported.state,
        at=utc_instant(imported.at),
        decided_at=utc_instant(imported.decided_at) if imported.decided_at else None,
    )


def _shares(imported: Sequence[ImportedShare], known: KnownIds) -> tuple[Share, ...]:
    """The shares of known members, one of each."""
    of_member = {share.member_id: share.points for share in imported if share.member_id in known.members}
    return tuple(Share(member_id=member_id, points=given) for member_id, given in of_member.items())


def _day_of(award: ImportedEntry) -> str:
    """The day an award is for; the day it was given when the file has none that can be read."""
    with suppress(ValueError):
        return date.fromisoformat(award.ref or "").isoformat()
    return utc_instant(award.at)[:10]
