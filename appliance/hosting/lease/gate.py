"""In front of a household's application: writes are answered only while its cell has the lease."""

from appliance.hosting.lease.shared import SharedLease
from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_json

READS = ("GET", "HEAD", "OPTIONS")
# Until another cell has taken over, or this one has started again.
RETRY_AFTER_SECONDS = 5
MOVING = "this household is being moved to another machine; try again in a few seconds"


class WriterGate:
    """ASGI middleware: 503 with Retry-After for a write without the lease."""

    def __init__(self, app: App, lease: SharedLease):
        """`app` is the household's application."""
        self._app, self._lease = app, lease

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it may be."""
        if scope["type"] != "http" or scope["method"] in READS:
            await self._app(scope, receive, send)
        elif not self._lease.may_write:
            await _refuse(send)
        else:
            await self._app(scope, receive, self._while_held(send))

    def _while_held(self, send: Send) -> Send:
        """A process that was paused in a write may go on when another one has taken over: what it stored is lost."""
        refused = False

        async def checked(message: object) -> None:
            nonlocal refused
            if isinstance(message, dict) and message["type"] == "http.response.start" and not self._lease.is_held:
                refused = True
                await _refuse(send)
            elif not refused:
                await send(message)

        return checked


async def _refuse(send: Send) -> None:
    await send_json(send, 503, {"error": MOVING}, [(b"retry-after", str(RETRY_AFTER_SECONDS).encode())])
