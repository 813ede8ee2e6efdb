"""The REST door of navigation keys."""

from litestar import Router, post

from appliance.access.middleware import CurrentSession
from appliance.access.navigation import actions
from appliance.access.navigation.models import NavigationKey


@post("/keys/navigation", operation_id="createNavigationKey", summary="A key for one navigation")
async def make(session: CurrentSession) -> NavigationKey:
    """Good once, within a minute, as `?key=` of `/api/oauth/{kind}/start`: an address is no place for others. Admin."""
    return await session.write(actions.make)


ROUTES = Router("/", route_handlers=[make], tags=["Access"])
