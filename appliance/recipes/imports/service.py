"""Fetches pages and pictures, and has recipes read by a process of their own."""

import asyncio
import logging
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from appliance.kernel import child_process
from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadGateway, BadRequest, PayloadTooLarge, UnprocessableContent
from appliance.kernel.net.client import Net
from appliance.photos import actions as photos
from appliance.photos.models import PhotoPatch
from appliance.photos.service import PhotoLibrary
from appliance.recipes import actions as recipes
from appliance.recipes import queries as recipe_queries
from appliance.recipes import rules as recipe_rules
from appliance.recipes.imports.models import PageRequest, PictureRequest, Preview, Result, TextRequest
from appliance.recipes.imports.text import from_text
from appliance.recipes.models import Recipe, RecipePatch

log = logging.getLogger(__name__)

COMMAND = "read-recipes"
# Names of files that wait to be read.
UNREAD = ".recipes-"
TIMEOUT_SECONDS = 40.0
MAX_PAGE_BYTES = 6_000_000
MAX_PICTURE_BYTES = 20_000_000
MAX_FILE_BYTES = 40_000_000
REDIRECTS = 5
# Some sites answer unknown programs with an error.
HEADERS = {"accept": "text/html,application/xhtml+xml", "user-agent": "Mozilla/5.0 (compatible; mantel)"}
NO_RECIPE = "no recipe was found there"
TOO_MUCH = "the recipe needs too much memory or time to read"


class RecipeImporter:
    """Reads one page or file at a time."""

    def __init__(self, net: Net, photos: PhotoLibrary, allow_private: bool, folder: Path):
        """`folder` takes what was fetched, for the process that reads it."""
        self._net = net
        self._photos = photos
        self._allow_private = allow_private
        self._folder = folder
        # Of a process that ended in between, as in a power cut.
        for left in folder.glob(f"{UNREAD}*"):
            left.unlink(missing_ok=True)
        self._turn = asyncio.Lock()

    async def page(self, request: PageRequest) -> Preview:
        """The recipe of a page. Raises BadRequest, BadGateway, UnprocessableContent."""
        url = recipe_rules.source_url(request.url)
        if url is None:
            raise BadRequest("must be a web address", at="url", code="not_a_web_address")
        answer = await self._fetch(url, MAX_PAGE_BYTES)
        return await self._read("page", answer, url)

    async def file(self, body: AsyncIterator[bytes]) -> Preview:
        """The recipes of a file of another program. Raises PayloadTooLarge, UnprocessableContent."""
        content = bytearray()
        async for part in body:
            content += part
            if len(content) > MAX_FILE_BYTES:
                most = MAX_FILE_BYTES // 1_000_000
                raise PayloadTooLarge(f"file: may have at most {most} MB", code="file_too_large", limit=most)
        return await self._read("file", bytes(content), "")

    async def text(self, request: TextRequest) -> Preview:
        """The recipes of pasted text. Raises UnprocessableContent."""
        found = await asyncio.to_thread(from_text, request.text)
        if not found:
            raise UnprocessableContent(NO_RECIPE, code="no_recipe_found")
        return Preview(recipes=found)

    async def add_picture(self, session: Session, recipe_id: str, request: PictureRequest) -> Recipe:
        """Fetch the picture of a recipe; it is left out of the slideshow. Raises as adding a photo does."""
        recipe_queries.recipe(session.read, recipe_id)
        url = recipe_rules.source_url(request.url)
        if url is None:
            raise BadRequest("must be a web address", at="url", code="not_a_web_address")
        picture = await self._fetch(url, MAX_PICTURE_BYTES)
        photo = await self._photos.add(session, _once(picture), None)
        await session.write(photos.change, photo.id, PhotoPatch(hidden=True))
        return await session.write(recipes.edit, recipe_id, RecipePatch(photo_id=photo.id))

    async def _fetch(self, url: str, most: int) -> bytes:
        answer = await self._net.request(
            "GET",
            url,
            headers=HEADERS,
            allow_private=self._allow_private,
            redirects=REDIRECTS,
            most_bytes=most,
        )
        if answer.status != 200:
            code = "source_failed" if answer.status >= 500 else "source_refused"
            raise BadGateway(f"the site answered with {answer.status}", code=code)
        return answer.body

    async def _read(self, kind: str, content: bytes, url: str) -> Preview:
        async with self._turn:
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=UNREAD) as file:
                await asyncio.to_thread(file.write, content)
                file.flush()
                printed, problem, status = await child_process.run([COMMAND, kind, file.name, url], TIMEOUT_SECONDS)
        with suppress(msgspec.DecodeError):
            result = msgspec.json.decode(printed, type=Result)
            if result.preview:
                return result.preview
            if result.code == "file_unpacks_too_large":
                raise PayloadTooLarge("file: unpacks to more than an export has", code="file_unpacks_too_large")
            raise UnprocessableContent(NO_RECIPE, code="no_recipe_found")
        log.warning("a recipe could not be read", extra={"status": status, "reason": problem.strip()[-400:]})
        raise UnprocessableContent(TOO_MUCH, code="recipe_too_large")


async def _once(content: Sequence[int] | bytes) -> AsyncIterator[bytes]:
    yield bytes(content)
