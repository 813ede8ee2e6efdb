"""The base of every Struct on the wire, and the field types that carry a message of their own."""

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.errors import BadRequest

T = TypeVar("T")


class ApiModel(msgspec.Struct, rename="camel"):
    """A value on the wire: camelCase names, unknown properties ignored. (contract §1)"""


# A property of a partial update: absent keeps what is stored, null (where allowed) clears it.
Maybe: TypeAlias = T | UnsetType

Text = Annotated[str, Meta(min_length=1)]
# Digits are spelled out, for \d means those of every script; and $ alone would let a line end follow.
TIME_OF_DAY = r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)"
HEX_COLOR = r"^#[0-9a-fA-F]{6}$(?!\n)"
TimeOfDay = Annotated[str, Meta(pattern=TIME_OF_DAY)]
HexColor = Annotated[str, Meta(pattern=HEX_COLOR)]

# msgspec words its own complaints; the first three are fixed by contract §1.1.
WORDING = {
    f"matching regex {TIME_OF_DAY!r}": "must be HH:MM",
    f"matching regex {HEX_COLOR!r}": "must be a hex color like #RRGGBB",
    "of length >= 1": "must not be empty",
    "Invalid RFC3339 encoded datetime": "must be an instant like 2026-09-24T14:00:00.000Z",
    "Invalid RFC3339 encoded date": "must be YYYY-MM-DD",
    "Invalid UUID": "must be a UUID",
}


def decode(decoder: "msgspec.json.Decoder[T]", body: bytes) -> T:
    """Decode a JSON body strictly (no string to number); a byte order mark before it is ignored.

    Raises BadRequest with the dotted path of the first error.
    """
    return _worded(lambda: decoder.decode(body.removeprefix(BOM_UTF8)))


def convert(value: object, shape: type[T]) -> T:
    """Convert already decoded JSON, as strictly as `decode`. Raises Invalid."""
    return _worded(lambda: msgspec.convert(value, shape))


def patched(value: T | UnsetType, stored: T) -> T:
    """What a partial update leaves in place: the value sent, else the stored one."""
    return stored if isinstance(value, UnsetType) else value


def sent_fields(patch: ApiModel) -> dict[str, object]:
    """The properties a partial update really carries, by Python name."""
    return {name: value for name in patch.__struct_fields__ if (value := getattr(patch, name)) is not UNSET}


def _worded(parse: Callable[[], T]) -> T:
    try:
        return parse()
    except msgspec.ValidationError as problem:
        message, _, path = str(problem).partition(" - at `$")
        raise validation_error(message, dotted_path(path.rstrip("`"))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest("is not valid JSON", at="request") from None


def dotted_path(path: str) -> str:
    """`[0].title` as the contract writes it: `0.title`."""
    return re.sub(r"\[(.+?)\]", r".\1", path).lstrip(".")


def validation_error(message: str, path: str) -> BadRequest:
    """The refusal that msgspec's complaint about a field stands for, in our words."""
    if missing := re.fullmatch(r"Object missing required field `(.+)`", message):
        return BadRequest("is required", at=".".join(filter(None, (path, missing[1]))))
    if limit := re.match(r"Expected `(str|array)` of length <= (\d+)", message):
        unit = "characters" if limit[1] == "str" else "entries"
        return BadRequest(f"must have at most {limit[2]} {unit}", at=path or "request")
    words = next((words for complaint, words in WORDING.items() if complaint in message), message)
    return BadRequest(words, at=path or "request")
