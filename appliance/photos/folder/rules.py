"""Which folders may be chosen, and which of their files are pictures."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from appliance.kernel.errors import BadRequest

# Pictures of the folder that are shown, and files that are looked at to find them.
MAX_PHOTOS = 2_000
MAX_SEEN = 50_000
MAX_DEPTH = 12
# What the converted pictures of the folder may take on this machine's disk.
MAX_CACHE_BYTES = 300_000_000
ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
# An id of a picture of the folder begins so; ids of added photos are UUIDs.
PREFIX = "folder-"
ID = re.compile(r"folder-[0-9a-f]{32}", re.ASCII)


def accepted_folder(text: str, roots: Sequence[str]) -> str:
    """A folder that may be chosen, as stored. Raises BadRequest unless it lies in one of the roots.

    Without this limit an admin key could read pictures anywhere on the machine.
    """
    path = PurePosixPath(text.strip())
    inside = any(path.is_relative_to(root) and path != PurePosixPath(root) for root in roots)
    if not path.is_absolute() or ".." in path.parts or "\0" in text or not inside:
        raise BadRequest(
            f"must be a folder in {' or '.join(roots)}",
            at="folder",
            code="folder_not_allowed",
            folders=" · ".join(roots),
        )
    return str(path)


def is_picture(name: str) -> bool:
    """True for the name of a file that may be a picture; names that begin with a dot are hidden."""
    return not name.startswith(".") and PurePosixPath(name).suffix.lower() in ENDINGS


def photo_id(path: str, size: int, changed_ns: int) -> str:
    """The id of a file: another one when it is changed. `path` is relative to the folder."""
    name = hashlib.sha256(f"{path}\0{size}\0{changed_ns}".encode("utf-8", "surrogateescape")).hexdigest()
    return f"{PREFIX}{name[:32]}"


def is_of_folder(photo_id: str) -> bool:
    """True for an id of a picture of the folder."""
    return bool(ID.fullmatch(photo_id))
