"""What the board shows, and how much of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from msgspec.structs import asdict

from appliance.board.models import (
    BoardChore,
    BoardEvent,
    BoardItem,
    BoardMember,
    BoardNote,
    BoardWeather,
    ChoreProgress,
    ShoppingCount,
)
from appliance.calendar.categories.models import Category
from appliance.calendar.events.models import Event
from appliance.chores.models import ChoreDay
from appliance.kernel.schema import made
from appliance.lists import rules as list_rules
from appliance.lists.models import LinkedItem, List
from appliance.notes.models import TitledNote
from appliance.people.models import Person
from appliance.points.models import PointTotals
from appliance.weather.models import Weather

DAY = timedelta(days=1)
DAYS_AHEAD = timedelta(days=7)
# What a screen can show, with room for eight people. What is beyond is counted.
MAX_EVENTS = 80
MAX_COMING = 30
MAX_COUNTDOWNS = 6
MAX_CHORES = 120
MAX_ITEMS = 30
MAX_LISTS = 6
MAX_LIST_ITEMS = 8
MAX_NOTES = 8
LONGEST_TEXT = 300
# Topics of changes that concern points and what they are for, and nothing else that the board shows.
OF_POINTS = frozenset(
    {
        "goal.changed",
        "points.awarded",
        "points.removed",
        "reward.approved",
        "reward.changed",
        "reward.declined",
        "reward.pooled",
        "reward.redeemed",
        "reward.returned",
        "reward.unpooled",
        "sticker.changed",
    }
)


def event(event: Event, day: date, categories: Mapping[str, Category]) -> BoardEvent:
    """An event as the board answers it, under a date."""
    category = categories.get(event.category_id or "")
    return made(
        BoardEvent,
        event,
        date=day,
        title=event.title[:LONGEST_TEXT],
        location=event.location and event.location[:LONGEST_TEXT],
        category_color=category.color if category else None,
        emoji=category.emoji if category else None,
        leave_at=None if event.declined is True else event.leave_at,
    )


def member(person: Person, chores: Iterable[ChoreDay], points: PointTotals, streak: int) -> BoardMember:
    """A member and the progress of today; `chores` are those of the day, of all members."""
    own = [chore.completed for chore in chores if chore.member_id == person.id and not chore.overdue_since]
    return made(
        BoardMember,
        person,
        chores=ChoreProgress(done=sum(own), total=len(own)),
        **asdict(points),
        streak=streak,
    )


def chore(chore: ChoreDay) -> BoardChore:
    """A chore of today as the board answers it."""
    checklist = chore.checklist
    return made(
        BoardChore,
        chore,
        open_items=checklist.total - checklist.done if checklist and not (chore.completed or chore.pending) else 0,
        steps_done=sum(step.done for step in chore.steps),
        steps_total=len(chore.steps),
    )


def open_first(chores: Iterable[ChoreDay]) -> list[ChoreDay]:
    """The chores in their order, open ones first, so that what is left out is done."""
    return sorted(chores, key=lambda chore: chore.completed or chore.pending)


def items(due: Iterable[LinkedItem], today: date) -> list[BoardItem]:
    """The items that are due, by due date and priority."""
    ordered = sorted(due, key=lambda it: (it.due_date or list_rules.NEVER, list_rules.rank(it), it.sort))
    return [
        made(
            BoardItem,
            item,
            due_date=item.due_date or "",
            overdue=list_rules.is_overdue(item, today.isoformat()),
        )
        for item in ordered
    ]


def shopping(all_lists: Sequence[List]) -> ShoppingCount:
    """The open items of the shopping lists; the list to open is the first with open items."""
    counts = {stored.id: stored.open_count for stored in all_lists if stored.kind == "shopping"}
    list_id = next((list_id for list_id, count in counts.items() if count), next(iter(counts), None))
    return ShoppingCount(open_count=sum(counts.values()), list_id=list_id)


def note(note: TitledNote) -> BoardNote:
    """A note as the board answers it; a long one is cut."""
    return made(BoardNote, note, body=note.body[:LONGEST_TEXT], target_title=note.target_title[:LONGEST_TEXT])


def weather(forecast: Weather | None, today: date) -> BoardWeather | None:
    """The current hour, and the outlook of today and tomorrow."""
    if forecast is None:
        return None
    days = {day.date: day for day in forecast.days}
    return made(BoardWeather, forecast, today=days.get(today), tomorrow=days.get(today + DAY))
