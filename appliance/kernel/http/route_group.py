"""The endpoints of a domain, from which a Litestar application is made."""

from typing import Any

import msgspec
from litestar import Router
from litestar.handlers import HTTPRouteHandler
from litestar.types import Guard


class RouteGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Endpoints with a common path, and common tags and guards."""

    path: str = "/api"
    route_handlers: list[HTTPRouteHandler]
    tags: list[str] = []
    guards: list[Guard] = []
    include_in_schema: bool = True

    def router(self) -> Router:
        """A new router, for one application."""
        return _NewRouter(
            self.path,
            route_handlers=self.route_handlers,
            tags=self.tags,
            guards=self.guards,
            include_in_schema=self.include_in_schema,
        )


class _NewRouter(Router):
    """Litestar makes a deep copy of every router, in case it belongs to another application too. A new one does not."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "_NewRouter":
        return self
