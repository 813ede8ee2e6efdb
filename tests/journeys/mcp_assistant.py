"""An MCP client on a computer: the official client, which discovers OAuth, opens a browser and waits for consent."""

import asyncio
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

TIMEOUT_SECONDS = 90


class Assistant:
    """Runs in a thread. `page` is the address it opens in a browser, `do` calls a tool."""

    def __init__(self, application: str, name: str, port: int):
        self.tokens: OAuthToken | None = None
        self.known: OAuthClientInformationFull | None = None
        self._url = application
        self._callbacks: queue.Queue[dict[str, str]] = queue.Queue()
        self._pages: queue.Queue[str] = queue.Queue()
        self._queue: queue.Queue[tuple[str, dict[str, Any]] | None] = queue.Queue()
        self._answers: queue.Queue[Any] = queue.Queue()
        request = OAuthClientMetadata(redirect_uris=[AnyUrl(f"http://localhost:{port}/callback")], client_name=name)
        self._auth = OAuthClientProvider(f"{application}/mcp", request, self, self._open, self._wait_for_callback)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run_session()), daemon=True)
        self.thread.start()

    def page(self) -> str:
        """The address that it opens in a browser; waits for it."""
        return self._pages.get(timeout=TIMEOUT_SECONDS)

    def do(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and wait for its result."""
        self.request(tool, **arguments)
        return self.answer()

    def request(self, tool: str, **arguments: Any) -> None:
        """Call a tool without waiting for it."""
        self._queue.put((tool, arguments))

    def answer(self) -> Any:
        """The result of the oldest tool call; an exception when the protocol failed, which ends the session."""
        return self._answers.get(timeout=TIMEOUT_SECONDS)

    def leave(self) -> None:
        """End the session."""
        self._queue.put(None)
        self.thread.join(TIMEOUT_SECONDS)

    def on_callback(self, query: str) -> None:
        """Take the query of the OAuth redirect."""
        self._callbacks.put({name: values[0] for name, values in parse_qs(query).items()})

    async def _run_session(self) -> None:
        try:
            async with (
                create_mcp_http_client(auth=self._auth) as http,
                Client(streamable_http_client(f"{self._url}/mcp", http_client=http)) as client,
            ):
                while request := await asyncio.to_thread(self._queue.get):
                    self._answers.put(await client.call_tool(*request))
        except BaseException as problem:
            self._answers.put(problem)

    async def _open(self, address: str) -> None:
        self._pages.put(address)

    async def _wait_for_callback(self) -> AuthorizationCodeResult:
        values = await asyncio.to_thread(self._callbacks.get, timeout=TIMEOUT_SECONDS)
        if "error" in values:
            raise PermissionError(values["error"])
        return AuthorizationCodeResult(code=values["code"], state=values["state"], iss=values["iss"])

    # TokenStorage of the client.
    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.known

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.known = client_info


@contextmanager
def visiting(application: str, name: str) -> Iterator[Assistant]:
    """An assistant that knows only the server's address, and the local page that its browser is redirected to."""

    class Callback(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self.send_response(200 if parts.path == "/callback" else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Done</title><h1>You may close this page</h1>")
            if parts.path == "/callback":
                assistant.on_callback(parts.query)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    assistant = Assistant(application, name, server.server_port)
    try:
        yield assistant
    finally:
        assistant.leave()
        server.shutdown()
        server.server_close()
