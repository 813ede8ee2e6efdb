"""A real web server that serves feeds, and fails on request."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FEED = b"""BEGIN:VCALENDAR\r
VERSION:2.0\r
BEGIN:VEVENT\r
UID:1@school\r
DTSTAMP:20261101T000000Z\r
SUMMARY:Swimming\r
DTSTART;TZID=Europe/Berlin:20261124T140000\r
DTEND;TZID=Europe/Berlin:20261124T150000\r
RRULE:FREQ=WEEKLY;COUNT=3\r
END:VEVENT\r
END:VCALENDAR\r
"""


class Web:
    """Answers every request with `status`, `headers` and `body`, as far as nothing else is asked of it."""

    def __init__(self) -> None:
        self.status = 200
        self.headers: dict[str, str] = {}
        self.body = FEED
        self.etag: str | None = None
        self.cut_at: int | None = None
        self.chunked = False
        self.compressed = False
        self.visits = 0  # that a cookie has to count, one redirect to itself for each
        self.gate = threading.Event()  # answers wait for it, with the body of when they were asked for
        self.gate.set()
        self.requests: list[dict[str, str]] = []
        self.port = 0

    @property
    def url(self) -> str:
        """Where the feed is, with a secret in its query."""
        return f"http://127.0.0.1:{self.port}/school.ics?key=hush"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """One request."""
        self.requests.append({name.lower(): value for name, value in request.headers.items()})
        served = self.body
        self.gate.wait(60)
        visits = int(request.headers.get("cookie", "visits=0").partition("=")[2])
        if visits < self.visits:
            request.send_response(302)
            request.send_header("Location", f"webcal://127.0.0.1:{self.port}{request.path}")
            request.send_header("Set-Cookie", f"visits={visits + 1}; Path=/")
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        known = self.etag is not None and request.headers.get("if-none-match") == self.etag
        body = b"" if known else gzip.compress(served) if self.compressed else served
        request.send_response(304 if known else self.status)
        for name, value in self.headers.items():
            request.send_header(name, value)
        if self.etag:
            request.send_header("ETag", self.etag)
        if self.compressed and not known:
            request.send_header("Content-Encoding", "gzip")
        if self.chunked:
            request.send_header("Transfer-Encoding", "chunked")
            request.end_headers()
            request.wfile.write(b"%x\r\n%s\r\n" % (len(body), body) + (b"" if self.cut_at else b"0\r\n\r\n"))
            return
        if not known:
            request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: self.cut_at])


@contextmanager
def serving() -> Iterator[Web]:
    """A server on a free port of this machine."""
    web = Web()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            web.answer(self)
            self.close_connection = True

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.gate.set()
        server.shutdown()
        server.server_close()
        thread.join()
