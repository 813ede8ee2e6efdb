"""The pictures of the chosen folder: which there are, and their converted copies on this machine."""

import asyncio
import logging
import threading
from pathlib import Path

from appliance.kernel.errors import ApiError, NotFound
from appliance.photos.decoding import Decoder
from appliance.photos.folder import actions, rules
from appliance.photos.folder.actions import FolderFile
from appliance.photos.models import FolderState, Slide

log = logging.getLogger(__name__)


class FolderPhotos:
    """Looks into the folder from time to time, and converts a picture when it is shown for the first time."""

    def __init__(self, cache: Path, decoder: Decoder, most_bytes: int):
        """`cache` is where converted pictures are kept; `most_bytes` is the size of the largest file to read."""
        self._cache = cache
        self._decoder = decoder
        self._most_bytes = most_bytes
        self._folder: Path | None = None
        # Whether it is there, and what is in it. In one piece: a thread replaces it.
        self._seen: tuple[bool, dict[str, FolderFile]] = (False, {})
        self._scanning: set[Path] = set()
        # Files that cannot be decoded, until the next start.
        self._bad: set[str] = set()
        self._waiting: dict[str, asyncio.Lock] = {}

    def state(self) -> tuple[FolderState, int]:
        """Whether the folder is there, and how many pictures it has."""
        if self._folder is None:
            return "none", 0
        is_there, found = self._seen
        return ("ready" if is_there else "missing"), len(found)

    def slides(self) -> list[Slide]:
        """Every picture; while the folder is away, none."""
        return [Slide(id=name, from_folder=True) for name in self._seen[1] if name not in self._bad]

    def look(self, folder: str | None) -> None:
        """Start to look what is in the folder. It returns at once: a share whose server is gone blocks for minutes."""
        chosen = Path(folder) if folder else None
        if chosen != self._folder:
            self._folder, self._seen = chosen, (False, {})
        if chosen and chosen not in self._scanning:
            self._scanning.add(chosen)
            threading.Thread(target=self._scan, args=(chosen,), name="photo folder", daemon=True).start()

    async def files(self, photo_id: str) -> tuple[Path, Path]:
        """The picture and its thumbnail, converted now if necessary. Raises NotFound."""
        image, thumbnail = self._cache / f"{photo_id}.webp", self._cache / f"{photo_id}.small.webp"
        file, folder = self._seen[1].get(photo_id), self._folder
        if file is None or folder is None or photo_id in self._bad:
            raise NotFound()
        async with self._waiting.setdefault(photo_id, asyncio.Lock()):
            if not (image.exists() and thumbnail.exists()):
                await self._convert(folder, file, photo_id, image, thumbnail)
        self._waiting.pop(photo_id, None)
        return image, thumbnail

    def _scan(self, folder: Path) -> None:
        files: dict[str, FolderFile] = {}
        is_there = False
        try:
            files = actions.scan(folder, self._most_bytes)
            is_there = True
            actions.prune_cache(self._cache, rules.MAX_CACHE_BYTES)
        except OSError as problem:
            if self._seen[0]:
                log.info("the folder of photos is away", extra={"reason": str(problem)})
        finally:
            if self._folder == folder:
                self._seen = is_there, files
            # Only now: a later look must not be overtaken by this one.
            self._scanning.discard(folder)

    async def _convert(self, folder: Path, file: FolderFile, photo_id: str, image: Path, thumbnail: Path) -> None:
        copy, unfinished, small = (self._cache / f".{photo_id}.{part}" for part in ("copy", "image", "small"))
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(actions.copy, folder, file, copy, self._most_bytes)
            await self._decoder.prepare(copy, unfinished, small)
            unfinished.replace(image)
            small.replace(thumbnail)
        except NotFound:
            raise  # the stick was pulled out
        except ApiError as problem:
            # The file stays in the folder; the slideshow goes on without it.
            self._bad.add(photo_id)
            raise NotFound() from problem
        finally:
            for path in (copy, unfinished, small):
                path.unlink(missing_ok=True)
