"""Reads a file to import. What is in no contract is taken where it fits, left out where it does not, and counted.

Other products and later versions use the same keys for rows of other kinds. A file is rejected only for what the
contract describes. (contract §31)
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, get_args

import msgspec

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import ApiModel, convert, decode
from appliance.kernel.text.emoji import is_emoji
from appliance.transfer.imports.chores.models import ImportedChore
from appliance.transfer.imports.file import Import, ReadFile
from appliance.transfer.imports.rules import whole_points

FILE = msgspec.json.Decoder(Import)
KEYS = msgspec.json.Decoder(dict[str, msgspec.Raw])
# Keys that are not in the contract. Each is a list of rows, or with one row itself.
ADDED_KEYS = (
    "eventCountdownOverrides",
    "eventSeriesCountdownOverrides",
    "eventRoutineOverrides",
    "choreStepTicks",
    "choreRejections",
    "choreLetGo",
    "rewards",
    "redemptions",
    "rewardGoals",
    "familyGoal",
    "choreRotations",
    "choreTurns",
    "choreSchedules",
    "choreExceptions",
    "away",
    "shoppingTrips",
    "barcodes",
    "recipes",
    "meals",
    "mealRepeats",
    "mealItems",
    "pantry",
)
CONTRACT_CHORE = (
    *("id", "title", "emoji", "memberId", "points", "rrule"),
    *("dueDate", "dueTime", "active", "sort", "listId"),
)
# Fields that are not in the contract, of rows that are.
ADDED_FIELDS = {
    "members": ("needsApproval",),
    "events": ("countdown", "routine", "exclusions", "detachedFrom", "occurrenceStart"),
    "chores": tuple(name for name in ImportedChore.__struct_encode_fields__ if name not in CONTRACT_CHORE),
    "choreCompletions": ("status", "slot", "withoutPoints"),
    "lists": ("pinned",),
}
NEITHER = {"exportedAt"}
# What the reference product calls it, in keys that both use.
OTHER_NAMES = {"title": "name", "cost": "price"}
WEEKLY = ("week", "weekly", "perWeek")


def read_file(body: bytes) -> ReadFile:
    """Read a file. Raises BadRequest with the place in the file."""
    try:
        parts = KEYS.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        decode(FILE, body)  # names what is wrong
        raise BadRequest("is not valid JSON", at="request") from None
    not_read: Counter[str] = Counter()
    added = {key: _added_rows(key, parts.pop(key), not_read) for key in ADDED_KEYS if key in parts}
    file = _contract(parts, not_read)
    for key in parts.keys() - _types(Import).keys() - NEITHER:
        not_read[key] += len(_rows(_plain(parts[key])))
    values = {name: getattr(file, name) for name in file.__struct_fields__}
    values |= {_names(Import)[key]: value for key, value in added.items() if value is not None}
    return ReadFile(**values, not_read=+not_read)


def _contract(parts: dict[str, msgspec.Raw], not_read: "Counter[str]") -> Import:
    """What the contract describes. Added fields are left out where they do not fit. Raises BadRequest."""
    try:
        return decode(FILE, msgspec.json.encode(parts))
    except BadRequest:
        for key, fields in ADDED_FIELDS.items():
            rows = _plain(parts.get(key, msgspec.Raw(b"[]")))
            (model,) = _structs(_types(Import)[key])
            for row in rows if isinstance(rows, list) else []:
                if isinstance(row, dict):
                    _leave_out(row, model, fields, key, not_read)
            if key in parts:
                parts[key] = msgspec.Raw(msgspec.json.encode(rows))
    return decode(FILE, msgspec.json.encode(parts))


def _added_rows(key: str, part: msgspec.Raw, not_read: "Counter[str]") -> Any:
    """The value of a key that the contract does not have: a tuple of rows, one row, or None for nothing."""
    (model,) = _structs(_types(Import)[key])
    rows = []
    value = _plain(part)
    is_one = key == "familyGoal"
    for row in [value] if is_one and isinstance(value, dict) else _rows(value):
        read = _added_row(key, row, model, not_read) if is_one == isinstance(value, dict) else None
        if read is None:
            not_read[key] += 1
        else:
            rows.append(read)
    return next(iter(rows), None) if is_one else tuple(rows)


def _added_row(key: str, row: object, model: type[ApiModel], not_read: "Counter[str]") -> ApiModel | None:
    """One row, without the fields that do not fit; None when it does not fit at all."""
    if not isinstance(row, dict):
        return None
    if key in ("rewards", "redemptions"):
        row = _as_ours(row, not_read)
    optional = [field.encode_name for field in msgspec.structs.fields(model) if not field.required]
    _leave_out(row, model, optional, key, not_read)
    try:
        read = convert(row, model)
    except BadRequest:
        return None
    first, last = getattr(read, "first_day", None), getattr(read, "last_day", None)
    return None if first and last and last < first else read


def _as_ours(row: dict[str, Any], not_read: "Counter[str]") -> dict[str, Any]:
    """A reward or a redemption of the reference product under our names."""
    row = {OTHER_NAMES.get(name, name) if OTHER_NAMES.get(name) not in row else name: row[name] for name in row}
    price = row.get("price")
    if isinstance(price, float) and abs(price) <= 1e9:
        row["price"] = whole_points(price)
    limit = row.pop("limit", None)
    if limit is not None and row.get("weeklyLimit") is None:
        row["weeklyLimit"] = _weekly_limit(limit)
        not_read["rewards.limit"] += row["weeklyLimit"] is None
    return row


def _weekly_limit(limit: object) -> int | None:
    """How often in a week, of a limit: `2`, `"week"`, `{"count": 2, "per": "week"}`; None for any other."""
    values = list(limit.values()) if isinstance(limit, dict) else [limit]
    numbers = [part for part in values if isinstance(part, int) and not isinstance(part, bool) and 1 <= part <= 1000]
    words = [part for part in values if isinstance(part, str)]
    if len(numbers) + len(words) != len(values) or len(numbers) > 1 or any(word not in WEEKLY for word in words):
        return None
    if isinstance(limit, dict) and not (words and numbers) and limit.keys().isdisjoint(WEEKLY):
        return None
    return numbers[0] if numbers else 1


def _leave_out(
    row: dict[str, Any], model: type[ApiModel], fields: Iterable[str], key: str, not_read: "Counter[str]"
) -> None:
    """Remove the fields that do not fit from a row. A null is not counted."""
    types = _types(model)
    for name in [name for name in fields if name in row]:
        try:
            convert(row[name], types[name])
            fits = name != "emoji" or not row[name] or is_emoji(row[name])
        except BadRequest:
            fits = False
        if not fits:
            not_read[f"{key}.{name}"] += row.pop(name) is not None


def _plain(part: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(part)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest("is not valid JSON", at="request") from None


def _rows(value: Any) -> list[Any]:
    """What a value holds: the entries of a list, nothing for null and an empty object, else the value itself."""
    return value if isinstance(value, list) else [value] if value not in (None, {}) else []


@cache
def _types(model: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each field by its JSON name."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(model)}


def _names(model: type[msgspec.Struct]) -> dict[str, str]:
    return {field.encode_name: field.name for field in msgspec.structs.fields(model)}


def _structs(annotation: Any) -> Iterator[type[ApiModel]]:
    """The Structs that a type names."""
    if isinstance(annotation, type) and issubclass(annotation, ApiModel):
        yield annotation
    for part in get_args(annotation):
        yield from _structs(part)
