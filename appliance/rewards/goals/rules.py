"""How far a goal is, and when a family's goal may start."""

from datetime import date, timedelta

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made, required_text
from appliance.kernel.text.emoji import check_emoji
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, SavedFor, StoredFamilyGoal

# A goal counts the chores of so many days, so that it costs the same after ten years.
LONGEST = timedelta(days=366)


def goal(saved_for: SavedFor, balance: int) -> Goal:
    """A member's goal with its progress."""
    return made(Goal, saved_for, balance=balance, missing=max(0, saved_for.price - balance))


def family_goal(stored: StoredFamilyGoal, points: int) -> FamilyGoal:
    """The family's goal with its progress."""
    return made(FamilyGoal, stored, points=points, missing=max(0, stored.target - points))


def counted_until(start: date) -> date:
    """The last date whose chores count for a goal."""
    return min(start, date.max - LONGEST) + LONGEST


def check(request: FamilyGoalRequest, start: date, today: date) -> None:
    """Raises BadRequest for an emoji that is not one, an empty title, and a start after today or over a year ago."""
    required_text(request.title, "title")
    check_emoji(request.emoji or None)
    if start > today:
        raise BadRequest("must not be after today", at="startDate")
    if start < today - LONGEST:
        raise BadRequest("must not be more than a year ago", at="startDate")
