"""REST endpoint of the board."""

from litestar import Router, get

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.board import actions
from appliance.board.models import Board
from appliance.kernel.http.etag import ETAG_BY_REV_AND_WEATHER
from appliance.weather.routes import Forecasts


@get("/board", operation_id="getBoard", summary="The family's day on one screen", opt=DISPLAY | ETAG_BY_REV_AND_WEATHER)
async def board(session: CurrentSession, forecaster: Forecasts) -> Board:
    """Weather, members with their chores and points, events of today and the next seven days, and what is due.

    Also the lists that are pinned to the board, the notes of today, and how the caller's screen is arranged.
    `leftOut` counts what is beyond the bounds of the answer. What is on now and next follows from the events' times.
    """
    await forecaster.refresh_for_request(wait_for_first=False)
    return await session.json_answer(actions.board, session.derived, session.caller.key_id)


ROUTES = Router(path="/api", route_handlers=[board], tags=["Board"])
