"""Files and rows agree after a power cut, and the server keeps none of a decoder's memory."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import SYSTEM
from appliance.photos.service import PhotoLibrary
from tests.client import Client, Loop
from tests.photos.conftest import Add
from tests.photos.pictures import picture


@pytest.fixture
def library(application: Application) -> PhotoLibrary:
    return PhotoLibrary(application.database, ("/media",))


def test_files_without_a_row_are_deleted(
    application: Application, loop: Loop, add: Add, files: Callable[[], list[str]]
) -> None:
    photo = add().json()["id"]
    folder = application.database.path.parent / "photos"
    # What is left when the power is cut while a photo arrives, is decoded, or is about to be stored.
    for name in (".a.upload", ".b.image", ".b.small", "c.webp", "c.small.webp"):
        (folder / name).write_bytes(b"x")

    loop.run(application.scheduler.tick())

    assert [f"{photo}.small.webp", f"{photo}.webp"] == files()


def test_a_power_cut_before_the_row_leaves_no_photo(
    application: Application, client: Client, add: Add, loop: Loop, files: Callable[[], list[str]]
) -> None:
    content = picture()
    photo = add(content).json()["id"]
    # The files are on the disk before the row: this is what the disk holds in between.
    application.database.write_now(lambda tx: tx.run("DELETE FROM photos WHERE id = ?", photo))
    assert 2 == len(files())

    loop.run(application.scheduler.tick())

    assert [] == files()
    assert [] == client.get("/api/photos").json()["photos"]
    assert 201 == add(content).status_code


def test_a_row_is_never_written_before_its_files(
    application: Application, library: PhotoLibrary, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, seen = application.database.path.parent / "photos", []
    session = Session(application.database, SYSTEM)
    write = session.write

    async def watched(action, *args):
        seen.append(sorted(path.suffix for path in folder.glob("*-*.webp")))
        return await write(action, *args)

    monkeypatch.setattr(session, "write", watched)
    loop.run(library.add(session, _whole(picture()), None))

    assert [[".webp", ".webp"]] == seen


def test_an_upload_that_breaks_off_leaves_nothing(
    application: Application, library: PhotoLibrary, loop: Loop, files: Callable[[], list[str]]
) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield picture()[:200]
        raise ConnectionError

    session = Session(application.database, SYSTEM)
    with pytest.raises(Exception):  # noqa: B017  whatever the server makes of it
        loop.run(library.add(session, broken(), None))

    assert [] == files()


def test_an_upload_is_spared_while_it_arrives(
    application: Application, library: PhotoLibrary, loop: Loop, files: Callable[[], list[str]]
) -> None:
    content = picture()

    async def slow() -> AsyncIterator[bytes]:
        yield content[:500]
        await library.clean_up()
        yield content[500:]

    photo = loop.run(library.add(Session(application.database, SYSTEM), slow(), None))

    assert [f"{photo.id}.small.webp", f"{photo.id}.webp"] == files()


def test_photos_are_private_and_a_photo_without_its_file_is_not_found(
    application: Application, client: Client, add: Add
) -> None:
    photo = add().json()["id"]
    folder: Path = application.database.path.parent / "photos"
    for path in folder.glob("*.webp"):
        path.unlink()

    assert 404 == client.get(f"/api/photos/{photo}/image").status_code
    assert 200 == client.delete(f"/api/photos/{photo}").status_code


def test_the_server_itself_loads_no_decoder() -> None:
    import subprocess
    import sys

    code = "import appliance.app, sys; sys.exit('PIL' in sys.modules or 'pi_heif' in sys.modules)"
    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content
