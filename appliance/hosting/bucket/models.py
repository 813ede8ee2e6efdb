"""Where the bucket is, and who may use it."""

from pathlib import Path

import msgspec


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of a bucket in a store that speaks S3. `prefix` is empty, or ends with a slash."""

    bucket: str
    prefix: str
    endpoint: str
    region: str


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """What opens the bucket, and what the keys of households are encrypted with there."""

    access_key: str
    secret_key: str
    household_key: bytes

    def __repr__(self) -> str:
        return "Secrets(***)"


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The content of an object, and the tag of this version."""

    content: bytes
    tag: str


def file_of(folder: Path, name: str) -> str:
    """What a file of the folder of secrets says. Raises OSError."""
    return (folder / name).read_text("utf-8").strip()
