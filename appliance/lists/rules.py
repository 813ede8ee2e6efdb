"""What lists may contain, the order of their items, and how an item and its steps tick each other."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TypeVar

from msgspec.structs import replace

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import patched, required_text
from appliance.kernel.text.matching import sort_key
from appliance.lists.models import MAX_STEPS, Group, GroupBy, GroupKind, GroupName, Item, Kind, NewItem, SortBy, Step

ItemLike = TypeVar("ItemLike", bound=Item)
RANKS = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
NEVER = "9999-99-99"


def optional_text(text: str | None) -> str | None:
    """The text without surrounding blanks; None when it is empty."""
    return (text or "").strip() or None


def default_group_by(kind: Kind) -> GroupBy:
    """How a new list is grouped. (contract §15.1)"""
    return "category" if kind == "shopping" else "none"


def memory_of(title: str) -> str:
    """The title in the form in which titles are compared to remember store and category. (contract: Item 1)"""
    return title.strip().casefold()


def trimmed(request: NewItem, at: str = "") -> NewItem:
    """The request with trimmed texts. `at` is its path in the body, with a dot at the end. Raises BadRequest."""
    return replace(
        request,
        title=required_text(request.title, f"{at}title"),
        notes=optional_text(request.notes),
        quantity=optional_text(request.quantity),
        store=request.store if not isinstance(request.store, str) else optional_text(request.store),
        category=request.category if not isinstance(request.category, str) else optional_text(request.category),
        steps=[required_text(title, f"{at}steps.{index}") for index, title in enumerate(request.steps)],
    )


def item_changes(requested: dict[str, object]) -> dict[str, object]:
    """The changes of an item patch, ready to store, without ticks. Raises BadRequest."""
    for name in ("notes", "quantity", "store", "category"):
        if name in requested:
            requested[name] = optional_text(requested[name])  # type: ignore[arg-type]
    if "title" in requested:
        requested["title"] = required_text(str(requested["title"]), "title")
    if isinstance(due := requested.get("due_date"), date):
        requested["due_date"] = due.isoformat()
    return {name: value for name, value in requested.items() if name not in ("done", "done_by", "taken")}


def with_places(requested: Iterable[GroupName]) -> list[Group]:
    """The groups with their place among their kind, by kind. Raises BadRequest for a group named twice."""
    places: dict[GroupKind, list[str]] = {"category": [], "store": []}
    for index, group in enumerate(requested):
        name = required_text(group.name, f"groups.{index}.name")
        if name in places[group.kind]:
            raise BadRequest(
                f"the {group.kind} {name} is named twice", at=f"groups.{index}", code="named_twice", name=name
            )
        places[group.kind].append(name)
    return [Group(kind=kind, name=name, sort=sort) for kind, names in places.items() for sort, name in enumerate(names)]


def ordered(items: Iterable[Item], sort_by: SortBy, today: date) -> list[Item]:
    """The items in the order of their list. (contract §15.5)"""
    return sorted(items, key=KEYS[sort_by](today.isoformat()), reverse=sort_by == "added")


def by_urgency(items: Iterable[ItemLike]) -> list[ItemLike]:
    """Items linked to an event: open first, then priority, then their place. (contract §15.6)"""
    return sorted(items, key=lambda item: (item.done, rank(item), item.sort, item.created_at))


def rank(item: Item) -> int:
    """0 sorts first; a done item ranks as normal. (contract §15.5)"""
    return RANKS["normal" if item.done else item.priority]


def is_overdue(item: Item, today: str) -> bool:
    """True for an open item whose due date has passed."""
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


def with_tick(item: Item, now: str, done_by: str | None, done_with: str | None = None) -> Item:
    """The item and all its steps ticked. (contract: States, list item and steps)

    `done_with` is the name of the key that was used.
    """
    steps = [_marked(step, True) for step in item.steps]
    return with_steps(replace(item, done=True, done_at=now, done_by=done_by, done_with=done_with), steps)


def without_tick(item: Item) -> Item:
    """The item and all its steps unticked."""
    steps = [_marked(step, False) for step in item.steps]
    return with_steps(replace(item, done=False, done_at=None, done_by=None, done_with=None, opens_on=None), steps)


def after_step_change(item: Item, steps: Sequence[Step], now: str, done_with: str | None = None) -> Item:
    """The item after its steps changed: done (by nobody) when all are ticked, else open.

    An item without steps keeps its state. (contract §15.2)
    """
    item = with_steps(item, steps)
    done = item.steps_done == item.steps_total if steps else item.done
    if done == item.done:
        return item
    return replace(item, done=done, done_at=now if done else None, done_by=None, done_with=done_with if done else None)


def with_steps(item: Item, steps: Sequence[Step]) -> Item:
    """The item with these steps, sorted and counted."""
    inside = sorted(steps, key=lambda step: step.sort)
    return replace(item, steps=inside, steps_done=sum(step.done for step in inside), steps_total=len(inside))


def check_step_count(steps: Sequence[Step]) -> None:
    """Raises BadRequest when an item can have no further step."""
    if len(steps) >= MAX_STEPS:
        raise BadRequest(f"an item has at most {MAX_STEPS} steps", at="title", code="limit_reached", limit=MAX_STEPS)


def store_and_category(request: NewItem, remembered: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    """Store and category of a new item: what was sent (also null), else what is remembered. (contract: Item 1)"""
    return patched(request.store, remembered[0]), patched(request.category, remembered[1])


def _marked(step: Step, done: bool) -> Step:
    return replace(step, done=done)
