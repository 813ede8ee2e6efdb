"""A small HTTP server whose page the kiosk shows, and the kiosk as a separate process."""

import asyncio
import json
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

from kiosk.devtools import DevTools
from tests.journeys import browser

T = TypeVar("T")

TIMEOUT_SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]

# Reports how often this profile has visited. It waits a moment first, so that Chromium has stored the count.
COUNTING_PAGE = """<!doctype html><title>Wall</title><script>
localStorage.visits = Number(localStorage.visits || 0) + 1;
const visit = '/visit/' + localStorage.visits + '/' + location.search + location.hash.replace('#', '&hash=');
setTimeout(() => fetch(visit), 500);
</script>"""


class PageServer:
    """Answers /api/health and the wall's page: `pages` one after the other, the last one again and again.

    `visits` holds the paths below /visit/ that the page requested, in order. The first `drops` requests of the page get
    no answer.
    """

    def __init__(self, *pages: str, port: int = 0, drops: int = 0) -> None:
        self.visits: queue.Queue[str] = queue.Queue()
        self._pages = list(pages or (COUNTING_PAGE,))
        self._drops = drops
        self._http = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def next_visit(self) -> str:
        return self.visits.get(timeout=TIMEOUT_SECONDS)

    @contextmanager
    def running(self) -> Iterator["PageServer"]:
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
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
                    page = server._pages.pop(0) if len(server._pages) > 1 else server._pages[0]
                    self.wfile.write(page.encode())

            def log_message(self, format: str, *arguments: object) -> None:
                """Do not log requests to the test's output."""

        return Handler


class KioskProcess:
    """`python -m kiosk` with a headless Chromium."""

    def __init__(self, url: str, profile_dir: Path, *flags: str, socket: Path | None = None) -> None:
        command = [sys.executable, "-m", "kiosk", url, "--profile", str(profile_dir), "--chromium", browser.required()]
        self._process = subprocess.Popen(
            [*command, *(f"--flag={flag}" for flag in ("--headless=new", *flags))],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "KIOSK_SOCKET": str(socket or "")},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def next_line(self, text: str) -> str:
        """The next line of output that contains `text`."""
        while text not in (line := self._lines.get(timeout=TIMEOUT_SECONDS)):
            pass
        return line

    def next_chromium(self) -> int:
        """The process id of the next Chromium that it starts."""
        return int(self.next_line("Chromium runs as process").rstrip(".\n").rpartition(" ")[2])

    def stop(self) -> int:
        """Send SIGTERM and return the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end of the process and return the exit code."""
        code = self._process.wait(TIMEOUT_SECONDS)
        self._reader.join()
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)


@contextmanager
def running_kiosk(url: str, profile_dir: Path, *flags: str, socket: Path | None = None) -> Iterator[KioskProcess]:
    process = KioskProcess(url, profile_dir, *flags, socket=socket)
    try:
        yield process
    finally:
        process.stop()


async def go_to(devtools: DevTools, session: str, url: str) -> None:
    """Open a page and wait until it is loaded. The page before it may still send its own load event."""
    await devtools.call("Page.navigate", session, url=url)
    loaded = f"location.href === {json.dumps(url)} && document.readyState === 'complete'"
    while not await devtools.evaluate(loaded, session):
        await asyncio.sleep(0.1)


def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in its own thread: with Playwright, this thread may already have an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, TIMEOUT_SECONDS)).result()
