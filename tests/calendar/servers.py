"""Real CalDAV servers on this machine: Radicale, behind a proxy that records and changes requests, and Xandikos."""

import base64
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from tests.ports import free_port

USER, PASSWORD = "ana", "s3cret:word"
RIGHTS = """
[root]
user: .+
collection:
permissions: R
[principal]
user: .+
collection: {user}
permissions: RW
[closed]
user: .+
collection: {user}/closed
permissions: r
[calendars]
user: .+
collection: {user}/[^/]+
permissions: rw
"""
HOLIDAY = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Town//EN
BEGIN:VEVENT
UID:holiday
DTSTAMP:20261101T000000Z
SUMMARY:Holiday
DTSTART;VALUE=DATE:20261225
END:VEVENT
END:VCALENDAR
"""
Answer = tuple[int, dict[str, str], bytes]


class Server:
    """A CalDAV server as another of the family's devices meets it."""

    def __init__(self, url: str, home: str):
        self.url = url
        self.home = home  # the path of the calendars
        self._made: list[str] = []
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, url, USER, PASSWORD)
        self._digest = urllib.request.build_opener(urllib.request.HTTPDigestAuthHandler(passwords))

    def request(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, ETag and body of a request; the path begins in the home."""
        pair = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        sent = {"Authorization": f"Basic {pair}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        data = None if body is None else body.replace("\r\n", "\n").replace("\n", "\r\n").encode()
        request = urllib.request.Request(f"{self.url}{self.home}{path}", data, sent, method=method)
        try:
            with self._digest.open(request, timeout=120) as answer:
                return answer.status, answer.headers.get("ETag", ""), answer.read().decode()
        except urllib.error.HTTPError as problem:
            return problem.code, "", problem.read().decode("utf-8", "replace")

    def make(self, name: str, **properties: str) -> str:
        """Make a calendar; its address."""
        tags = "".join(f"<{tag}>{text}</{tag}>" for tag, text in {"displayname": name.title(), **properties}.items())
        body = (
            '<?xml version="1.0"?><C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
            f' xmlns:A="http://apple.com/ns/ical/"><set><prop>{tags}</prop></set></C:mkcalendar>'
        )
        status, _, text = self.request("MKCALENDAR", f"{name}/", body, Content_Type="application/xml")
        assert 201 == status, text
        self._made.append(f"{name}/")
        return f"{self.url}{self.home}{name}/"

    def put(self, path: str, *lines: str) -> None:
        """Write an object as another device would; the lines are those of its events."""
        text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", *lines, "END:VCALENDAR", ""])
        status, _, said = self.request("PUT", path, text, Content_Type="text/calendar")
        assert status in (201, 204), said

    def text(self, path: str) -> str:
        """An object as the server has it, unfolded."""
        status, _, text = self.request("GET", path)
        assert 200 == status, text
        return text.replace("\r\n", "\n").replace("\n ", "")

    def delete(self, path: str) -> None:
        """Remove an object or a calendar as another device would."""
        assert self.request("DELETE", path)[0] in (200, 204)

    def clear(self) -> None:
        """Remove the calendars that were made: Cyrus takes a UID only once."""
        while self._made:
            assert self.request("DELETE", self._made.pop())[0] in (200, 204, 404)


class Radicale(Server):
    """Radicale; `requests` are ours to it, and `disturb` may answer in its place."""

    def __init__(self, url: str, app: Callable[..., Iterable[bytes]]):
        super().__init__(url, f"/{USER}/")
        self._app = app
        self.requests: list[str] = []
        self.disturb: Callable[[str, str], Answer | None] = lambda method, path: None

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        ours = environ.get("HTTP_USER_AGENT", "").startswith("mantel")
        if ours:
            self.requests.append(f"{method} {path}")
        answer = self.disturb(method, path) if ours else None
        if answer is None:
            return self._app(environ, start)
        status, headers, body = answer
        start(f"{status} Said", [("Content-Length", str(len(body))), *headers.items()])
        return [body]

    def take_requests(self) -> list[str]:
        """The methods we asked since the last time."""
        methods = [each.partition(" ")[0] for each in self.requests]
        self.requests.clear()
        return methods


@contextmanager
def radicale(folder: Path) -> Iterator[Radicale]:
    """Radicale with one user, whose calendar `closed` cannot be written."""
    from radicale import config
    from radicale.app import Application

    closed = folder / "radicale" / "collection-root" / USER / "closed"
    closed.mkdir(parents=True)
    (closed / ".Radicale.props").write_text('{"tag": "VCALENDAR", "D:displayname": "Closed"}')
    (closed / "holiday.ics").write_text(HOLIDAY)
    users, rights = folder / "users", folder / "rights"
    users.write_text(f"{USER}:{PASSWORD}\n")
    rights.write_text(RIGHTS)
    configuration = config.load()
    configuration.update(
        {
            "auth": {"type": "htpasswd", "htpasswd_filename": str(users), "htpasswd_encryption": "plain", "delay": "0"},
            "rights": {"type": "from_file", "file": str(rights)},
            "storage": {"filesystem_folder": str(folder / "radicale"), "_filesystem_fsync": "False"},
            "logging": {"level": "critical"},
        },
        "tests",
        privileged=True,
    )
    running = Radicale("", Application(configuration))
    server = make_server("127.0.0.1", 0, running, _Threaded, _Quiet)
    running.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        assert running.request("MKCOL", "")[0] in (201, 405, 409)
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def xandikos(folder: Path) -> Iterator[Server]:
    """Xandikos, which asks nobody for a password."""
    port = free_port()
    command = [sys.executable, "-m", "xandikos", "serve", "-d", str(folder / "xandikos"), "--autocreate"]
    command += ["-l", "127.0.0.1", "-p", str(port), "--current-user-principal", f"/{USER}/", "--defaults"]
    command += ["--state-dir", str(folder / "state"), "--no-detect-systemd"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    running = Server(f"http://127.0.0.1:{port}", f"/{USER}/calendars/")
    try:
        for _ in range(1_200):
            try:
                running.request("OPTIONS", "")
                break
            except (urllib.error.URLError, ConnectionError):
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield running
    finally:
        process.terminate()
        process.wait(120)


class _Threaded(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass
