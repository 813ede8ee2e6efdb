"""An assistant on somebody's computer: the official MCP client, which finds the way in and waits for a parent."""

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

PATIENCE_S = 90


class Assistant:
    """Runs beside the journey. `page` is the address it opens in a browser, `do` has it call a tool."""

    def __init__(self, application: str, name: str, port: int):
        self.tokens: OAuthToken | None = None
        self.known: OAuthClientInformationFull | None = None
        self._house = application
        self._back: queue.Queue[dict[str, str]] = queue.Queue()
        self._pages: queue.Queue[str] = queue.Queue()
        self._queue: queue.Queue[tuple[str, dict[str, Any]] | None] = queue.Queue()
        self._answers: queue.Queue[Any] = queue.Queue()
        request = OAuthClientMetadata(redirect_uris=[AnyUrl(f"http://localhost:{port}/callback")], client_name=name)
        self._auth = OAuthClientProvider(f"{application}/mcp", request, self, self._open, self._come_back)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._visit()), daemon=True)
        self.thread.start()

    def page(self) -> str:
        """The page it has opened, as soon as it has."""
        return self._pages.get(timeout=PATIENCE_S)

    def do(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and answer as `answer` does."""
        self.request(tool, **arguments)
        return self.answer()

    def request(self, tool: str, **arguments: Any) -> None:
        """Call a tool without waiting for it."""
        self._queue.put((tool, arguments))

    def answer(self) -> Any:
        """What a tool answers; an exception where the protocol failed, which is where the visit ends."""
        return self._answers.get(timeout=PATIENCE_S)

    def leave(self) -> None:
        """Go home."""
        self._queue.put(None)
        self.thread.join(PATIENCE_S)

    def told(self, query: str) -> None:
        """What the browser brings back."""
        self._back.put({name: values[0] for name, values in parse_qs(query).items()})

    async def _visit(self) -> None:
        try:
            async with (
                create_mcp_http_client(auth=self._auth) as http,
                Client(streamable_http_client(f"{self._house}/mcp", http_client=http)) as client,
            ):
                while request := await asyncio.to_thread(self._queue.get):
                    self._answers.put(await client.call_tool(*request))
        except BaseException as problem:
            self._answers.put(problem)

    async def _open(self, address: str) -> None:
        self._pages.put(address)

    async def _come_back(self) -> AuthorizationCodeResult:
        told = await asyncio.to_thread(self._back.get, timeout=PATIENCE_S)
        if "error" in told:
            raise PermissionError(told["error"])
        return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])

    # What the client keeps between visits.
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
    """An assistant that has just been given the address of a house, with the local page its browser comes back to."""

    class Callback(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self.send_response(200 if parts.path == "/callback" else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Done</title><h1>You may close this page</h1>")
            if parts.path == "/callback":
                assistant.told(parts.query)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    assistant = Assistant(application, name, server.server_port)
    try:
        yield assistant
    finally:
        assistant.leave()
        server.shutdown()
        server.server_close()
