"""The family's day, read from all domains."""

from collections.abc import Sequence, Set
from functools import partial
from typing import TypeVar

from appliance.board import progress, rules
from appliance.board.layouts import queries as layouts
from appliance.board.models import Board, BoardList, BoardNote, LeftOut, ListsPart
from appliance.board.week import actions as week
from appliance.chores.rules import OF_DATES, OF_TICKS
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.derived_values import DerivedValues, Update
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.recurrence import cost
from appliance.kernel.schema import made
from appliance.lists import queries as list_queries
from appliance.meals import actions as meals
from appliance.notes import queries as note_queries
from appliance.people import queries as people_queries
from appliance.snapshot import rules as snapshot_rules
from appliance.weather import actions as weather

# Topics of changes that leave these parts of the board as they are.
_NEITHER: Set[str | None] = {"chore.step.changed", "display.paired", *OF_DATES, *OF_TICKS}
NOT_OF_NOTES = _NEITHER | {"calendar.synced", "category.changed", "settings.changed"} | rules.OF_POINTS
NOT_OF_LISTS = NOT_OF_NOTES | {"calendar.changed", "events.changed"}
T = TypeVar("T")


@consistent_read
@cost.limited()
def board(db: Reader, parts: DerivedValues, key_id: str | None = None) -> Board:
    """The family's day, for the screen with this key. `parts` keeps what was read before, while no change concerns it.

    Nothing in it depends on the time of day but the weather's current hour: what is on now and next is for the client
    to say.
    """
    today = db.household_day
    day = (today, db.today, str(db.zone))
    calendar = parts.get(db, "calendar", day, week.week, week.updated)
    chores = parts.get(db, "chores", day, partial(progress.progress, kept=parts), progress.updated)
    lists_part = parts.get(db, "lists", day, _lists_part, _unless(NOT_OF_LISTS))
    written, all_written = parts.get(db, "notes", day, _notes, _unless(NOT_OF_NOTES))
    return Board(
        date=today,
        last_day=today + rules.DAYS_AHEAD,
        weather=rules.weather(weather.weather(db), db.today),
        members=chores.members,
        events=calendar.events,
        coming=calendar.coming,
        birthdays=calendar.birthdays,
        countdowns=calendar.countdowns,
        chores=chores.chores,
        goals=chores.goals,
        family_goal=chores.family_goal,
        items=lists_part.items,
        shopping=lists_part.shopping,
        lists=lists_part.lists,
        notes=written,
        meals=meals.between(db, today, today),
        layouts=layouts.layouts(db, key_id),
        left_out=LeftOut(
            events=calendar.more_events,
            coming=calendar.more_coming,
            chores=chores.more_chores,
            items=lists_part.more_items,
            lists=lists_part.more_lists,
            notes=all_written - len(written),
        ),
    )


def _unless(topics: Set[str | None]) -> Update[T]:
    """An update of a value that changes of these topics leave as it is, and those of members who still exist."""

    def keep(db: Reader, value: T, changes: Sequence[Change]) -> T | None:
        concern = [change for change in changes if change.topic not in topics]
        if any(change.topic != "member.changed" for change in concern):
            return None
        members = {person.id for person in people_queries.people(db)} if concern else set()
        return value if all(change.data.get("id") in members for change in concern) else None

    return keep


def _lists_part(db: Reader) -> ListsPart:
    today, known = db.household_day, list_queries.lists(db, False)
    pinned = [stored for stored in known if stored.pinned]
    shown = pinned[: rules.MAX_LISTS]
    titles = list_queries.first_open_titles(db, [stored.id for stored in shown], rules.MAX_LIST_ITEMS)
    due = list_queries.items_due_through(db, today, rules.MAX_ITEMS)
    return ListsPart(
        items=rules.items(due, today),
        shopping=rules.shopping(known),
        lists=[made(BoardList, stored, items=titles.get(stored.id, [])) for stored in shown],
        more_items=list_queries.count_due_through(db, today) - len(due),
        more_lists=len(pinned) - len(shown),
    )


def _notes(db: Reader) -> tuple[list[BoardNote], int]:
    """The newest notes of today, and how many there are."""
    midnight, _ = snapshot_rules.midnights(db.household_day, db.household_day, db.zone)
    newest = note_queries.written_since(db, midnight, rules.MAX_NOTES)
    count = note_queries.count_since(db, midnight)
    return [rules.note(note) for note in newest], count if len(newest) == rules.MAX_NOTES else len(newest)
