"""A small real server for the kiosk to show, and the kiosk as the program a household runs."""

import asyncio
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

from tests.journeys import browser

T = TypeVar("T")

PATIENCE_SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]

# Tells the server how often this profile has been here, when Chromium has had a moment to take over what it stored.
COUNTING_PAGE = """<!doctype html><title>Wall</title><script>
localStorage.visits = Number(localStorage.visits || 0) + 1;
const visit = '/visit/' + localStorage.visits + '/' + location.search + location.hash.replace('#', '&hash=');
setTimeout(() => fetch(visit), 500);
</script>"""


class Server:
    """Answers /api/health and the wall page: the first of `pages` at the first visit, the last from then on.

    `visits` are what the page reported, in order.
    """

    def __init__(self, *pages: str, port: int = 0, drops: int = 0) -> None:
        self.visits: queue.Queue[str] = queue.Queue()
        self._pages = list(pages or (COUNTING_PAGE,))
        self._drops = drops
        self._http = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def next_visit(self) -> str:
        return self.visits.get(timeout=PATIENCE_SECONDS)

    @contextmanager
    def running(self) -> Iterator["Server"]:
        thread = threading.Thread(target=self._http.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith("/visit/"):
                    server.visits.put(self.path.removeprefix("/visit/"))
                elif self.path.startswith("/?") and server._drops:
                    server._drops -= 1
                    server.visits.put("dropped")
                    self.close_connection = True
                    return
                self.send_response(200 if self.path.startswith(("/?", "/api/health", "/visit/")) else 404)
                self.end_headers()
                if self.path.startswith("/?"):
                    shown = server._pages.pop(0) if len(server._pages) > 1 else server._pages[0]
                    self.wfile.write(shown.encode())

            def log_message(self, format: str, *words: object) -> None:
                """Keep the test's output for the test."""

        return Handler


class Kiosk:
    """`python -m kiosk` in a process of its own, without a screen."""

    def __init__(self, url: str, profile: Path, *flags: str, socket: Path | None = None) -> None:
        command = [sys.executable, "-m", "kiosk", url, "--profile", str(profile), "--chromium", browser.required()]
        self._process = subprocess.Popen(
            [*command, *(f"--flag={flag}" for flag in ("--headless=new", *flags))],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "KIOSK_SOCKET": str(socket or "")},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def says(self, words: str) -> str:
        """The next line that holds `words`."""
        while words not in (line := self._lines.get(timeout=PATIENCE_SECONDS)):
            pass
        return line

    def chromium(self) -> int:
        """The process number of the Chromium it started next."""
        return int(self.says("Chromium runs as process").rstrip(".\n").rpartition(" ")[2])

    def stop(self) -> int:
        """Its exit code after SIGTERM."""
        self._process.send_signal(signal.SIGTERM)
        return self.exit_code()

    def exit_code(self) -> int:
        """Its exit code when it ends by itself."""
        code = self._process.wait(PATIENCE_SECONDS)
        self._reading.join()
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)


@contextmanager
def kiosk(url: str, profile: Path, *flags: str, socket: Path | None = None) -> Iterator[Kiosk]:
    shown = Kiosk(url, profile, *flags, socket=socket)
    try:
        yield shown
    finally:
        shown.stop()


def done(work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, in a thread of its own: Playwright keeps a loop in this one when it is there as well."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, PATIENCE_SECONDS)).result()
