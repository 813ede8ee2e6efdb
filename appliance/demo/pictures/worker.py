"""The process that draws the photos of the demo household, so that their memory is not the server's."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path

from PIL import ExifTags, Image

from appliance.demo.pictures.dishes import DISHES
from appliance.demo.pictures.portraits import FACES, portrait
from appliance.demo.pictures.scenes import SCENES

# Month and day on which a picture was "taken"; portraits and dishes have none.
TAKEN = {
    "winter": (1, 6),
    "camp": (8, 14),
    "cake": (6, 23),
    "autumn": (10, 18),
    "sunflowers": (7, 26),
    "balloons": (9, 5),
    "kite": (8, 3),
    "lighthouse": (8, 7),
    "beach": (8, 5),
    "lake": (7, 19),
}
QUALITY = 92


def main(folder: str, today: str, *names: str) -> None:
    """The process: draw each picture into a file and print its name when it is complete."""
    with suppress(OSError):
        os.nice(10)
    for name in names:
        file = Path(folder, f"{name}.jpg")
        drawing(name)().save(file, "JPEG", quality=QUALITY, exif=_exif(taken(name, date.fromisoformat(today))))
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()


def drawing(name: str) -> Callable[[], Image.Image]:
    """What draws a picture: one of SCENES, DISHES or FACES."""
    return partial(portrait, name) if name in FACES else (SCENES | DISHES)[name]


def taken(name: str, today: date) -> date | None:
    """The latest day before today on which a picture may have been taken; None for a portrait and for a dish."""
    if name not in TAKEN:
        return None
    month, day = TAKEN[name]
    return date(today.year if (month, day) < (today.month, today.day) else today.year - 1, month, day)


def _exif(day: date | None) -> Image.Exif:
    """The afternoon of a day, as cameras write it."""
    exif = Image.Exif()
    if day:
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = f"{day:%Y:%m:%d} 15:30:00"
    return exif
