"""REST endpoints of goals."""

from litestar import Router, delete, get, put
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.kernel.schema import ApiModel
from appliance.rewards.goals import actions
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, GoalRequest, Goals


class ChosenGoal(ApiModel, kw_only=True):
    """What a member saves for now; null for nothing."""

    goal: Goal | None


@get("/goals", operation_id="getGoals", summary="What everybody saves for", opt=DISPLAY | ETAG_BY_REV)
async def goals(session: CurrentSession) -> Goals:
    """The goals of members with their progress, and the family's."""
    return actions.goals(session.read)


@put("/members/{member_id:str}/goal", operation_id="setMemberGoal", summary="Save for a reward", opt=DISPLAY)
async def choose(session: CurrentSession, member_id: FromPath[str], data: JSONBody[GoalRequest]) -> ChosenGoal:
    """Null for none. A redeemed reward ends the goal for it. 400 for a reward that this member cannot redeem."""
    return ChosenGoal(goal=await session.write(actions.choose, member_id, data))


@put("/family-goal", operation_id="setFamilyGoal", summary="Set the family's goal", opt=ADMIN)
async def choose_family_goal(session: CurrentSession, data: JSONBody[FamilyGoalRequest]) -> FamilyGoal:
    """Replaces the one before. It counts the points of chores dated from its start, for a year at most. Admin."""
    return await session.write(actions.choose_family_goal, data)


@delete("/family-goal", operation_id="deleteFamilyGoal", summary="Remove the family's goal", status_code=200, opt=ADMIN)
async def remove_family_goal(session: CurrentSession) -> Done:
    """Nothing happens without one. Admin."""
    await session.write(actions.remove_family_goal)
    return Done()


ROUTES = Router(path="/api", route_handlers=[goals, choose, choose_family_goal, remove_family_goal], tags=["Rewards"])
