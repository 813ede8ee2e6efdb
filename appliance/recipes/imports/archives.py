"""The JSON files in an export of another program: a zip of them, of gzip files, or of further zips, or one JSON file.

An archive can hold more than any memory: everything is read with a limit, and a declared size is not trusted.
"""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

import msgspec

MAX_ENTRIES = 5_000
# One recipe of Paprika has its pictures in it.
MAX_ENTRY_BYTES = 16_000_000
MAX_TOTAL_BYTES = 400_000_000
ENDINGS = (".json", ".paprikarecipe", ".paprikarecipes", ".zip")


class TooLarge(Exception):
    """An archive that unpacks to more than any export has."""


def decoded(content: bytes) -> Iterator[Any]:
    """Each JSON value of a file; None for an entry that is none. Raises TooLarge."""
    yield from _values(content, [MAX_TOTAL_BYTES, MAX_ENTRIES], depth=0)


def _values(content: bytes, left: list[int], depth: int) -> Iterator[Any]:
    if content[:4] == b"PK\x03\x04":
        if depth > 1:
            yield None
            return
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                for entry in archive.infolist():
                    if entry.filename.lower().endswith(ENDINGS):
                        with archive.open(entry) as file:
                            yield from _values(_read(file, left), left, depth + 1)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
            # Damaged, encrypted, or packed in a way that Python does not know.
            yield None
    elif content[:2] == b"\x1f\x8b":
        try:
            with gzip.open(io.BytesIO(content)) as file:
                content = _read(file, left)
        except (OSError, EOFError, zlib.error):
            yield None
            return
        yield _json(content)
    else:
        yield _json(content)


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
