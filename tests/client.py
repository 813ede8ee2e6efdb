"""A small HTTP client that talks to the built application in a loop of its own thread, as a server would."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import httpx

from appliance.kernel.http.asgi import App

T = TypeVar("T")
# A fixture that calls an MCP tool by its name with arguments.
Call = Callable[..., Any]
# The fixture `recorded`: topics and data of the changes since it was last asked.
Changes = Callable[[], list[tuple[str, dict[str, Any]]]]
# What a loaded machine may take; how long says nothing here.
PATIENCE_SECONDS = 300


class Loop:
    """An event loop in a thread; `run` waits for a coroutine in it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result, or its exception."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE_SECONDS)

    def close(self) -> None:
        """Cancel what is left in the loop, and stop it and its thread."""

        async def end() -> None:
            left = asyncio.all_tasks() - {asyncio.current_task()}
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class Client:
    """Calls the API with one key. `client.get("/api/rev")` and so on answer an httpx.Response."""

    def __init__(self, app: App, loop: Loop, key: str | None = None, address: str = "127.0.0.1"):
        self._app = app
        self._loop = loop
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        transport = httpx.ASGITransport(
            app,  # type: ignore[arg-type]
            raise_app_exceptions=False,
            client=(address, 50_000),
        )
        self._http = httpx.AsyncClient(transport=transport, base_url="http://wall.test", headers=headers)

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Any call. Bytes are sent as JSON unless a header says otherwise."""
        if "content" in arguments:
            arguments["headers"] = {"Content-Type": "application/json", **arguments.get("headers", {})}
        return self._loop.run(self._http.request(method, path, **arguments))

    def get(self, path: str, **arguments: Any) -> httpx.Response:
        return self.request("GET", path, **arguments)

    def post(self, path: str, body: Any = None, **arguments: Any) -> httpx.Response:
        return self.request("POST", path, **_json(body), **arguments)

    def patch(self, path: str, body: Any = None, **arguments: Any) -> httpx.Response:
        return self.request("PATCH", path, **_json(body), **arguments)

    def put(self, path: str, body: Any = None, **arguments: Any) -> httpx.Response:
        return self.request("PUT", path, **_json(body), **arguments)

    def delete(self, path: str, **arguments: Any) -> httpx.Response:
        return self.request("DELETE", path, **arguments)


# The fixture `client_of`: a client with the key of this text.
ClientOf = Callable[[str], Client]


def _json(body: Any) -> dict[str, Any]:
    return {} if body is None else {"json": body}
