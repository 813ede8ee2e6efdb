"""Photos with their files: adding, serving and cleaning up."""

import asyncio
import hashlib
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from pathlib import Path
from uuid import uuid4

from appliance.kernel.database import db_backup
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.errors import (
    BadRequest,
    InsufficientStorage,
    PayloadTooLarge,
    TooManyRequests,
)
from appliance.kernel.schema import made
from appliance.photos import actions, queries, rules
from appliance.photos.decoding import Decoder
from appliance.photos.folder.rules import accepted_folder, is_of_folder
from appliance.photos.folder.service import FolderPhotos
from appliance.photos.models import Photo, PhotoSettingsPatch, PhotoSettingsState, Size, Upload

# Written at once, in a thread: a card may take its time.
BLOCK = 1024 * 1024
NO_ROOM = "there is no room left for photos on this device"


class PhotoLibrary:
    """The photos of the household. A row exists only while its files are complete on the disk."""

    def __init__(self, database: Database, roots: tuple[str, ...], decoder: Decoder | None = None):
        """`roots` are the folders in which the admins may choose one."""
        self.folder = database.path.parent / "photos"
        self._database = database
        self._roots = roots
        self._decoder = decoder or Decoder()
        self.from_folder = FolderPhotos(self.folder / "from-folder", self._decoder, rules.MAX_UPLOAD_BYTES)
        # By id: files that are on the disk before their row. The clean-up spares them.
        self._in_progress: dict[str, Upload] = {}
        # One picture of a display at a time waits for the decoder, so that a parent's waits for one at most.
        self._turn_of_displays = asyncio.Lock()

    async def add(self, session: Session, body: AsyncIterator[bytes], album_id: str | None) -> Photo:
        """Store a picture as it arrives. The same file again answers the photo that is there.

        Raises Forbidden, BadRequest, Conflict, PayloadTooLarge, UnsupportedMediaType, UnprocessableContent,
        TooManyRequests, InsufficientStorage.
        """
        actions.check_may_add(session.read, session.caller.scope, album_id)
        mine = Upload(key_id=session.caller.key_id, scope=session.caller.scope)
        if not rules.has_place(self._in_progress.values(), mine):
            raise TooManyRequests("photo: too many are being added at this moment; try again", code="busy")
        photo_id = str(uuid4())
        upload = self.folder / f".{photo_id}.upload"
        self._in_progress[photo_id] = mine
        try:
            await asyncio.to_thread(self._check_disk)
            digest = await _receive(body, upload)
            if queries.with_digest(session.read, digest) and (same := await session.write(actions.find_added, digest)):
                return same
            async with nullcontext() if mine.scope == "admin" else self._turn_of_displays:
                prepared = await self._decoder.prepare(upload, *_unfinished(self.folder, photo_id))
            size = await asyncio.to_thread(_publish, self.folder, photo_id)
            photo = await session.write(actions.add, photo_id, digest, album_id, size, prepared)
            if photo.id == photo_id:
                return photo
            await asyncio.to_thread(_delete, self.folder, photo_id)
            return photo
        except OSError as problem:
            raise InsufficientStorage(NO_ROOM, code="no_room") from problem
        finally:
            upload.unlink(missing_ok=True)
            self._in_progress.pop(photo_id, None)
            if not queries.is_known(session.read, photo_id):
                _delete(self.folder, photo_id)

    async def file(self, session: Session, photo_id: str, size: Size) -> Path:
        """The file of a photo, or of a picture of the folder. Raises NotFound."""
        if is_of_folder(photo_id):
            image, thumbnail = await self.from_folder.files(photo_id)
        else:
            # Also a deleted one: it may be restored, and a screen may show it still.
            queries.stored(session.read, photo_id)
            image, thumbnail = _files(self.folder, photo_id)
        return image if size == "image" else thumbnail

    async def change_settings(self, session: Session, patch: PhotoSettingsPatch) -> PhotoSettingsState:
        """Change any subset of the settings. Raises BadRequest for a folder that may not be chosen."""
        if isinstance(patch.folder, str):
            patch.folder = accepted_folder(patch.folder, self._roots)
        changed = await session.write(actions.change_settings, patch)
        self.from_folder.look(changed.folder)
        return self.settings(session)

    def settings(self, session: Session) -> PhotoSettingsState:
        """The settings, and the state of the folder."""
        stored = queries.settings(session.read)
        state, photos = self.from_folder.state()
        return made(PhotoSettingsState, stored, folder_state=state, folder_photos=photos)

    async def clean_up(self) -> None:
        """Forget photos that were deleted long ago, and delete files without a row: what a power cut has left."""
        reader = self._database.read
        if queries.has_deleted(reader):
            await self._database.write(actions.forget_deleted)
        known = queries.ids(self._database.read) | self._in_progress.keys()
        await asyncio.to_thread(_delete_others, self.folder, known)

    def look_into_folder(self) -> None:
        """Start to look what is in the chosen folder."""
        self.from_folder.look(queries.settings(self._database.read).folder)

    def _check_disk(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(self.folder).free < rules.FREE_BYTES:
            raise InsufficientStorage(NO_ROOM, code="no_room")


async def _receive(body: AsyncIterator[bytes], target: Path) -> str:
    """Write a body to a file, a block at a time; its SHA-256. Raises BadRequest when it is empty, PayloadTooLarge."""
    digest, size = hashlib.sha256(), 0
    block = bytearray()

    def write() -> None:
        digest.update(block)
        out.write(block)

    with target.open("xb", buffering=0) as out:
        async for part in body:
            size += len(part)
            if size > rules.MAX_UPLOAD_BYTES:
                raise PayloadTooLarge(
                    f"photo: may have at most {rules.MAX_UPLOAD_BYTES // 2**20} MB",
                    code="file_too_large",
                    limit=rules.MAX_UPLOAD_BYTES // 2**20,
                )
            block += part
            if len(block) >= BLOCK:
                await asyncio.to_thread(write)
                block = bytearray()
        if block:
            await asyncio.to_thread(write)
    if not size:
        raise BadRequest("is required, as the body of the request", at="photo")
    return digest.hexdigest()


def _files(folder: Path, photo_id: str) -> tuple[Path, Path]:
    return folder / f"{photo_id}.webp", folder / f"{photo_id}.small.webp"


def _unfinished(folder: Path, photo_id: str) -> tuple[Path, Path]:
    return folder / f".{photo_id}.image", folder / f".{photo_id}.small"


def _publish(folder: Path, photo_id: str) -> int:
    """Force both files to the disk under their names; their size together. Raises OSError."""
    for unfinished, finished in zip(_unfinished(folder, photo_id), _files(folder, photo_id), strict=True):
        db_backup.publish(unfinished, finished)
    return sum(path.stat().st_size for path in _files(folder, photo_id))


def _delete(folder: Path, photo_id: str) -> None:
    for path in (*_files(folder, photo_id), *_unfinished(folder, photo_id)):
        path.unlink(missing_ok=True)


def _delete_others(folder: Path, known: set[str]) -> None:
    """Delete every file of the library whose id is not known. Other files and folders stay."""
    with suppress(FileNotFoundError):
        for entry in os.scandir(folder):
            photo_id = entry.name.lstrip(".").partition(".")[0]
            if entry.is_file(follow_symlinks=False) and photo_id not in known:
                Path(entry.path).unlink(missing_ok=True)
