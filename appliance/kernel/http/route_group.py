"""The endpoints of a domain, from which a Litestar application is made."""

import re
from collections.abc import Iterator
from copy import copy
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

    def router(self) -> Router:
        """A new router, for one application."""
        return _NewRouter(
            self.path,
            route_handlers=[copy(handler) for handler in self.route_handlers],
            tags=self.tags,
            guards=self.guards,
        )

    def endpoints(self) -> Iterator[tuple[str, HTTPRouteHandler]]:
        """The path template and the handler of each endpoint: `/api/lists/{list_id}`, without the parameters' types."""
        for handler in self.route_handlers:
            for path in handler.paths:
                yield re.sub(r":\w+}", "}", f"{self.path.rstrip('/')}{path}"), handler


class _NewRouter(Router):
    """Litestar makes a deep copy of every router, in case it belongs to another application too. A new one does not."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "_NewRouter":
        return self
