"""The base classes of every Struct on the wire, strict decoding, and field types with error messages of their own."""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from appliance.kernel.errors import BadRequest

T = TypeVar("T")
Model = TypeVar("Model", bound=msgspec.Struct)


class ApiModel(msgspec.Struct, rename="camel"):
    """A value on the wire: camelCase names, unknown properties ignored. (contract §1)"""


class NumericApiModel(ApiModel):
    """A value with `float` properties. A whole number is written without a fraction: `0`, not `0.0`."""

    def __post_init__(self) -> None:
        for name in _float_properties(type(self)):
            value = getattr(self, name)
            kind = type(value)
            if kind is float:
                # A check of its own, because most are read from the database, hundreds in one request.
                if value.is_integer() and -LARGEST_EXACT <= value <= LARGEST_EXACT:
                    force_setattr(self, name, int(value))
            elif kind is not int and (whole := _with_integers(value)) is not value:
                force_setattr(self, name, whole)


# A property of a partial update: absent keeps what is stored, null (where allowed) clears it.
Maybe: TypeAlias = T | UnsetType

Text = Annotated[str, Meta(min_length=1)]
# Not \d, which matches the digits of every script; and `$` alone would allow a line feed at the end.
TIME_OF_DAY = r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)"
HEX_COLOR = r"^#[0-9a-fA-F]{6}$(?!\n)"
TimeOfDay = Annotated[str, Meta(pattern=TIME_OF_DAY)]
HexColor = Annotated[str, Meta(pattern=HEX_COLOR)]

# By a part of msgspec's message: what is answered instead. The contract fixes the first three. (contract §1.1)
WORDING = {
    f"matching regex {TIME_OF_DAY!r}": "must be HH:MM",
    f"matching regex {HEX_COLOR!r}": "must be a hex color like #RRGGBB",
    "matching regex '^[A-Z]{3}$": "must be a currency code like EUR",
    "of length >= 1": "must not be empty",
    "Invalid RFC3339 encoded datetime": "must be an instant like 2026-09-24T14:00:00.000Z",
    "Invalid RFC3339 encoded date": "must be YYYY-MM-DD",
    "Invalid UUID": "must be a UUID",
}

# Of the complaints that a person can meet in a form.
CODES = {"must not be empty": "empty", "must be HH:MM": "not_a_time", "must be YYYY-MM-DD": "not_a_date"}

# Larger numbers are not exact in JSON. (RFC 8259, section 6)
LARGEST_EXACT = 2**53


def decode(decoder: "msgspec.json.Decoder[T]", body: bytes) -> T:
    """Decode a JSON body strictly: no text becomes a number. `5.0` is accepted as the integer 5.

    A byte order mark before the body is ignored. Raises BadRequest with the dotted path of the first error.
    """
    body = body.removeprefix(BOM_UTF8)

    def parse() -> T:
        try:
            return decoder.decode(body)
        except msgspec.ValidationError as problem:
            if WHOLE_NUMBER_EXPECTED not in str(problem):
                raise
            return msgspec.convert(_with_integers(msgspec.json.decode(body)), decoder.type)

    return _with_plain_errors(parse)


def convert(value: object, model: type[T]) -> T:
    """Convert already decoded JSON, as strictly as `decode`. Raises BadRequest."""

    def parse() -> T:
        try:
            return msgspec.convert(value, model)
        except msgspec.ValidationError as problem:
            if WHOLE_NUMBER_EXPECTED not in str(problem):
                raise
            return msgspec.convert(_with_integers(value), model)

    return _with_plain_errors(parse)


# In msgspec's message for `5.0` where it expects an integer. Only such a body is read a second time.
WHOLE_NUMBER_EXPECTED = "got `float`"


def _with_integers(value: Any) -> Any:
    """The same JSON value, with whole numbers as integers."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_EXACT:
        return int(value)
    if isinstance(value, list):
        return [_with_integers(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _with_integers(entry) for name, entry in value.items()}
    return value


def patched(value: T | UnsetType, stored: T) -> T:
    """The value that a partial update sends, else the stored one."""
    return stored if isinstance(value, UnsetType) else value


def sent_fields(patch: ApiModel) -> dict[str, object]:
    """The properties that a partial update sends, by Python name."""
    return {name: value for name in patch.__struct_fields__ if (value := getattr(patch, name)) is not UNSET}


def made(model: type[Model], source: msgspec.Struct, /, **values: object) -> Model:
    """A Struct from the fields that `source` has under the same names; `values` come instead of them, or beside them.

    A field that the source leaves unset gets its default.
    """
    names = set(model.__struct_fields__).intersection(source.__struct_fields__) - values.keys()
    taken = {name: value for name in names if (value := getattr(source, name)) is not UNSET}
    return model(**taken, **values)


def required_text(text: str, at: str) -> str:
    """The text without surrounding blanks. Raises BadRequest when it is empty; `at` is its place in the request."""
    if not text.strip():
        raise BadRequest("must not be empty", at=at, code="empty")
    return text.strip()


def _with_plain_errors(parse: Callable[[], T]) -> T:
    try:
        return parse()
    except msgspec.ValidationError as problem:
        message, _, path = str(problem).partition(" - at `$")
        raise validation_error(message, dotted_path(path.rstrip("`"))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest("is not valid JSON", at="request") from None


@cache
def _float_properties(model: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(model) if float in _parts(field.type))


def _parts(annotation: object) -> Iterator[object]:
    """A type, and the types that it is made of."""
    yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def dotted_path(path: str) -> str:
    """`[0].title` as the contract writes it: `0.title`."""
    return re.sub(r"\[(.+?)\]", r".\1", path).lstrip(".")


def validation_error(message: str, path: str) -> BadRequest:
    """The error for a message of msgspec about a field, in the words of the contract. (contract §1.1)"""
    if missing := re.fullmatch(r"Object missing required field `(.+)`", message):
        return BadRequest("is required", at=".".join(filter(None, (path, missing[1]))), code="required")
    if limit := re.match(r"Expected `(str|array)` of length <= (\d+)", message):
        most = int(limit[2])
        if limit[1] == "str":
            return BadRequest(f"must have at most {most} characters", at=path or "request", code="too_long", limit=most)
        return BadRequest(f"must have at most {most} entries", at=path or "request", code="too_many", limit=most)
    words = next((words for complaint, words in WORDING.items() if complaint in message), message)
    extra = {"code": CODES[words]} if words in CODES else {}
    return BadRequest(words, at=path or "request", **extra)
