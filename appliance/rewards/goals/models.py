"""Structs of goals: the reward that a member saves for, and the goal of the whole family."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

Title = Annotated[str, Meta(min_length=1, max_length=200)]
Target = Annotated[int, Meta(ge=1, le=10_000_000)]


class GoalRequest(ApiModel, kw_only=True):
    """The reward to save for; null for none."""

    reward_id: str | None


class SavedFor(ApiModel, kw_only=True):
    """A member's goal as stored, with its reward."""

    member_id: str
    reward_id: str
    name: str
    emoji: str | None
    photo_id: str | None
    price: int


class Goal(SavedFor, kw_only=True):
    """The reward that a member saves for. `missing` are the points until the price is reached, 0 from then on."""

    balance: int
    missing: int


class FamilyGoalRequest(ApiModel, kw_only=True):
    """The goal of the whole family; it starts today unless a date is given."""

    title: Title
    target: Target
    emoji: str | None = None
    start_date: Maybe[date] = UNSET


class StoredFamilyGoal(ApiModel, kw_only=True):
    """The family's goal as stored."""

    title: str
    emoji: str | None
    target: int
    start_date: date


class FamilyGoal(StoredFamilyGoal, kw_only=True):
    """The family's goal. `points` were earned with chores dated from `start_date`, by anybody, for a year at most."""

    points: int
    missing: int


class Goals(ApiModel, kw_only=True):
    """The goals of members, in the members' order, and the family's; null without one."""

    members: list[Goal]
    family: FamilyGoal | None
