"""The photos of the demo household: drawn beside the running server, because its start must not wait for them."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from appliance.app import Application
from appliance.demo.callers import PHONE
from appliance.demo.translation import Translation
from appliance.household import actions as household
from appliance.household.models import Location, SettingsPatch
from appliance.kernel.child_process import environment
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import ApiError
from appliance.kernel.own_program import own_program
from appliance.people import actions as people
from appliance.people import queries as people_queries
from appliance.people.models import MemberPatch
from appliance.photos import actions as photos
from appliance.photos import queries as photo_queries
from appliance.photos.models import NewAlbum, PhotoPatch, PhotoSettingsPatch
from appliance.recipes import actions as recipes
from appliance.recipes import queries as recipe_queries
from appliance.recipes.models import RecipePatch
from appliance.weather import actions as weather
from appliance.weather.sample import sample_forecast

log = logging.getLogger(__name__)
COMMAND = "draw-demo-photos"
# Of `pictures.scenes`, in the order in which they are added: the newest photo is shown first.
SCENES = ("winter", "camp", "cake", "autumn", "sunflowers", "balloons", "kite", "lighthouse", "beach", "lake")
HOLIDAYS = "Summer holidays"
OF_HOLIDAYS = ("camp", "kite", "lighthouse", "beach", "lake")
AFTER_MINUTES = 5
HOME = Location(name="Berlin", lat=52.52, lon=13.41)


def prepare(tx: Tx, said: Translation) -> None:
    """What the photos need, and made-up weather until the real one can be fetched."""
    photos.change_settings(tx, PhotoSettingsPatch(displays_may_add=True))
    household.change_settings(
        tx, SettingsPatch(slideshow=True, slideshow_after_minutes=AFTER_MINUTES, location=said.of(HOME))
    )
    photos.make_album(tx, said.of(NewAlbum(name=HOLIDAYS)))
    if spot := weather.spot(tx):
        weather.store_forecast(tx, spot, sample_forecast(tx.today, spot.unit))


async def add_photos(
    application: Application,
    faces: Mapping[str, str],
    scenes: Sequence[str] = SCENES,
    dishes: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Draw the photos one after the other and add each as a phone does.

    `faces` are the portraits of members by id, `dishes` the pictures of recipes.

    A failure is logged and ends it: a household without photos is whole too.
    """
    session = Session(application.database, PHONE)
    try:
        with TemporaryDirectory(prefix="mantel-demo-") as folder:
            names = [*faces.values(), *scenes, *dishes.values()]
            async with aclosing(_drawn(Path(folder), application.database.read, names)) as drawn:
                async for name in drawn:
                    await _add(application, session, Path(folder, f"{name}.jpg"), faces, dishes)
    except (OSError, ApiError) as problem:
        log.warning("the photos of the demo household could not be drawn", extra={"reason": str(problem)})


async def _add(
    application: Application, session: Session, file: Path, faces: Mapping[str, str], dishes: Mapping[str, str]
) -> None:
    holidays = next((album.id for album in photo_queries.albums(session.read)), None)
    album = holidays if file.stem in OF_HOLIDAYS else None
    photo = await application.photos.add(session, _once(file.read_bytes()), album)
    file.unlink()
    for member_id, name in faces.items():
        if name == file.stem and people_queries.is_member(session.read, member_id):
            await session.write(people.edit, member_id, MemberPatch(photo_id=photo.id))
    for recipe_id, name in dishes.items():
        if name == file.stem and recipe_queries.maybe_recipe(session.read, recipe_id):
            await session.write(recipes.edit, recipe_id, RecipePatch(photo_id=photo.id))
    if file.stem in (*faces.values(), *dishes.values()):
        # Nothing for the slideshow.
        await session.write(photos.change, photo.id, PhotoPatch(hidden=True))


async def _drawn(folder: Path, db: Reader, names: list[str]) -> AsyncGenerator[str, None]:
    """The names of the pictures, each when its file is complete. Raises OSError."""
    process = await asyncio.create_subprocess_exec(
        *own_program(),
        COMMAND,
        str(folder),
        db.today.isoformat(),
        *names,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
    )
    try:
        while process.stdout and (line := await process.stdout.readline()):
            yield line.decode().strip()
    finally:
        # The server may be stopping.
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content
