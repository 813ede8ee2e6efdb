"""What the fake providers share: a web server, consent with PKCE, tokens that expire, and a record of requests."""

import base64
import hashlib
import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.calendar.hosted.book import Book

EMAIL = "ana@example.org"
Answer = tuple[int, dict[str, str], Any]
PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Consent</title>
<h1>Mantel wants to see and change your calendars</h1>
<p><a href="{yes}">Allow</a></p><p><a href="{no}">Cancel</a></p></html>"""


class StandIn(ABC):
    """A hosted provider on this machine. `faults` are requests or answers that the real one does not know."""

    CLIENT_ID = ""
    SECRET = "hush-secret"

    def __init__(self) -> None:
        self.url = ""
        self.email = EMAIL
        self.books: dict[str, Book] = {"family": Book(), "closed": Book()}
        self.names = {"family": "Family", "closed": "Holidays"}
        self.read_only = {"closed"}
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.disturb: Callable[[str, str], Answer | None] = lambda method, path: None
        self.refresh_tokens: set[str] = set()
        self.access_tokens: set[str] = set()
        self.revoked: list[str] = []
        self.scope = ""  # what is granted; empty for everything that was asked for
        self.page = 250
        self._codes: dict[str, dict[str, str]] = {}
        self._numbers = count(1)

    def take_requests(self) -> list[str]:
        """What the API was asked since the last time, as `GET path`."""
        requests, self.requests = self.requests, []
        return requests

    def expire(self) -> None:
        """Let every access token end at once."""
        self.access_tokens.clear()

    def withdraw(self) -> None:
        """Do as a person who takes the permission back."""
        self.access_tokens.clear()
        self.refresh_tokens.clear()

    def fresh_id(self) -> str:
        return f"item{next(self._numbers)}"

    # What a provider of its own answers.
    @abstractmethod
    def consent_paths(self) -> tuple[str, str]:
        """Where consent is given and where tokens are."""

    @abstractmethod
    def api(self, method: str, path: str, query: dict[str, str], body: Any, headers: dict[str, str]) -> Answer:
        """An answer to a signed request."""

    @abstractmethod
    def no(self, status: int, reason: str) -> Answer:
        """An error as the provider words it."""

    def answer(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Answer:
        """An answer to any request."""
        parts = urlsplit(target)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        consent, token = self.consent_paths()
        if parts.path == consent:
            return self._consent(query)
        if parts.path == token:
            return self._token(dict(parse_qsl(body.decode())))
        if parts.path == token.replace("/token", "/revoke"):
            token = dict(parse_qsl(body.decode()))["token"]
            self.revoked.append(token)
            self.refresh_tokens.discard(token)
            return 200, {}, {}
        self.requests.append(f"{method} {parts.path}")
        if disturbed := self.disturb(method, parts.path):
            return disturbed
        if headers.get("authorization", "").removeprefix("Bearer ") not in self.access_tokens:
            return self.no(401, "authError")
        return self.api(method, parts.path, query, json.loads(body) if body else None, headers)

    def _consent(self, query: dict[str, str]) -> Answer:
        wrong = [name for name in ("client_id", "redirect_uri", "scope", "state", "code_challenge") if not query[name]]
        assert not wrong and query["response_type"] == "code" and query["code_challenge_method"] == "S256", query
        if query["client_id"] != self.CLIENT_ID:
            return 400, {}, "invalid_client"
        code = f"code{next(self._numbers)}"
        self._codes[code] = query
        back, state = query["redirect_uri"], query["state"]
        yes = f"{back}?{urlencode({'state': state, 'code': code})}"
        no = f"{back}?{urlencode({'state': state, 'error': 'access_denied'})}"
        return 200, {}, PAGE.format(yes=yes.replace("&", "&amp;"), no=no.replace("&", "&amp;"))

    def _token(self, form: dict[str, str]) -> Answer:
        if (form.get("client_id"), form.get("client_secret")) != (self.CLIENT_ID, self.SECRET):
            return 401, {}, {"error": "invalid_client"}
        if form["grant_type"] == "refresh_token":
            if form["refresh_token"] not in self.refresh_tokens:
                return 400, {}, {"error": "invalid_grant", "error_description": f"bad token={form['refresh_token']}"}
            return 200, {}, self._tokens({})
        take_requests = self._codes.pop(form["code"], None)
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        proved = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            take_requests is None
            or take_requests["redirect_uri"] != form["redirect_uri"]
            or take_requests["code_challenge"] != proved
        ):
            return 400, {}, {"error": "invalid_grant"}
        refresh = f"refresh{next(self._numbers)}"
        self.refresh_tokens.add(refresh)
        return 200, {}, self._tokens({"refresh_token": refresh, "scope": self.scope or take_requests["scope"]})

    def _tokens(self, more: dict[str, str]) -> dict[str, Any]:
        access = f"access{next(self._numbers)}"
        self.access_tokens.add(access)
        claims = base64.urlsafe_b64encode(json.dumps({"email": self.email}).encode()).decode().rstrip("=")
        return {"access_token": access, "expires_in": 3599, "token_type": "Bearer", "id_token": f"e.{claims}.s", **more}


@contextmanager
def serving(stand_in: StandIn) -> Iterator[None]:
    """Let a stand-in answer on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, extra, content = stand_in.answer(self.command, self.path, headers, body)
            kind = "text/html; charset=utf-8" if isinstance(content, str) else "application/json"
            sent = content.encode() if isinstance(content, str) else content
            sent = sent if isinstance(sent, bytes) else b"" if sent is None else json.dumps(sent).encode()
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(sent)), **extra}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand_in.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
