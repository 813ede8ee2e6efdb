"""Reads pictures from a folder, which may be a stick or a network share. Everything here blocks the calling thread."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from appliance.kernel.errors import NotFound
from appliance.photos.folder import rules


class FolderFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file by its path relative to the folder. `bytes` is its size."""

    path: str
    bytes: int


def scan(folder: Path, most_bytes: int) -> dict[str, FolderFile]:
    """The pictures of a folder by id, at most MAX_PHOTOS. Links are not followed. Raises OSError."""
    os.scandir(folder).close()  # a missing folder is an error, a missing part of it is not
    files: dict[str, FolderFile] = {}
    for seen, (path, info) in enumerate(_files(folder, "", 0)):
        if seen >= rules.MAX_SEEN or len(files) >= rules.MAX_PHOTOS:
            break
        if rules.is_picture(os.path.basename(path)) and 0 < info.st_size <= most_bytes:
            files[rules.photo_id(path, info.st_size, info.st_mtime_ns)] = FolderFile(path=path, bytes=info.st_size)
    return files


def copy(folder: Path, file: FolderFile, target: Path, most_bytes: int) -> None:
    """Copy a file that `scan` found. Raises NotFound when it is gone or leads out of the folder, OSError."""
    try:
        handle = os.open(folder / file.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, OSError):
        raise NotFound() from None
    with open(handle, "rb") as source:
        # What was opened, not what the path may mean by now: a folder on the way may have become a link.
        opened = Path(os.readlink(f"/proc/self/fd/{handle}"))
        info = os.fstat(handle)
        inside = opened.is_relative_to(folder.resolve())
        if not inside or not stat.S_ISREG(info.st_mode) or info.st_size > most_bytes:
            raise NotFound()
        with target.open("wb") as out:
            shutil.copyfileobj(source, out, 1024 * 1024)


def prune_cache(cache: Path, most_bytes: int) -> None:
    """Delete the pictures that were converted first, until the rest takes at most so many bytes."""
    files = []
    for path in cache.glob("*.webp"):
        with suppress(OSError):
            info = path.stat()
            files.append((info.st_mtime, info.st_size, path))
    total = 0
    for _, size, path in sorted(files, reverse=True):
        total += size
        if total > most_bytes:
            path.unlink(missing_ok=True)


def _files(folder: Path, below: str, depth: int) -> Iterator[tuple[str, os.stat_result]]:
    """Every file by its relative path, in the order of names, folder by folder."""
    # A part of the folder may be unreadable, or be removed meanwhile.
    with suppress(OSError):
        with os.scandir(folder / below) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
        for entry in listed:
            path = os.path.join(below, entry.name)
            with suppress(OSError):
                if entry.is_file(follow_symlinks=False):
                    yield path, entry.stat(follow_symlinks=False)
                elif entry.is_dir(follow_symlinks=False) and depth < rules.MAX_DEPTH and not entry.name.startswith("."):
                    yield from _files(folder, path, depth + 1)
