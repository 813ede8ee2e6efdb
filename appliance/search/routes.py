"""REST endpoint of the search."""

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.search import actions
from appliance.search.models import SearchResults

Wanted = Annotated[str, QueryParameter(name="q")]
Limit = Annotated[int, QueryParameter(ge=1, le=50)]


@get(
    "/search",
    operation_id="search",
    summary="Search everything",
    opt=DISPLAY,
)
async def search(session: CurrentSession, text: Wanted, limit: Limit = 10) -> SearchResults:
    """The best of each kind, at most `limit` (1 to 50), and in `more` how many others there are at least.

    Every word of `q` must begin a word of the result; case and diacritics do not matter, and nothing in it is an
    operator. Events are searched two years back and two ahead by title, place, description and members' names, in
    calendars that are switched on; items and notes on lists that are not archived. Fewer than two characters find
    nothing; more than 200 are an error.
    """
    return await session.json_answer(actions.search, text, limit)


ROUTES = Router(path="/api", route_handlers=[search], tags=["Search"])
