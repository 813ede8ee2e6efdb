"""Middleware: OPTIONS."""

from litestar.routes import HTTPRoute

from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_response


class OptionsMiddleware:
    """Answers OPTIONS with all methods of a path in `Allow`. (RFC 9110, 9.3.7)

    Litestar's own answer names only the methods that a path had when its router was made.
    """

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer OPTIONS with 204, and pass every other request on."""
        if scope["method"] != "OPTIONS":
            await self._app(scope, receive, send)
            return
        template = scope["path_template"]
        routes = [route for route in scope["litestar_app"].routes if isinstance(route, HTTPRoute)]
        methods = {str(method) for route in routes if route.path_format == template for method in route.methods}
        await send_response(send, 204, [(b"allow", ", ".join(sorted(methods)).encode())])
