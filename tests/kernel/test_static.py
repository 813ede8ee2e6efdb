import asyncio
import gzip
import re

import pytest

from appliance.kernel.http.static_files import Files

PAGE = b"<!doctype html><title>Wall</title>" * 20
# Made once: it names the second in which it was made.
PACKED = gzip.compress(PAGE)
SCRIPT = b"console.log('hello')\n" * 20


@pytest.fixture
def root(tmp_path):
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "docs").mkdir()
    (dist / "index.html").write_bytes(PAGE)
    (dist / "index.html.br").write_bytes(b"brotli of the page")
    (dist / "index.html.gz").write_bytes(PACKED)
    (dist / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    (dist / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (dist / "docs" / "index.html").write_bytes(b"docs")
    (dist / "sw.js").write_bytes(b"self")
    (dist / "sw.js.br").write_bytes(b"brotli of the worker")
    (dist / "app.webmanifest").write_bytes(b"{}")
    (dist / "odd.xyz").write_bytes(b"?")
    (dist / ".build").write_bytes(b"hash of the sources")
    (tmp_path / "secret.txt").write_bytes(b"outside")
    return dist


def request(files, path, method="GET", **headers):
    """Status, headers and body of one request."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    asyncio.run(files({"type": "http", "method": method, "path": path, "headers": raw}, receive, send))
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


def test_a_page_is_served_plain_to_who_accepts_nothing_else(root):
    status, headers, body = request(Files(root), "/index.html")

    assert (200, PAGE) == (status, body)
    assert "text/html; charset=utf-8" == headers["content-type"]
    assert "no-cache" == headers["cache-control"]
    assert "Accept-Encoding" == headers["vary"]
    assert str(len(PAGE)) == headers["content-length"]
    assert "content-encoding" not in headers


def test_a_file_that_is_installed_compressed_only_is_served_plain_too(root):
    (root / "assets/main-1a2b.js").unlink()
    assert SCRIPT == request(Files(root), "/assets/main-1a2b.js")[2]
    status, headers, body = request(Files(root), "/assets/main-1a2b.js", accept_encoding="gzip")
    assert (200, "gzip", SCRIPT) == (status, headers["content-encoding"], gzip.decompress(body))
    assert "text/javascript; charset=utf-8" == headers["content-type"]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br", "br"),
        ("BR;Q=1.0", "br"),
        ("gzip", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br; q=0, gzip; q=0.1", "gzip"),
        ("*", "br"),
        ("br;q=0, *", "gzip"),
        ("*;q=0, gzip", "gzip"),
        ("*;q=0", None),
        ("br;q=0.000,gzip;q=0", None),
        ("br;q=abc", None),
        ("br;q=9", None),
        ("identity", None),
        ("deflate", None),
        ("", None),
        (";;,,=", None),
    ],
)
def test_the_encoding_is_the_one_the_caller_likes_best(root, accepted, encoding):
    _, headers, body = request(Files(root), "/", accept_encoding=accepted)

    assert encoding == headers.get("content-encoding")
    assert {"br": b"brotli of the page", "gzip": PACKED, None: PAGE}[encoding] == body


def test_what_has_no_copy_in_an_encoding_is_sent_in_another(root):
    files = Files(root)

    assert "gzip" == request(files, "/assets/main-1a2b.js", accept_encoding="br, gzip")[1]["content-encoding"]
    assert "content-encoding" not in request(files, "/assets/main-1a2b.js", accept_encoding="br")[1]
    assert b"self" == request(files, "/sw.js", accept_encoding="gzip")[2]
    assert b"{}" == request(files, "/app.webmanifest", accept_encoding="br, gzip")[2]


def test_plain_bytes_are_not_kept_beside_compressed_ones(root):
    page = Files(root).find("/")
    assert page
    assert {"br", "gzip"} == page.bodies.keys()


@pytest.mark.parametrize(
    ("path", "cache", "kind"),
    [
        ("/assets/main-1a2b.js", "public, max-age=31536000, immutable", "text/javascript; charset=utf-8"),
        ("/sw.js", "no-cache", "text/javascript; charset=utf-8"),
        ("/app.webmanifest", "no-cache", "application/manifest+json"),
        ("/odd.xyz", "no-cache", "application/octet-stream"),
    ],
)
def test_only_hashed_files_are_kept_without_asking(root, path, cache, kind):
    _, headers, _ = request(Files(root), path)

    assert (cache, kind) == (headers["cache-control"], headers["content-type"])


@pytest.mark.parametrize("path", ["/", "", "/index.html"])
def test_the_root_is_its_index(root, path):
    assert PAGE == request(Files(root), path)[2]


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/index.html"])
def test_a_folder_is_its_index(root, path):
    assert b"docs" == request(Files(root), path)[2]


def test_a_known_etag_is_answered_with_304(root):
    files = Files(root)
    etag = request(files, "/")[1]["etag"]

    for known in (etag, etag.removeprefix("W/"), f'"x", {etag}', "*"):
        status, headers, body = request(files, "/", if_none_match=known, accept_encoding="br")
        assert (304, b"", etag) == (status, body, headers["etag"])
        assert "no-cache" == headers["cache-control"]
        assert "content-length" not in headers
    for other in ('"x"', "", etag[:-2], etag.strip('W/"')):
        assert 200 == request(files, "/", if_none_match=other)[0]


def test_the_etag_changes_with_the_content(root):
    before = request(Files(root), "/sw.js")[1]["etag"]
    (root / "sw.js").write_bytes(b"self, again")

    assert before != request(Files(root), "/sw.js")[1]["etag"]


@pytest.mark.parametrize("path", ["/", "/none", "/assets/main-1a2b.js"])
def test_a_head_is_a_get_without_the_body(root, path):
    files = Files(root)

    status, headers, body = request(files, path, "HEAD", accept_encoding="gzip")

    assert b"" == body
    assert (status, headers) == request(files, path, accept_encoding="gzip")[:2]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_rejected(root, method):
    status, headers, body = request(Files(root), "/", method)

    assert (405, "GET, HEAD", b'{"error":"method not allowed"}') == (status, headers["allow"], body)


@pytest.mark.parametrize(
    "path",
    [
        "/none",
        "/assets",
        "/assets/",
        "index.html",
        "/index.html/",
        "/index.html.br",
        "/index.html.gz",
        "/.build",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..\\secret.txt",
        "//secret.txt",
        "/index.html\0",
        "/assets/../index.html",
    ],
)
def test_files_outside_the_folder_are_not_found(root, path):
    status, headers, body = request(Files(root), path)

    assert (404, "application/json", b'{"error":"not found"}') == (status, headers["content-type"], body)


def test_a_file_that_comes_later_is_not_served(root):
    files = Files(root)
    (root / "late.txt").write_bytes(b"late")

    assert 404 == request(files, "/late.txt")[0]


@pytest.mark.parametrize("exists", [True, False])
def test_without_a_built_ui_a_page_says_how_to_build_it(tmp_path, exists):
    root = tmp_path / "dist"
    if exists:
        root.mkdir()

    status, headers, body = request(Files(root), "/")

    assert (503, "text/html; charset=utf-8") == (status, headers["content-type"])
    assert re.search(rb"pip install|npm run build", body)
