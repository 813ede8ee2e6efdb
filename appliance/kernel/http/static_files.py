"""The built UI, served from memory: precompressed, and immutable where the file name has a hash."""

import gzip
import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from appliance.kernel.http.asgi import Receive, Scope, Send, header, send_response
from appliance.kernel.http.etag import is_named

COMPRESSED = {".br": "br", ".gz": "gzip"}
IMMUTABLE = b"public, max-age=31536000, immutable"
CHECK_AGAIN = b"no-cache"
MISSING = (
    b"<!doctype html><title>Mantel</title><h1>The screens are not built yet</h1>"
    b"<p>The server runs and its API answers. Build the screens with <code>pip install .</code> or "
    b"<code>npm run build</code> in <code>appliance/ui</code>, then start it again.</p>"
)


class File(msgspec.Struct, frozen=True):
    """One file in its encodings. The plain bytes are not kept in memory where a compressed copy exists."""

    kind: bytes
    etag: bytes
    cache: bytes
    bodies: dict[str, bytes]

    def body(self, accepted: str) -> tuple[str, bytes]:
        """The encoding that the client prefers (of equal ones the smaller), and the bytes; plain if it accepts none."""
        wanted = _qualities(accepted)
        offers = [encoding for encoding in ("br", "gzip") if encoding in self.bodies]
        best = max(offers, key=lambda encoding: _quality(wanted, encoding), default="")
        if best and _quality(wanted, best) > 0:
            return best, self.bodies[best]
        return "", self.bodies[""] if "" in self.bodies else gzip.decompress(self.bodies["gzip"])


class Files:
    """An ASGI application for one folder, read once. Paths are looked up in a table, so none can lead outside."""

    def __init__(self, root: Path):
        self._files = _read_all(root)
        for path in [path for path in self._files if path.endswith("/index.html")]:
            self._files[path.removesuffix("index.html")] = self._files[path]

    def add(self, path: str, original: File, content: bytes) -> None:
        """Serve other content under a path, in the same way as the original."""
        self._files[path] = File(original.kind, _etag(content), original.cache, {"": content})

    def find(self, path: str) -> File | None:
        """The file of a path. The path of a folder finds its index.html, with or without a slash at the end."""
        return self._files.get(path) or self._files.get(path + "/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD with a file, 405 for other methods."""
        if scope["method"] not in ("GET", "HEAD"):
            headers = [(b"allow", b"GET, HEAD"), (b"content-type", b"application/json")]
            await send_response(send, 405, headers, PROBLEM_405)
            return
        file = self.find(scope["path"])
        if file is None:
            status, headers, body = self._missing()
        elif _is_known(file.etag, (header(scope, b"if-none-match") or b"").decode("latin-1")):
            status, headers, body = 304, _cached(file), b""
        else:
            encoding, body = file.body((header(scope, b"accept-encoding") or b"").decode("latin-1"))
            status, headers = 200, [(b"content-type", file.kind), *_cached(file)]
            headers += [(b"content-encoding", encoding.encode())] if encoding else []
        if status != 304:
            headers.append((b"content-length", str(len(body)).encode()))
        await send_response(send, status, headers, b"" if scope["method"] == "HEAD" else body)

    def _missing(self) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        if self._files:
            return 404, [(b"content-type", b"application/json")], PROBLEM_404
        return 503, [(b"content-type", b"text/html; charset=utf-8")], MISSING


# Not the system's table, which differs between machines.
KINDS = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".ico": b"image/x-icon",
    ".jpg": b"image/jpeg",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".mjs": b"text/javascript; charset=utf-8",
    ".mp3": b"audio/mpeg",
    ".png": b"image/png",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
    ".wasm": b"application/wasm",
    ".webmanifest": b"application/manifest+json",
    ".webp": b"image/webp",
    ".woff2": b"font/woff2",
}
PROBLEM_404 = b'{"error":"not found"}'
PROBLEM_405 = b'{"error":"method not allowed"}'


def _read_all(root: Path) -> dict[str, File]:
    """Every file in a folder by its path, such as `/assets/main.js`. Some are installed compressed only."""
    # Not with pathlib, which takes twice as long for some hundred files.
    paths = {f"{folder}/{name}" for folder, _, names in os.walk(root) for name in names if not name.startswith(".")}
    originals = {path.removesuffix(".br").removesuffix(".gz") for path in paths}
    return {path.removeprefix(str(root)): _read(path, paths, f"{root}/assets/") for path in sorted(originals)}


def _read(path: str, paths: set[str], assets: str) -> File:
    bodies = {
        encoding: _content(f"{path}{suffix}") for suffix, encoding in COMPRESSED.items() if f"{path}{suffix}" in paths
    }
    if "gzip" not in bodies:
        bodies[""] = _content(path)
    kind = KINDS.get(os.path.splitext(path)[1].lower(), b"application/octet-stream")
    etag = _etag(bodies.get("gzip") or bodies[""])
    return File(kind, etag, IMMUTABLE if path.startswith(assets) else CHECK_AGAIN, bodies)


def _etag(plain: bytes) -> bytes:
    # Weak, because the encodings of one file share it.
    return f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'.encode()


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()


def _cached(file: File) -> list[tuple[bytes, bytes]]:
    return [(b"etag", file.etag), (b"cache-control", file.cache), (b"vary", b"Accept-Encoding")]


def _is_known(etag: bytes, known: str) -> bool:
    return known.strip() == "*" or is_named(etag.decode("latin-1"), known)


def _qualities(accepted: str) -> Mapping[str, float]:
    """The quality of each encoding in an Accept-Encoding header; 0 for one that is malformed."""
    qualities = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        quality = re.fullmatch(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", parameter.replace(" ", "") or "q=1")
        qualities[name.strip()] = float(quality[1]) if quality else 0.0
    return qualities


def _quality(wanted: Mapping[str, float], encoding: str) -> float:
    return wanted.get(encoding, wanted.get("*", 0.0))
