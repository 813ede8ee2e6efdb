"""Structs of the weekly look back."""

from datetime import date

from appliance.kernel.schema import ApiModel
from appliance.rewards.goals.models import FamilyGoal
from appliance.rewards.redemptions.models import Redemption


class WeekChore(ApiModel, kw_only=True):
    """A chore and how often it was done in the week."""

    chore_id: str
    title: str
    emoji: str | None
    times: int


class WeekMember(ApiModel, kw_only=True):
    """What one member did in the week; `streak` in days, as it was on the last day, at most 60 and 0 when unknown.

    `chores` are those done most often.
    """

    member_id: str
    name: str
    color: str
    avatar: str | None
    points: int
    completed: int
    streak: int
    chores: list[WeekChore]


class WeeklySummary(ApiModel, kw_only=True):
    """A week of the household, from `first_day` to `last_day`, both included. `over` once it has ended.

    `points` and `completed` are those of all together, also of chores that nobody is credited for. The members stand in
    their own order: nobody is ranked.
    """

    first_day: date
    last_day: date
    over: bool
    points: int
    completed: int
    members: list[WeekMember]
    rewards: list[Redemption]
    family_goal: FamilyGoal | None
