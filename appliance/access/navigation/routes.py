"""REST endpoint of navigation keys."""

from litestar import Router, post

from appliance.access.middleware import CurrentSession
from appliance.access.navigation import actions
from appliance.access.navigation.models import NavigationKey
from appliance.access.rights import ADMIN


@post("/keys/navigation", operation_id="createNavigationKey", summary="Make a key for one navigation", opt=ADMIN)
async def make(session: CurrentSession) -> NavigationKey:
    """Valid once, within a minute, as `?key=` of `/api/oauth/{kind}/start`. Admin."""
    return await session.write(actions.make)


ROUTES = Router(path="/api", route_handlers=[make], tags=["Access"])
