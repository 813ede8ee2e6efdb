"""A reverse proxy before the real server that fails as networks do: error pages, captive portals, lost responses."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

# What it answers to every request of the API instead of forwarding it: status, content type, body.
PLAIN_404 = (404, "text/plain", b"404 page not found\n")
PAGE_200 = (200, "text/html", b"<!doctype html><title>Sign in to the network</title>")
PAGE_403 = (403, "text/html", b"<!doctype html><title>Not allowed on this network</title>")
PAGE_401 = (401, "text/html", b"<!doctype html><title>Sign in to the network</title>")
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "date", "server"}

Fault = tuple[int, str, bytes]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request of the API as the proxy received it."""

    method: str
    path: str
    forwarded: bool


class FaultyProxy:
    """Forwards every request until a fault is set. `seen` has the API requests in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.fault: Fault | None = None
        # Forward writes, but close the connection instead of answering them.
        self.lose_responses = False
        self.seen: list[Seen] = []

    def list_writes(self, *, forwarded: bool | None = None) -> list[str]:
        """The writes to lists, for example `PATCH /api/lists/…`; `forwarded` selects those that reached the server."""
        return [
            f"{each.method} {each.path}"
            for each in self.seen
            if each.method != "GET" and each.path.startswith("/api/lists/") and forwarded in (None, each.forwarded)
        ]


@contextmanager
def faulty_proxy(server_url: str) -> Iterator[FaultyProxy]:
    """Run the proxy on a free port until the end of the block."""
    address = urlsplit(server_url).netloc

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fault = proxy.fault if self.path.startswith("/api/") else None
            if self.path.startswith("/api/"):
                proxy.seen.append(Seen(method=self.command, path=self.path, forwarded=fault is None))
            if fault:
                status, content_type, page = fault
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.end_headers()
                self.wfile.write(page)
                return
            self.forward(body)

        def forward(self, body: bytes) -> None:
            connection = http.client.HTTPConnection(address)
            try:
                connection.request(self.command, self.path, body, dict(self.headers))
                response = connection.getresponse()
                if proxy.lose_responses and self.command != "GET":
                    response.read()
                    return
                self.send_response(response.status)
                for name, value in response.getheaders():
                    if name.lower() not in HOP_BY_HOP:
                        self.send_header(name, value)
                self.end_headers()
                while part := response.read1():
                    self.wfile.write(part)
                    self.wfile.flush()
            except OSError:
                # The browser or the server has closed the connection, for example of the event stream.
                return
            finally:
                connection.close()

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

        def log_message(self, format: str, *arguments: Any) -> None:
            """Write no log."""

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    listener.block_on_close = False
    proxy = FaultyProxy(f"http://127.0.0.1:{listener.server_port}")
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    try:
        yield proxy
    finally:
        listener.shutdown()
        listener.server_close()
