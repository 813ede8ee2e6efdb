"""A real webhook receiver, written from the contract's text on verification and not from our code."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """Accepts every POST, checks its signature, and answers with `status` once `release` is set."""

    def __init__(self) -> None:
        self.url = ""
        self.secrets: list[str] = []
        self.recorded: list[dict[str, Any]] = []
        self.signed: list[str | None] = []
        self.signed_for_reference: list[str | None] = []
        self.headers: list[dict[str, str]] = []
        self.status = 200
        self.location: str | None = None
        self.answer = b"thanks"
        self.arrived = threading.Event()
        self.release = threading.Event()
        self.release.set()

    def take(self, headers: dict[str, str], raw: bytes) -> None:
        """Note a request and which of the known secrets it is signed with."""
        self.headers.append(headers)
        self.signed.append(self._signer(raw, headers.get("x-service-signature", "")))
        self.signed_for_reference.append(self._signer(raw, headers.get("x-kinwall-signature", "")))
        self.recorded.append(json.loads(raw))
        self.arrived.set()

    def _signer(self, raw: bytes, signature: str) -> str | None:
        for secret in self.secrets:
            if hmac.compare_digest("sha256=" + hmac.digest(secret.encode(), raw, hashlib.sha256).hex(), signature):
                return secret
        return None


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a port of its own."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            if len(raw) < int(self.headers["content-length"]):
                return  # the sender lost power
            receiver.take({name.lower(): value for name, value in self.headers.items()}, raw)
            receiver.release.wait(300)
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, format: str, *arguments: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.release.set()
        server.shutdown()
        thread.join()
        server.server_close()
