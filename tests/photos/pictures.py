"""Real picture files, made with Pillow."""

import zlib
from io import BytesIO
from struct import pack
from typing import Any

import pillow_heif
from PIL import ExifTags, Image

GPS = {1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 18.0)}
TAKEN = "2026:07:04 15:30:00"


def picture(kind: str = "JPEG", size: tuple[int, int] = (640, 480), color: str = "teal", **options: Any) -> bytes:
    """A picture whose left half has another colour than its right half."""
    made = Image.new("RGB", size, color)
    made.paste("gold", (0, 0, size[0] // 2, size[1]))
    return encoded(made, kind, **options)


def encoded(made: Image.Image, kind: str, **options: Any) -> bytes:
    if kind == "HEIF":
        pillow_heif.register_heif_opener()
    out = BytesIO()
    made.save(out, kind, **options)
    return out.getvalue()


def from_a_phone(orientation: int = 1, **options: Any) -> bytes:
    """A JPEG with the place, the time and the orientation."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    exif[ExifTags.Base.Make] = "Camera of the test"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = TAKEN
    exif.get_ifd(ExifTags.IFD.GPSInfo).update(GPS)
    return picture(exif=exif, **options)


def turned_by_exif_only(orientation: int) -> bytes:
    """A HEIC file whose EXIF says an orientation and that has no box with a rotation, as some converters write it."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 1
    content = picture("HEIF", exif=exif)
    upright, turned = (pack(">HHIH", ExifTags.Base.Orientation, 3, 1, each) for each in (1, orientation))
    assert 1 == content.count(upright)
    return content.replace(upright, turned)


def bomb(width: int, height: int) -> bytes:
    """A PNG of some kilobytes that has this many white pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * ((width + 7) // 8)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def with_scans(count: int, trailer: bytes = b"") -> bytes:
    """A progressive JPEG whose last scan is there so many times, and bytes after its end."""
    content = picture(size=(64, 48), progressive=True)
    last, end = content.rindex(b"\xff\xda"), content.rindex(b"\xff\xd9")
    return content[:last] + content[last:end] * count + content[end:] + trailer
