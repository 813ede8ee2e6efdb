"""Shapes of points: the ledger, a member's purse, the leaderboard."""

from typing import Literal

import msgspec

from appliance.kernel.schema import ApiModel

Period = Literal["today", "week", "month"]
Reason = Literal["sticker_pack"]


class Entry(ApiModel):
    """One line of the ledger: negative for spending. Chore completions are not copied into it. (contract §8)"""

    id: str
    member_id: str
    amount: int
    reason: str
    ref: str | None
    at: str


class Purse(ApiModel):
    """What a member ever earned, spent, and has left; the balance may be below zero. (spec: Points 13, 14)"""

    balance: int
    earned_total: int
    spent_total: int


class Ledger(Purse):
    """A purse and its newest entries."""

    entries: list[Entry]


class Totals(msgspec.Struct, frozen=True):
    """The points a member is shown with. `week` counts from the household week's start through today."""

    today: int = 0
    week: int = 0
    balance: int = 0


class Turnover(msgspec.Struct, frozen=True):
    """The sums of a member's ledger: amounts given and amounts spent, both as positive numbers."""

    given: int = 0
    spent: int = 0


class Standing(ApiModel):
    """One member's place on the leaderboard. Equals share a rank: 1, 1, 3. (contract §7)"""

    member_id: str
    name: str
    color: str
    avatar: str | None
    points: int
    completed: int
    streak: int
    rank: int
