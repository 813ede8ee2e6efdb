"""What an import takes from a file, and as what: rows ready to store. (contract §31)

Rows that belong to nothing in the file are left out. A value that no household could have written is an error that
names its place in the file.
"""

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from datetime import UTC, date, datetime

import msgspec

from appliance.calendar.categories.models import Category
from appliance.calendar.categories.rules import kept_keywords
from appliance.household import rules as household_rules
from appliance.household.models import Settings, SettingsPatch
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, sent_fields
from appliance.kernel.text.emoji import check_emoji
from appliance.people import rules as people_rules
from appliance.people.models import Person
from appliance.transfer.imports.file import Counts, Import, Skipped
from appliance.transfer.imports.models import ImportedCategory, ImportedMember, ImportedSettings

APPROVED = "approved"
PENDING = "pending"


class KnownIds(msgspec.Struct, frozen=True, kw_only=True):
    """Ids that rows of a file may refer to.

    `members` and `categories` are those of the file and of the household, `calendars` and `lists` those of the file,
    `local_calendars` the calendars of the file that hold events of their own here.
    """

    members: AbstractSet[str]
    categories: AbstractSet[str]
    calendars: AbstractSet[str]
    local_calendars: AbstractSet[str]
    lists: AbstractSet[str]


def settings(imported: ImportedSettings) -> dict[str, object]:
    """The settings in a file by Python name, ready to store. Raises BadRequest."""
    values = sent_fields(imported)
    values.pop("theme", None)
    if values.get("timezone", "") is None:
        del values["timezone"]
    with error_at("settings"):
        return household_rules.accepted(SettingsPatch(**values))  # type: ignore[arg-type]


def person(imported: ImportedMember, at: str, today: date) -> Person:
    """A member as stored. Raises BadRequest."""
    avatar, birthday = imported.avatar or None, imported.birthday or None
    with error_at(at):
        people_rules.check_avatar(avatar)
        people_rules.check_birthday(birthday, today)
    return made(Person, imported, avatar=avatar, birthday=birthday)


def category(imported: ImportedCategory, at: str, now: datetime) -> Category:
    """A category as stored. Raises BadRequest."""
    return made(
        Category,
        imported,
        emoji=emoji(imported.emoji, at),
        keywords=kept_keywords(imported.keywords),
        created_at=utc_instant(imported.created_at or now),
    )


def has_rows(file: Import) -> bool:
    """Whether a file holds more than settings, and what no import takes."""
    return file.family_goal is not None or any(
        isinstance(rows, tuple) and rows for rows in msgspec.structs.astuple(file)
    )


def counts(file: Import) -> Counts:
    """How many rows a file has."""
    items = [item for each_list in file.lists for item in each_list.items]
    kinds = set(Counts.__struct_fields__) & set(Import.__struct_fields__)
    return Counts(
        **{kind: len(getattr(file, kind)) for kind in kinds},
        list_items=len(items),
        list_item_steps=sum(len(item.steps) for item in items),
    )


def skipped(file: Import) -> Skipped:
    """The rows of a file that no import takes."""
    return Skipped(
        passkeys=len(file.passkeys),
        webhooks=len(file.webhooks),
        archived_chores=sum(chore.archived for chore in file.chores),
        pending_completions=sum(completion.status not in (APPROVED, PENDING) for completion in file.chore_completions),
    )


def difference(total: Counts, part: Counts) -> Counts:
    """`total` less `part`, kind by kind, at least 0."""
    return Counts(**{name: max(0, getattr(total, name) - getattr(part, name)) for name in Counts.__struct_fields__})


def changed_settings(before: Settings, after: Settings) -> list[str]:
    """The settings that differ, by their JSON names."""
    names = zip(Settings.__struct_fields__, Settings.__struct_encode_fields__, strict=True)
    return [json_name for name, json_name in names if getattr(before, name) != getattr(after, name)]


def known_ids(ids: Sequence[str], known: AbstractSet[str]) -> tuple[str, ...]:
    """The ids that are known, each once, in the given order."""
    return tuple(row_id for row_id in dict.fromkeys(ids) if row_id in known)


def known_id(id: str | None, known: AbstractSet[str]) -> str | None:
    """The id if it is known, else None."""
    return id if id in known else None


def whole_points(points: float) -> int:
    """Points as a whole number, halves rounded up. (contract §38, §39)"""
    return math.floor(points + 0.5)


def emoji(text: str | None, at: str) -> str | None:
    """An optional emoji; an empty text is none. Raises BadRequest."""
    check_emoji(text or None, f"{at}.emoji")
    return text or None


def utc_instant(moment: datetime) -> str:
    """The moment as a stored instant; UTC without an offset."""
    try:
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except OverflowError:
        # On the first or last day of the calendar an offset leads out of it.
        return instant(moment.replace(tzinfo=UTC))


@contextmanager
def error_at(place: str, joint: str = ".") -> Iterator[None]:
    """Prefix a BadRequest with the place in the file."""
    try:
        yield
    except BadRequest as error:
        raise BadRequest(f"{place}{joint}{error.message}") from None
