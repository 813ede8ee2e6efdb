"""What lists may hold, the order of their items, and how an item and its steps tick each other."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TypeVar

from msgspec.structs import replace

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import patched
from appliance.kernel.text.emoji import is_emoji
from appliance.kernel.text.matching import sort_key
from appliance.lists.models import MOST_STEPS, Group, GroupBy, GroupKind, GroupName, Item, Kind, NewItem, SortBy, Step

ItemLike = TypeVar("ItemLike", bound=Item)
RANKS = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
NEVER = "9999-99-99"


def check_emoji(emoji: str | None) -> None:
    """Raises Invalid unless it is one emoji or nothing. (contract §1.3)"""
    if emoji is not None and not is_emoji(emoji):
        raise BadRequest("must be a single emoji", at="emoji")


def named(text: str, at: str) -> str:
    """A name without the blanks around it. Raises Invalid when nothing is left."""
    if not text.strip():
        raise BadRequest("must not be empty", at=at)
    return text.strip()


def words(text: str | None) -> str | None:
    """An optional text without the blanks around it; a blank one is none."""
    return (text or "").strip() or None


def default_group_by(kind: Kind) -> GroupBy:
    """How a new list is grouped. (contract §15.1)"""
    return "category" if kind == "shopping" else "none"


def memory_of(title: str) -> str:
    """The title as it is compared to remember store and category. (spec: Item rule 1)"""
    return title.strip().casefold()


def checked(request: NewItem, at: str = "") -> NewItem:
    """The wish with its texts trimmed; `at` is where it stands in the body, with a dot. Raises Invalid."""
    return replace(
        request,
        title=named(request.title, f"{at}title"),
        notes=words(request.notes),
        quantity=words(request.quantity),
        store=request.store if not isinstance(request.store, str) else words(request.store),
        category=request.category if not isinstance(request.category, str) else words(request.category),
        steps=[named(title, f"{at}steps.{index}") for index, title in enumerate(request.steps)],
    )


def accepted(requested: dict[str, object]) -> dict[str, object]:
    """What an item patch changes, ready to store, ticks aside. Raises Invalid."""
    for name in ("notes", "quantity", "store", "category"):
        if name in requested:
            requested[name] = words(requested[name])  # type: ignore[arg-type]
    if "title" in requested:
        requested["title"] = named(str(requested["title"]), "title")
    if isinstance(due := requested.get("due_date"), date):
        requested["due_date"] = due.isoformat()
    return {name: value for name, value in requested.items() if name not in ("done", "done_by")}


def numbered(wanted: Iterable[GroupName]) -> list[Group]:
    """The groups with their place among their kind, by kind. Raises Invalid for a group named twice."""
    places: dict[GroupKind, list[str]] = {"category": [], "store": []}
    for index, group in enumerate(wanted):
        name = named(group.name, f"groups.{index}.name")
        if name in places[group.kind]:
            raise BadRequest(f"the {group.kind} {name} is named twice", at=f"groups.{index}")
        places[group.kind].append(name)
    return [Group(kind, name, sort) for kind, names in places.items() for sort, name in enumerate(names)]


def ordered(items: Iterable[Item], sort_by: SortBy, today: date) -> list[Item]:
    """The items in the order of their list. (spec: sortBy; contract §15.5)"""
    return sorted(items, key=KEYS[sort_by](today.isoformat()), reverse=sort_by == "added")


def by_urgency(items: Iterable[ItemLike]) -> list[ItemLike]:
    """Items linked to an event: open first, then priority, then their place. (contract §15.6)"""
    return sorted(items, key=lambda item: (item.done, rank(item), item.sort, item.created_at))


def rank(item: Item) -> int:
    """0 for what comes first; a done item ranks as normal. (spec: "Done items lose their priority boost")"""
    return RANKS["normal" if item.done else item.priority]


def is_overdue(item: Item, today: str) -> bool:
    """True for an open item whose day has passed."""
    return not item.done and item.due_date is not None and item.due_date < today


Key = Callable[[Item], tuple[object, ...]]
KEYS: dict[SortBy, Callable[[str], Key]] = {
    "manual": lambda today: lambda it: (rank(it), not is_overdue(it, today), it.sort, it.created_at),
    "added": lambda today: lambda it: (it.created_at, it.sort),
    "due": lambda today: lambda it: (it.due_date or NEVER, it.sort, it.created_at),
    "priority": lambda today: (
        lambda it: (rank(it), not is_overdue(it, today), it.due_date or NEVER, it.sort, it.created_at)
    ),
    "alpha": lambda today: lambda it: (sort_key(it.title.casefold()), it.sort, it.created_at),
}


def ticked(item: Item, now: str, done_by: str | None) -> Item:
    """The item done, with all its steps. (spec: States, list item and steps)"""
    steps = [_marked(step, True) for step in item.steps]
    return with_steps(replace(item, done=True, done_at=now, done_by=done_by), steps)


def unticked(item: Item) -> Item:
    """The item open again, with all its steps."""
    steps = [_marked(step, False) for step in item.steps]
    return with_steps(replace(item, done=False, done_at=None, done_by=None), steps)


def settled(item: Item, steps: Sequence[Step], now: str) -> Item:
    """The item after its steps changed: done by nobody once all are ticked, open while one is not.

    An item that has lost its last step stays as it is. (contract §15.2)
    """
    item = with_steps(item, steps)
    done = item.steps_done == item.steps_total if steps else item.done
    if done == item.done:
        return item
    return replace(item, done=done, done_at=now if done else None, done_by=None)


def with_steps(item: Item, steps: Sequence[Step]) -> Item:
    """The item with these steps, in order, and counted."""
    inside = sorted(steps, key=lambda step: step.sort)
    return replace(item, steps=inside, steps_done=sum(step.done for step in inside), steps_total=len(inside))


def check_room(steps: Sequence[Step]) -> None:
    """Raises Invalid when an item can take no further step."""
    if len(steps) >= MOST_STEPS:
        raise BadRequest(f"an item has at most {MOST_STEPS} steps", at="title")


def remembering(request: NewItem, memory: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    """Store and category of a new item: those sent, null too, else those remembered. (spec: Item rule 1)"""
    return patched(request.store, memory[0]), patched(request.category, memory[1])


def _marked(step: Step, done: bool) -> Step:
    return replace(step, done=done)
