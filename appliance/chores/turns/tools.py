"""MCP tools for the turns of rotating chores."""

from datetime import date as Date
from datetime import timedelta

from msgspec import UNSET, field

from appliance.chores import routes as chore_routes
from appliance.chores.turns import actions
from appliance.chores.turns.models import ChoreTurn, SwapRequest
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, made, patched
from appliance.people.tools import MemberName

WEEK = timedelta(days=6)


class ListTurns(ApiModel, kw_only=True):
    """Days, both included: seven from today on by default."""

    begin: Maybe[Date] = field(name="from", default=UNSET)
    end: Maybe[Date] = field(name="until", default=UNSET)


class AllTurns(ApiModel, kw_only=True):
    """Whose turn it is, by date."""

    turns: list[ChoreTurn]


class SwapTurn(SwapRequest, kw_only=True):
    """A chore that is done in turn, a date, and who takes the turn over."""

    chore_id: str
    member_id: MemberName = field(name="member")


class OneTurn(ApiModel, kw_only=True):
    """Whose turn it is now."""

    turn: ChoreTurn


async def list_turns(session: Session, request: ListTurns) -> AllTurns:
    """Whose turn it is. Raises BadRequest."""
    db = session.read
    begin = patched(request.begin, db.today)
    return AllTurns(turns=actions.between(db, begin, patched(request.end, begin + WEEK)))


async def swap_turn(session: Session, request: SwapTurn) -> OneTurn:
    """Let another member take over a turn. Raises NotFound, BadRequest."""
    return OneTurn(turn=await session.write(actions.swap, request.chore_id, made(SwapRequest, request)))


TOOLS = [
    Tool(
        name="list_turns",
        description="Whose turn the chores are that several members do in turn, for seven days from today by default.",
        run=list_turns,
        route=chore_routes.list_turns,
        read_only=True,
    ),
    Tool(
        name="swap_turn",
        description="Let another member (id or name) take over the turn of a chore on one date, from today on. Naming"
        " the member whose turn it is in the order undoes it.",
        run=swap_turn,
        route=chore_routes.swap_turn,
    ),
]
