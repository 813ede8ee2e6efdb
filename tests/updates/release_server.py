"""Programs of one file in several versions, the signed release of one, and a web server with its files."""

import base64
import hashlib
import os
import platform
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).parents[2]
ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
# What the bootloader of the real file sets, and the version of the build.
PROGRAM = """#!{python} -P
import sys, time
from importlib import metadata
sys.frozen, sys.executable = True, __file__
sys.path.insert(0, {tree!r})
real = metadata.version
metadata.version = lambda name: {version!r} if name == "mantel" else real(name)
{fault}
from appliance.__main__ import main
main()
# {padding}
"""
NOT_STARTING = "if sys.argv[1:] == ['serve']: sys.exit('this version does not start')"
# Ends as soon as a file is there.
ENDING = """
import os, threading
def end():
    while not os.path.exists({file!r}): time.sleep(0.05)
    os._exit(3)
if sys.argv[1:] == ["serve"]: threading.Thread(target=end, daemon=True).start()
"""


def make_program(path: Path, version: str, *, tree: Path = ROOT, fault: str = "", padding: int = 0) -> Path:
    """A program of one file with the sources of a tree."""
    values = {"python": sys.executable, "tree": str(tree), "version": version, "fault": fault}
    text = PROGRAM.format(**values, padding=os.urandom(padding // 2).hex())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)
    return path


def tree_with_step(folder: Path, sql: str) -> Path:
    """The sources with one more step of the schema."""
    shutil.copytree(ROOT / "appliance", folder / "appliance", ignore=shutil.ignore_patterns("ui", "__pycache__"))
    (folder / "appliance/ui").symlink_to(ROOT / "appliance/ui")
    (folder / "kiosk").symlink_to(ROOT / "kiosk")
    newest = max(int(path.name[:4]) for path in (folder / "appliance/schema").glob("*.sql"))
    (folder / f"appliance/schema/{newest + 1:04d}_next.sql").write_text(sql, "utf-8")
    return folder


class Signer:
    """A key pair of minisign."""

    def __init__(self) -> None:
        self._secret = Ed25519PrivateKey.generate()
        self._number = os.urandom(8)
        raw = self._secret.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        self.public = base64.b64encode(b"Ed" + self._number + raw).decode()

    def sign(self, content: bytes, comment: str, kind: bytes = b"ED") -> str:
        """The signature file of a content."""
        made = self._secret.sign(blake2b(content).digest() if kind == b"ED" else content)
        of_all = base64.b64encode(self._secret.sign(made + comment.encode())).decode()
        line = base64.b64encode(kind + self._number + made).decode()
        return f"untrusted comment: signature\n{line}\ntrusted comment: {comment}\n{of_all}\n"


class Release:
    """The files of a release in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.signer = Signer()

    def artefact(self, version: str) -> Path:
        return self.folder / f"mantel-{version}-linux-{ARCHITECTURE}"

    def publish(self, version: str, *, notes: str = "- The board is calmer.", **program: object) -> None:
        """A version with its program, its notes and their signed list."""
        make_program(self.artefact(version), version, **program)  # type: ignore[arg-type]
        (self.folder / "RELEASE-NOTES.md").write_text(f"# Mantel {version}\n\n{notes}\n", "utf-8")
        self.sign(version)

    def sign(self, version: str) -> None:
        """The signed list of what is there."""
        names = sorted(path.name for path in self.folder.iterdir() if not path.name.startswith("SHA256SUMS"))
        digest = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in names}
        sums = "".join(f"{digest[name]}  {name}\n" for name in names)
        (self.folder / "SHA256SUMS").write_text(sums, "utf-8")
        signature = self.signer.sign(sums.encode(), f"Mantel {version}")
        (self.folder / "SHA256SUMS.minisig").write_text(signature, "utf-8")


class Web:
    """A web server with the files of a folder. `cut_after` bytes of a program it breaks off, `cuts` times."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cut_after, self.cuts = 0, 0
        self.ranges: list[str | None] = []
        self.url = ""


@contextmanager
def web_server(folder: Path) -> Iterator[Web]:
    """Serve a folder on a free port of this machine."""
    web = Web(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = folder / self.path.lstrip("/")
            if not path.is_file():
                self.send_error(404)
                return
            content, start = path.read_bytes(), 0
            if asked := self.headers.get("Range"):
                start = int(asked.removeprefix("bytes=").rstrip("-"))
            program = path.name.startswith("mantel-")
            if program:
                web.ranges.append(asked)
            self.send_response(206 if asked else 200)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            if program and web.cuts:
                web.cuts -= 1
                self.wfile.write(content[start : start + web.cut_after])
                self.close_connection = True
                return
            self.wfile.write(content[start:])

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
