"""The JSON files in an export of another program: a zip of them, of gzip files, or of further zips, or one JSON file.

Tandoor and Mealie have the picture of a recipe as a file beside its JSON file, or in a folder beside it.

An archive can hold more than any memory: everything is read with a limit, and a declared size is not trusted.
"""

import gzip
import io
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import IO, Any

import msgspec

MAX_ENTRIES = 5_000
# One recipe of Paprika has its pictures in it.
MAX_ENTRY_BYTES = 16_000_000
MAX_TOTAL_BYTES = 400_000_000
ENDINGS = (".json", ".paprikarecipe", ".paprikarecipes", ".zip")
MAX_PICTURE_BYTES = 10_000_000
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic")


class TooLarge(Exception):
    """An archive that unpacks to more than any export has."""


def decoded(content: bytes) -> Iterator[tuple[Any, str]]:
    """Each JSON value of a file, None for an entry that is none, and its picture in base64. Raises TooLarge."""
    yield from _values(content, [MAX_TOTAL_BYTES, MAX_ENTRIES], depth=0)


def _values(content: bytes, left: list[int], depth: int) -> Iterator[tuple[Any, str]]:
    if content[:4] == b"PK\x03\x04":
        if depth > 1:
            yield None, ""
            return
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                names = archive.namelist()
                for entry in archive.infolist():
                    if entry.filename.lower().endswith(ENDINGS):
                        with archive.open(entry) as file:
                            found = _values(_read(file, left), left, depth + 1)
                        own = picture_of(entry.filename, names)
                        yield from ((value, inner or _picture(archive, own, left)) for value, inner in found)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
            # Damaged, encrypted, or packed in a way that Python does not know.
            yield None, ""
    elif content[:2] == b"\x1f\x8b":
        try:
            with gzip.open(io.BytesIO(content)) as file:
                content = _read(file, left)
        except (OSError, EOFError, zlib.error):
            yield None, ""
            return
        yield _json(content), ""
    else:
        yield _json(content), ""


def picture_of(name: str, names: Sequence[str]) -> str | None:
    """The picture of a JSON file in an archive: of its own name, else the one of its folder if it is alone there."""
    path = PurePosixPath(name)
    if path.suffix.lower() != ".json":
        return None
    near = [PurePosixPath(each) for each in names if PurePosixPath(each).is_relative_to(path.parent)]
    pictures = [each for each in near if each.suffix.lower() in PICTURES]
    if any(each.suffix.lower() in ENDINGS and each != path for each in near):
        pictures = [each for each in pictures if each.stem == path.stem and each.parent == path.parent]
    # Mealie has smaller ones beside it, with longer names.
    return min(map(str, pictures), key=len, default=None)


def _picture(archive: zipfile.ZipFile, name: str | None, left: list[int]) -> str:
    """A picture as base64; empty without one, and for one that is damaged or too large."""
    if name is None or archive.getinfo(name).file_size > min(MAX_PICTURE_BYTES, left[0]):
        return ""
    try:
        with archive.open(name) as file:
            return b64encode(_read(file, left)).decode()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error):
        return ""


def _read(file: IO[bytes] | gzip.GzipFile, left: list[int]) -> bytes:
    """The content of an entry, within what is left of the limits. Raises TooLarge."""
    content = file.read(MAX_ENTRY_BYTES + 1)
    left[0] -= len(content)
    left[1] -= 1
    if len(content) > MAX_ENTRY_BYTES or min(left) < 0:
        raise TooLarge
    return content


def _json(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
