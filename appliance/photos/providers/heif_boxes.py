"""Reads from the boxes of a HEIF file whether it turns its picture. Source: ISO/IEC 14496-12 and 23008-12."""

from collections.abc import Iterator
from struct import Struct, error
from typing import BinaryIO

# Much more than the boxes of a camera need. The picture itself is in another box.
MAX_BYTES = 4_000_000
HEADER = Struct(">I4s")
LONG = Struct(">Q")
TURNING = (b"irot", b"imir")


def turns_itself(file: BinaryIO) -> bool:
    """Whether the main picture has a rotation or a mirroring of its own, which a decoder applies.

    False for a file that cannot be understood.
    """
    try:
        meta = _boxes(_meta(file)[4:])
        properties = _boxes(meta[b"iprp"])
        kinds = [kind for kind, _ in _kinds_and_contents(properties[b"ipco"])]
        item = _main_item(meta[b"pitm"])
        associations = [content for kind, content in _kinds_and_contents(meta[b"iprp"]) if kind == b"ipma"]
        numbers = [number for content in associations for number in _properties_of(item, content)]
        return any(kinds[number - 1] in TURNING for number in numbers if 0 < number <= len(kinds))
    except (KeyError, IndexError, ValueError, error):
        return False


def _meta(file: BinaryIO) -> bytes:
    """The content of the box `meta`. Raises KeyError when there is none."""
    while len(head := file.read(HEADER.size)) == HEADER.size:
        size, kind = HEADER.unpack(head)
        size -= HEADER.size
        if size == 1 - HEADER.size:
            size = LONG.unpack(file.read(LONG.size))[0] - HEADER.size - LONG.size
        if kind == b"meta":
            return file.read(min(size, MAX_BYTES))
        if size < 0:
            break
        file.seek(size, 1)
    raise KeyError(b"meta")


def _kinds_and_contents(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each box, in order. Raises ValueError."""
    at = 0
    while at + HEADER.size <= len(content):
        size, kind = HEADER.unpack_from(content, at)
        begin = at + HEADER.size
        if size == 1:
            size, begin = LONG.unpack_from(content, begin)[0], begin + LONG.size
        end = at + size if size else len(content)
        if end < begin:
            raise ValueError
        yield kind, content[begin:end]
        at = end


def _boxes(content: bytes) -> dict[bytes, bytes]:
    return dict(_kinds_and_contents(content))


def _main_item(content: bytes) -> int:
    """The number of the main picture, of a box `pitm`."""
    return int.from_bytes(content[4:8] if content[0] else content[4:6], "big")


def _properties_of(item: int, content: bytes) -> list[int]:
    """The numbers of an item's properties, of a box `ipma`."""
    id_size, wide, at = (4 if content[0] else 2), content[3] & 1, 8
    for _ in range(int.from_bytes(content[4:8], "big")):
        owner = int.from_bytes(content[at : at + id_size], "big")
        count = content[at + id_size]
        at += id_size + 1
        size = 2 if wide else 1
        numbers = [int.from_bytes(content[place : place + size], "big") for place in range(at, at + count * size, size)]
        if owner == item:
            # The highest bit says that a decoder must know the property.
            return [number & (0x7FFF if wide else 0x7F) for number in numbers]
        at += count * size
    return []
