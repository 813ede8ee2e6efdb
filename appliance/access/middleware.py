"""Authentication: finds the access key of a request, checks the rights of its route, and attaches a Session."""

from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException

from appliance.access.keys import Keys
from appliance.access.rights import ADMIN, rights_of
from appliance.kernel.database.session import Session
from appliance.kernel.errors import ApiError
from appliance.kernel.http.asgi import App, Receive, Scope, Send
from appliance.kernel.http.error_handlers import api_error_handler, http_error_handler

CurrentSession = NamedDependency[Session]


class AuthMiddleware:
    """Runs after routing, because a route declares its rights. Raises Unauthorized, Forbidden. (contract §1.1)"""

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Attach the caller's session to the request."""
        keys: Keys = scope["mantel"]["services"].keys
        await keys.authenticate(scope, rights_of(scope["route_handler"].opt))
        await self._app(scope, receive, send)


def session(request: Request[Any, Any, Any]) -> Session:
    """The Session that the middleware has put into the request."""
    attached: Session = request.scope["mantel"]["session"]  # type: ignore[typeddict-item]
    return attached


def routing_error_handler(request: Request[Any, Any, Any], problem: HTTPException) -> Response[dict[str, Any]]:
    """404 for a path without a route, 405 for a method that a path does not have.

    Below `/api` only an admin learns that: for other callers it is a route for admins. (contract §1.1)
    """
    keys: Keys = request.scope["mantel"]["services"].keys  # type: ignore[typeddict-item]
    if request.scope["path"].startswith("/api"):
        try:
            keys.check(dict(request.scope), rights_of(ADMIN))
        except ApiError as denied:
            return api_error_handler(request, denied)
    return http_error_handler(request, problem)
