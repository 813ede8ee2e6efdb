"""REST endpoint of navigation keys."""

from litestar import post

from appliance.access.middleware import CurrentSession
from appliance.access.navigation import actions
from appliance.access.navigation.models import NavigationKey
from appliance.kernel.http.route_group import RouteGroup


@post("/keys/navigation", operation_id="createNavigationKey", summary="Make a key for one navigation")
async def make(session: CurrentSession) -> NavigationKey:
    """Valid once, within a minute, as `?key=` of `/api/oauth/{kind}/start`. Admin."""
    return await session.write(actions.make)


ROUTES = RouteGroup(route_handlers=[make], tags=["Access"])
