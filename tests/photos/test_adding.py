"""Adding photos: what is stored of real files, and which files are not accepted."""

from collections.abc import Callable

import pytest

from appliance.app import Application
from appliance.photos import rules
from appliance.photos.decoding import Decoder
from tests.client import Client, Loop
from tests.photos.conftest import Add
from tests.photos.pictures import bomb, encoded, from_a_phone, opened, picture

KINDS = [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp"), ("HEIF", "image/heic")]


@pytest.mark.parametrize(("kind", "content_type"), KINDS)
def test_every_kind_is_stored_as_webp(client: Client, add: Add, kind: str, content_type: str) -> None:
    answer = add(picture(kind, (3200, 1600)), content_type)

    assert 201 == answer.status_code, answer.text
    photo = answer.json()
    assert (2560, 1280, None, False) == (photo["width"], photo["height"], photo["albumId"], photo["hidden"])
    image = client.get(f"/api/photos/{photo['id']}/image")
    thumbnail = client.get(f"/api/photos/{photo['id']}/thumbnail")
    assert {"image/webp"} == {each.headers["content-type"] for each in (image, thumbnail)}
    assert ("WEBP", (2560, 1280)) == (opened(image.content).format, opened(image.content).size)
    assert (480, 240) == opened(thumbnail.content).size
    assert photo["bytes"] == len(image.content) + len(thumbnail.content)


@pytest.mark.parametrize(
    ("orientation", "size", "gold"),
    [(1, (640, 480), (10, 240)), (3, (640, 480), (630, 240)), (6, (480, 640), (240, 10)), (8, (480, 640), (240, 630))],
)
def test_a_picture_is_turned_upright_and_loses_its_metadata(
    client: Client, add: Add, orientation: int, size: tuple[int, int], gold: tuple[int, int]
) -> None:
    photo = add(from_a_phone(orientation)).json()

    image = client.get(f"/api/photos/{photo['id']}/image").content
    found = opened(image)
    assert size == (photo["width"], photo["height"]) == found.size
    red, green, blue = found.convert("RGB").getpixel(gold)  # type: ignore[misc]
    assert red > 200 and green > 160 and blue < 90
    assert {} == dict(found.getexif()) and "exif" not in found.info and "xmp" not in found.info
    assert b"EXIF" not in image and b"GPS" not in image and b"Camera" not in image
    assert "2026-07-04T15:30:00" == photo["takenAt"]


def test_transparent_grey_and_deep_pictures(client: Client, add: Add) -> None:
    from PIL import Image

    for mode in ("RGBA", "LA", "P", "L", "1", "CMYK", "I;16"):
        kind = "JPEG" if mode == "CMYK" else "PNG"
        answer = add(encoded(Image.new(mode, (30, 20)), kind), "application/octet-stream")
        assert 201 == answer.status_code, (mode, answer.text)


def test_the_same_file_again_is_the_same_photo(client: Client, add: Add, files: Callable[[], list[str]]) -> None:
    content = picture()
    first = add(content).json()

    assert first == add(content).json()
    assert 1 == client.get("/api/photos").json()["total"]

    client.delete(f"/api/photos/{first['id']}")
    assert first == add(content).json()
    assert 1 == client.get("/api/photos").json()["total"]
    assert 2 == len(files())


BROKEN = [
    ("text", b"Dear family, this is no picture.", 415, "photo: is not a JPEG, PNG, WebP or HEIC picture"),
    ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", 415, "is not a JPEG"),
    ("gif", encoded(opened(picture("PNG")), "GIF"), 415, "is not a JPEG"),
    ("tiff", encoded(opened(picture("PNG")), "TIFF"), 415, "is not a JPEG"),
    ("truncated", picture(size=(2000, 1500))[:9_000], 422, "photo: is damaged and cannot be read"),
    ("header only", picture("PNG")[:30], 422, "photo: is damaged and cannot be read"),
    ("bomb", bomb(30_000, 30_000), 413, "photo: has 900 million pixels; it may have at most 50 million"),
    ("empty", b"", 400, "photo: is required, as the body of the request"),
]


@pytest.mark.parametrize(
    ("content", "status", "words"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN]
)
def test_what_is_no_picture_is_rejected_by_name(
    add: Add, files: Callable[[], list[str]], client: Client, content: bytes, status: int, words: str
) -> None:
    answer = add(content)

    assert status == answer.status_code, answer.text
    assert words in answer.json()["error"]
    assert [] == files()
    assert 0 == client.get("/api/photos").json()["total"]


def test_a_bomb_is_small_as_a_file() -> None:
    assert len(bomb(30_000, 30_000)) < 200_000


def test_a_file_over_forty_megabytes(add: Add, files: Callable[[], list[str]]) -> None:
    answer = add(b"\xff\xd8\xff" + bytes(rules.MAX_UPLOAD_BYTES))

    expected = {
        "error": "the request body is too large: it may have at most 40 MB",
        "code": "file_too_large",
        "limit": 40,
    }
    assert (413, expected) == (answer.status_code, answer.json())
    assert [] == files()


def test_a_body_of_another_type(add: Add) -> None:
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
        answer = add(picture(), kind)
        assert 415 == answer.status_code
        assert "request: must be sent with Content-Type" in answer.json()["error"]


def test_a_picture_that_takes_too_long_is_stopped(
    application: Application, loop: Loop, add: Add, files: Callable[[], list[str]]
) -> None:
    _library(application)._decoder = Decoder(timeout=0.05)

    answer = add(picture("PNG", (5000, 4000)))

    assert (422, "photo: needs too much memory or time to read") == (answer.status_code, answer.json()["error"])
    assert [] == files()


def test_the_worker_has_limits_it_cannot_raise() -> None:
    import subprocess
    import sys

    code = (
        "from appliance.kernel.child_process import limit\nimport resource\n"
        "from appliance.photos.providers.pillow import CPU_SECONDS, MAX_OUTPUT_BYTES, MEMORY_BYTES\n"
        "limit(memory_bytes=MEMORY_BYTES, cpu_seconds=CPU_SECONDS, file_bytes=MAX_OUTPUT_BYTES)\n"
        "print(*(resource.getrlimit(kind) for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU)))\n"
        "bytearray(700_000_000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert "(640000000, 640000000) (60, 60)" == done.stdout.strip()
    assert "MemoryError" in done.stderr


def test_the_worker_gets_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    from appliance.kernel.child_process import environment

    monkeypatch.setenv("ADMIN_API_KEY", "secret")

    assert "ADMIN_API_KEY" not in environment() and "PATH" in environment()


def _library(application: Application):  # type: ignore[no-untyped-def]
    [job] = [each for each in application.scheduler._jobs if each.name == "photos"]
    return job.run.__self__._library  # type: ignore[attr-defined]
