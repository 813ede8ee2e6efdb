"""MCP tools for the turns of rotating chores."""

from datetime import date as Date
from datetime import timedelta

from msgspec import UNSET, field

from appliance.chores import routes as chore_routes
from appliance.chores.turns import actions
from appliance.chores.turns.models import ChoreTurn, SwapRequest
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import ApiModel, Maybe, patched
from appliance.people.tools import MemberName

WEEK = timedelta(days=6)


class ListTurns(ApiModel, kw_only=True):
    """Days, both included: seven from today on by default."""

    begin: Maybe[Date] = field(name="from", default=UNSET)
    end: Maybe[Date] = field(name="until", default=UNSET)


class SwapTurn(SwapRequest, kw_only=True):
    """A date, and who takes the turn over."""

    member_id: MemberName = field(name="member")


@tool(chore_routes.list_turns, answers="turns", read_only=True)
async def list_turns(session: Session, request: ListTurns) -> list[ChoreTurn]:
    """Whose turn the chores are that several members do in turn, for seven days from today by default."""
    db = session.read
    begin = patched(request.begin, db.household_day)
    return actions.between(db, begin, patched(request.end, begin + WEEK))


@tool(chore_routes.swap_turn, answers="turn")
async def swap_turn(session: Session, chore_id: str, request: SwapTurn) -> ChoreTurn:
    """Let another member (id or name) take over the turn of a chore on one date, from today on. Naming
    the member whose turn it is in the order undoes it.
    """
    return await session.write(actions.swap, chore_id, request)


TOOLS = [list_turns, swap_turn]
