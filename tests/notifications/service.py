"""A real push service on loopback: it implements RFC 8030, verifies VAPID (RFC 8292) and decrypts (RFC 8188, RFC 8291).

Written from those documents with the primitives of `cryptography`; nothing of the code under test, or of the libraries
it encrypts with, is used here.
"""

import base64
import json
import re
import secrets
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

DAY = 24 * 60 * 60


class Browser:
    """A browser that has subscribed: it holds the private halves, and reads what was pushed to it."""

    def __init__(self, service: "PushService"):
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.endpoint = service.new_endpoint(self)
        self.seen: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.arrived = threading.Event()

    @property
    def subscription(self) -> dict[str, Any]:
        """What the push manager gives the page."""
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": packed(point(self._private.public_key())), "auth": packed(self._auth)},
        }

    def take(self, headers: dict[str, str], body: bytes) -> None:
        """Decrypt a message and keep it."""
        self.seen.append(json.loads(self._decrypted(body)))
        self.headers.append(headers)
        self.arrived.set()

    def _decrypted(self, body: bytes) -> bytes:
        """RFC 8188 §2: salt, record size, key id, and one record; RFC 8291 §3.4: how the key is made."""
        salt, (size,), id_length = body[:16], struct.unpack("!L", body[16:20]), body[20]
        sender, record = body[21 : 21 + id_length], body[21 + id_length :]
        assert (4096, 65) == (size, id_length), "RFC 8291 §4: the sender's key is the key id"
        assert len(record) <= size, "RFC 8291 §4: a single record"
        assert len(body) <= 4096, "RFC 8030 §7.2"
        secret = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + point(self._private.public_key()) + sender
        material = HKDF(SHA256(), 32, self._auth, info).derive(secret)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "RFC 8188 §2: the last record ends with a two"
        return padded[:-1]


class PushService:
    """Takes messages for its browsers. `status` is what it answers; `faults` what was wrong with a request."""

    def __init__(self) -> None:
        self.url = ""
        self.now: Callable[[], float] = lambda: 0.0
        self.status = 201
        self.retry_after: str | None = None
        self.faults: list[str] = []
        self.signers: set[str] = set()
        self.slow: set[str] = set()
        self.release = threading.Event()
        self.requests = 0
        self._browsers: dict[str, Browser] = {}
        self._lock = threading.Lock()

    def new_endpoint(self, browser: Browser) -> str:
        """A fresh address for a browser."""
        path = f"/push/{secrets.token_urlsafe(24)}"
        self._browsers[path] = browser
        return self.url + path

    def forget(self, browser: Browser) -> None:
        """From now on this browser is gone."""
        del self._browsers[browser.endpoint.removeprefix(self.url)]

    def receive(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, str | None]:
        """Answer one request: status and Retry-After."""
        with self._lock:
            self.requests += 1
        if path in self.slow:
            self.release.wait(60)
        browser = self._browsers.get(path)
        if browser is None:
            return 410, None
        if self.status != 201:
            return self.status, self.retry_after
        try:
            self._check(headers)
            browser.take(headers, body)
        except Exception as problem:
            self.faults.append(repr(problem))
            return 400, None
        return 201, None

    def _check(self, headers: dict[str, str]) -> None:
        """RFC 8030 §5.2 to 5.4, and RFC 8292 §2 to 4."""
        assert re.fullmatch(r"\d+", headers["ttl"]), "a TTL is required"
        assert headers.get("urgency", "normal") in ("very-low", "low", "normal", "high")
        assert re.fullmatch(r"[\w-]{1,32}", headers.get("topic", "t"), re.ASCII), "a topic has at most 32 characters"
        assert "aes128gcm" == headers["content-encoding"]
        found = re.fullmatch(r"vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)", headers["authorization"], re.ASCII)
        assert found, headers["authorization"]
        signed, _, signature = found[1].rpartition(".")
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(found[2]))
        r, s = unpacked(signature)[:32], unpacked(signature)[32:]
        der = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
        public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        header, claims = (json.loads(unpacked(part)) for part in signed.split("."))
        assert ("JWT", "ES256") == (header["typ"], header["alg"])
        assert self.url == claims["aud"], "the audience is this service's origin"
        assert 0 < claims["exp"] - self.now() <= DAY, "a token lives for at most a day"
        assert re.match(r"mailto:|https:", claims["sub"])
        self.signers.add(found[2])


@contextmanager
def pushing() -> Iterator[PushService]:
    """A push service on a port of its own."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if len(body) < int(self.headers["content-length"]):
                return  # the sender was killed
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, retry_after = service.receive(self.path, headers, body)
            self.send_response(status)
            if retry_after:
                self.send_header("Retry-After", retry_after)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.release.set()
        server.shutdown()
        thread.join()
        server.server_close()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
