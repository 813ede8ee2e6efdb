"""Structs of points: the ledger, balances, the leaderboard."""

from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

Period = Literal["today", "week", "month"]
Reason = Literal["sticker_pack", "bonus", "reward", "reward_return", "pool", "pool_return", "chore_deleted"]


class LedgerEntry(ApiModel, kw_only=True, omit_defaults=True):
    """One entry of the ledger, negative for spending. Chore completions are not copied into it. (contract §8)

    `note` is there only for an award with a reason; the `ref` of an award is the day it is for.
    """

    id: str
    member_id: str
    amount: int
    reason: str
    ref: str | None
    at: str
    note: str | None = None


class PointBalance(ApiModel, kw_only=True):
    """All points a member earned and spent, and the balance, which may be negative. (contract: Points 13, 14)"""

    balance: int
    earned_total: int
    spent_total: int


class Ledger(PointBalance, kw_only=True):
    """A member's balance and newest ledger entries."""

    entries: list[LedgerEntry]


class MemberEarnings(ApiModel, kw_only=True):
    """The points that a member earned with a chore."""

    member_id: str
    points: int


class ChoreEarnings(ApiModel, kw_only=True):
    """The points that were earned with a chore, by member in their order; members without any are left out.

    `kept` says whether they stay when the chore is deleted.
    """

    kept: bool
    members: list[MemberEarnings]


class PointTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The points shown with a member. `points_week` counts from the start of the household's week through today."""

    points_today: int = 0
    points_week: int = 0
    balance: int = 0


class LedgerSums(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of a member's ledger entries: received and spent, both as positive numbers."""

    received: int = 0
    spent: int = 0


class LeaderboardEntry(ApiModel, kw_only=True):
    """One member's place on the leaderboard. Equal results share a rank: 1, 1, 3. (contract §7)"""

    member_id: str
    name: str
    color: str
    avatar: str | None
    points: int
    completed: int
    streak: int
    rank: int
