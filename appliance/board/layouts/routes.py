"""REST endpoints of a screen's own arrangement of the board."""

from litestar import Router, delete, get, put
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY, DISPLAY_WITH_PIN
from appliance.board.layouts import actions, queries
from appliance.board.layouts.models import BoardLayouts, LayoutRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done


@get(
    "/board/layouts",
    operation_id="getBoardLayouts",
    summary="How this screen's board is arranged",
    opt=DISPLAY | ETAG_BY_REV,
)
async def layouts(session: CurrentSession) -> BoardLayouts:
    """The arrangements of the caller's key, wide (24 columns, 16 rows) and upright (16 columns, 24 rows)."""
    return queries.layouts(session.read, session.caller.key_id)


@put(
    "/board/layouts/{orientation:str}",
    operation_id="arrangeBoard",
    summary="Arrange this screen's board",
    opt=DISPLAY_WITH_PIN,
)
async def arrange(session: CurrentSession, orientation: FromPath[str], data: JSONBody[LayoutRequest]) -> BoardLayouts:
    """Replaces what the caller's key has for `landscape` or `portrait`; the answer has both.

    400 when a widget leaves the grid, covers another one or has the id of another one.
    """
    return await session.write(actions.arrange, orientation, data)


@delete(
    "/board/layouts/{orientation:str}",
    operation_id="resetBoard",
    summary="Reset this screen's board",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def reset(session: CurrentSession, orientation: FromPath[str]) -> Done:
    """The client arranges the board by itself again. Also where nothing was stored."""
    await session.write(actions.reset, orientation)
    return Done()


HANDLERS = [layouts, arrange, reset]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Board"])
