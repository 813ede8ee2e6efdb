"""Limits of photos, who may do what, and which pictures the slideshow shows."""

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime

from appliance.kernel.errors import BadRequest, Conflict, Forbidden
from appliance.photos.models import PhotoSettings, Slide, Upload, Usage

MAX_PHOTOS = 2_000
MAX_BYTES = 4_000_000_000
# Of one file as it is added.
MAX_UPLOAD_BYTES = 40 * 1024 * 1024
# Files that arrive at a time, so that unfinished ones cannot fill the disk.
MAX_UPLOADS = 8
# Of one key, and of all displays together: a parent's photo always finds a place.
MAX_UPLOADS_PER_KEY = 3
MAX_UPLOADS_OF_DISPLAYS = 4
# Room that stays free on the disk, for the database and its backups.
FREE_BYTES = 500_000_000
MAX_HIDDEN = 5_000
PAGE = 100
MAX_SLIDES = 120
MAX_ALBUMS = 100

TYPES = ("image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "application/octet-stream")


def check_room(usage: Usage, more_bytes: int = 0, *, fewer: int = 0) -> None:
    """Raises Conflict when there is no room for one more photo of this size. `fewer` of those in `usage` are new."""
    if usage.photos - fewer >= MAX_PHOTOS:
        raise Conflict(
            f"photo: there are {MAX_PHOTOS:,} photos, which is the limit; delete some first",
            code="limit_reached",
            limit=MAX_PHOTOS,
        )
    if usage.bytes + more_bytes > MAX_BYTES:
        raise Conflict(
            f"photo: all photos take {MAX_BYTES // 10**9} GB, which is the limit; delete some first", code="no_room"
        )


def may_add(scope: str, settings: PhotoSettings) -> bool:
    """True when a key of this scope may add photos: admins, and displays if the household allows it."""
    return scope == "admin" or settings.displays_may_add


def check_may_add(scope: str, settings: PhotoSettings) -> None:
    """Raises Forbidden for a display unless the household allows it."""
    if not may_add(scope, settings):
        raise Forbidden(
            "this screen may not add photos; a parent can allow it in the settings", code="photos_not_allowed"
        )


def has_place(uploads: Collection[Upload], one_more: Upload) -> bool:
    """True when one more file may arrive beside these."""
    of_displays = sum(upload.scope != "admin" for upload in uploads)
    return (
        len(uploads) < MAX_UPLOADS
        and sum(upload == one_more for upload in uploads) < MAX_UPLOADS_PER_KEY
        and (one_more.scope == "admin" or of_displays < MAX_UPLOADS_OF_DISPLAYS)
    )


def slides(shown: Sequence[Slide], now: datetime) -> list[Slide]:
    """The pictures of an hour: another choice and another order in each, the same for every screen."""
    seed = f"{now:%Y-%m-%dT%H}"

    def place(slide: Slide) -> bytes:
        return hashlib.blake2b(f"{seed} {slide.id}".encode(), digest_size=8).digest()

    return sorted(shown, key=place)[:MAX_SLIDES]


def check_album_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more album."""
    if count >= MAX_ALBUMS:
        raise BadRequest(
            f"there are {MAX_ALBUMS} albums, which is the limit; delete one first",
            at=None,
            code="limit_reached",
            limit=MAX_ALBUMS,
        )
