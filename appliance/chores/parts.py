"""Chores that are done several times a day: the parts of the day, and the slots of their completions."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import UnsetType

from appliance.chores.timing import DAY_PARTS, DayPart
from appliance.household.models import Settings
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import Maybe


def in_order(parts: Iterable[str]) -> list[DayPart]:
    """The parts that are known, in the order of the day, each once."""
    wanted = set(parts)
    return [part for part in DAY_PARTS if part in wanted]


def slot_with(copy: str, part: DayPart | None) -> str:
    """The slot of a part of the day; `copy` is the member whose copy it is, or empty."""
    return f"{copy}/{part}" if copy and part else part or copy


def slots_of(copy: str) -> list[str]:
    """Every slot that completions of a copy may have."""
    return [copy, *(slot_with(copy, part) for part in DAY_PARTS)]


def split(slot: str, parts: Sequence[DayPart]) -> tuple[str, DayPart | None]:
    """The copy and the part of a slot, of a chore with these parts."""
    copy, _, last = slot.rpartition("/")
    part = next((part for part in parts if part == last), None)
    return (copy, part) if part else (slot, None)


def is_of_copy(slot: str, copy: str) -> bool:
    """Whether a slot is that of a copy, or of a part of it. Every slot is of the chore as a whole."""
    return not copy or slot in slots_of(copy)


def member_of(slot: str) -> str:
    """The member whose copy it is, of a slot of whatever chore; empty where there is none."""
    return split(slot, DAY_PARTS)[0]


def chosen(
    parts: Sequence[DayPart], asked: Maybe[DayPart], settings: Settings, now: datetime, *, is_today: bool
) -> DayPart | None:
    """The part that a request is about; None for a chore without several. Raises BadRequest for one that it has not.

    A request that names none means the part that has begun last, and of another day than today the first. `now` is in
    the household's zone.
    """
    if not parts:
        return None
    if not isinstance(asked, UnsetType):
        if asked not in parts:
            raise BadRequest("is not one of the chore's parts", at="dayPart")
        return asked
    if not is_today:
        return parts[0]
    begun = [part for part in parts if _has_begun(part, settings, now)]
    return begun[-1] if begun else parts[0]


def chosen_or_all(parts: Sequence[DayPart], asked: DayPart | None) -> DayPart | None:
    """As `chosen` for a request that undoes: without a part it is about all of them."""
    if not parts or asked is None:
        return None
    if asked not in parts:
        raise BadRequest("is not one of the chore's parts", at="dayPart")
    return asked


def _has_begun(part: DayPart, settings: Settings, now: datetime) -> bool:
    """Before the hour at which the day starts, the day before goes on, of which every part has begun."""
    begins = {"morning": "00:00", "afternoon": settings.afternoon_from, "evening": settings.evening_from}[part]
    return now.hour < settings.day_starts_at or begins <= f"{now:%H:%M}"
