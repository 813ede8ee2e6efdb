"""Answers requests with one application for each route group, made at the first request to it."""

from collections.abc import Callable, Collection, Sequence

from litestar.utils import normalize_path

from appliance.kernel.http.asgi import App, Receive, Scope, Send
from appliance.kernel.http.path_templates import PathTemplates
from appliance.kernel.http.route_group import RouteGroup

NO_ENDPOINTS = RouteGroup(route_handlers=[])


def area_of(path: str) -> str:
    """The first two segments of a path: `/api/lists` of `/api/lists/{list_id}/items`."""
    return "/".join(path.split("/")[:3])


class RouteGroupsApp:
    """The endpoints of all route groups as an ASGI application.

    Importing all groups and making their applications would take a third of the start.
    """

    def __init__(
        self,
        areas: Collection[str],
        load: Callable[[str], Sequence[RouteGroup]],
        create: Callable[[RouteGroup], App],
    ):
        """`load` returns the groups that have paths in an area, `create` the application of a group."""
        self._areas = areas
        self._load = load
        self._create = create
        self._loaded: dict[str, PathTemplates[RouteGroup]] = {}
        self._apps: dict[int, App] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. A path that no group has is answered by an application without endpoints: 404."""
        await self._app(self._group(normalize_path(scope["path"])))(scope, receive, send)

    def _group(self, path: str) -> RouteGroup:
        area = area_of(path)
        if area not in self._areas:
            return NO_ENDPOINTS
        if area not in self._loaded:
            groups = self._load(area)
            self._loaded[area] = PathTemplates({path: group for group in groups for path, _ in group.endpoints()})
        return self._loaded[area].find(path) or NO_ENDPOINTS

    def _app(self, group: RouteGroup) -> App:
        if id(group) not in self._apps:
            self._apps[id(group)] = self._create(group)
        return self._apps[id(group)]
