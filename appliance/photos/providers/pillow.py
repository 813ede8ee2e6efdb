"""Turns a picture of any kind into WebP, in a process of its own with limits: decoders have the most defects.

The process ends after one picture, so that its memory goes back to the system.
"""

import os
import re
import sys
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image, UnidentifiedImageError
from PIL.ExifTags import IFD, Base

from appliance.kernel.child_process import limit
from appliance.photos.models import Prepared, Rejected
from appliance.photos.providers.heif_boxes import turns_itself
from appliance.photos.providers.jpeg_scans import has_too_many_scans
from appliance.photos.providers.srgb import profile_of, to_srgb

EDGE = 2560
SMALL_EDGE = 480
QUALITY = 82
SMALL_QUALITY = 70
# Address space, of which the libraries take about 150 MB.
MEMORY_BYTES = 640_000_000
CPU_SECONDS = 60
MAX_OUTPUT_BYTES = 60_000_000
# Camera phones have at most 50 million. A JPEG is decoded at a fraction of its size, so it may have more.
MAX_PIXELS = 50_000_000
MAX_JPEG_PIXELS = 210_000_000
# A JPEG file with several pictures becomes an MPO by itself.
JPEG = ("JPEG", "MPO")
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
NOT_A_PICTURE = "photo: is not a JPEG, PNG, WebP or HEIC picture"
SIGNATURE = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n|RIFF....WEBP|....ftyp(?:hei|hev|mif)", re.S)
DAMAGED = "photo: is damaged and cannot be read"
TOO_MUCH = "photo: needs too much memory or time to read"


def main(source: str, image: str, thumbnail: str) -> None:
    """The process: prepare `source`, write the two pictures, and print a Prepared or a Rejected as JSON."""
    limit(memory_bytes=MEMORY_BYTES, cpu_seconds=CPU_SECONDS, file_bytes=MAX_OUTPUT_BYTES)
    _start_decoders()
    result: Prepared | Rejected
    try:
        result = prepare(Path(source), Path(image), Path(thumbnail))
    except MemoryError:
        result = Rejected(status=413, error=TOO_MUCH)
    sys.stdout.buffer.write(msgspec.json.encode({"rejected" if isinstance(result, Rejected) else "prepared": result}))
    sys.stdout.flush()
    os._exit(0)


def prepare(source: Path, image: Path, thumbnail: Path) -> Prepared | Rejected:
    """Store a picture in two sizes, turned upright and without metadata. Raises MemoryError."""
    try:
        opened = Image.open(source, formats=[name for name in FORMATS if name in Image.OPEN])
    except UnidentifiedImageError:
        begins_well = SIGNATURE.match(source.open("rb").read(12))
        return Rejected(status=422, error=DAMAGED) if begins_well else Rejected(status=415, error=NOT_A_PICTURE)
    except (OSError, ValueError, SyntaxError, RuntimeError, EOFError):
        return Rejected(status=422, error=DAMAGED)
    with opened:
        if problem := _too_large(opened):
            return problem
        if opened.format in JPEG and has_too_many_scans(source.read_bytes(), opened.width * opened.height):
            return Rejected(status=413, error=TOO_MUCH)
        try:
            taken_at = _taken_at(opened)
            upright = _upright(opened, _orientation(opened, source))
        except MemoryError:
            raise
        except Exception:
            # Decoders raise errors of many kinds for a damaged file: OSError, SyntaxError, struct.error, ValueError.
            return Rejected(status=422, error=DAMAGED)
        _write(upright, image, QUALITY)
        width, height = upright.size
        upright.thumbnail((SMALL_EDGE, SMALL_EDGE), Image.Resampling.BICUBIC, reducing_gap=2.0)
        _write(upright, thumbnail, SMALL_QUALITY)
    return Prepared(width=width, height=height, taken_at=taken_at)


def _start_decoders() -> None:
    # Not `Image.init()`, which loads decoders of some forty formats.
    from PIL import JpegImagePlugin, PngImagePlugin, WebPImagePlugin  # noqa: F401

    Image.MAX_IMAGE_PIXELS = None  # our own limits are checked before anything is decoded
    with suppress(ImportError):
        # Unlike pillow-heif it has no encoder, and so no code under the GPL.
        import pi_heif

        pi_heif.options.DECODE_THREADS = 1
        pi_heif.register_heif_opener(thumbnails=False)


def _too_large(opened: Image.Image) -> Rejected | None:
    width, height = opened.size
    most = MAX_JPEG_PIXELS if opened.format in JPEG else MAX_PIXELS
    if width * height > most:
        millions = f"{width * height / 1_000_000:,.0f} million pixels"
        return Rejected(status=413, error=f"photo: has {millions}; it may have at most {most // 1_000_000} million")
    return None


def _orientation(opened: Image.Image, source: Path) -> int:
    """How the picture is to be turned, as in EXIF; 1 when it is upright.

    The HEIF plugin says 1 for all pictures, but the decoder turns only those that have a rotation of their own.
    """
    said = opened.getexif().get(Base.Orientation)
    if opened.format == "HEIF":
        with source.open("rb") as file:
            said = None if turns_itself(file) else opened.info.get("original_orientation")
    return said if isinstance(said, int) else 1


def _upright(opened: Image.Image, orientation: int) -> Image.Image:
    """The decoded picture, at most EDGE pixels on each side, turned upright, in sRGB."""
    profile = profile_of(opened)
    # For JPEG this decodes at a half, a quarter or an eighth; for others the resizing begins with a cheap reduction.
    opened.thumbnail((EDGE, EDGE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    opened.load()
    if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
        layers = opened.convert("RGBA")
        picture = Image.new("RGB", opened.size, "white")
        picture.paste(to_srgb(layers.convert("RGB"), profile), mask=layers.getchannel("A"))
    elif opened.mode.startswith("I;16"):
        picture = to_srgb(opened.point(lambda value: value / 256).convert("L"), profile)
    else:
        picture = to_srgb(opened, profile)
    turn = TURNS.get(orientation)
    return picture.transpose(turn) if turn is not None else picture


TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _taken_at(opened: Image.Image) -> str | None:
    """When the camera took it, `2026-07-04T15:30:00`; None when that is not in the file or makes no sense."""
    with suppress(Exception):
        exif = opened.getexif()
        text = exif.get_ifd(IFD.Exif).get(Base.DateTimeOriginal) or exif.get(Base.DateTime)
        taken_at = datetime.strptime(str(text).strip("\0 "), "%Y:%m:%d %H:%M:%S")  # noqa: DTZ007  cameras know no zone
        return taken_at.isoformat()
    return None


def _write(picture: Image.Image, target: Path, quality: int) -> None:
    """Write WebP without EXIF, XMP and colour profile. The bytes first, so that a full disk leaves no half a file."""
    encoded = BytesIO()
    picture.info.clear()
    picture.save(encoded, "WEBP", quality=quality, method=4, exif=b"", xmp=b"", icc_profile=b"")
    target.write_bytes(encoded.getvalue())
