"""Structs of the board's chores and what the members have done."""

from collections.abc import Set

import msgspec

from appliance.board.models import BoardChore, BoardMember
from appliance.rewards.goals.models import FamilyGoal, Goal


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The chores of today, and what each member has done. `list_ids` are the checklists of these chores."""

    list_ids: Set[str]
    members: list[BoardMember]
    chores: list[BoardChore]
    more_chores: int
    goals: list[Goal]
    family_goal: FamilyGoal | None
