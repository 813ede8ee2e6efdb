"""A web server with one calendar feed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

PATH = "/club.ics"


@contextmanager
def feed_server(text: str) -> Iterator[str]:
    """The URL of the server, which answers `text` under PATH and 404 elsewhere."""

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == PATH
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/calendar" if found else "text/plain")
            self.end_headers()
            self.wfile.write(text.encode() if found else b"nothing here")

        def log_message(self, format: str, *arguments: Any) -> None:
            """Write no log."""

    server = HTTPServer(("127.0.0.1", 0), Club)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
