"""SQL of exports: whole tables, where nothing else reads them whole."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import asdict

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import Calendar
from appliance.chores.exceptions.models import DateException
from appliance.chores.models import EarlierSchedule
from appliance.chores.overdue.models import LetGo
from appliance.chores.queries import COLUMNS as CHORE
from appliance.chores.queries import COMPLETION
from appliance.chores.routines.models import StepTick
from appliance.chores.turns.models import Rotation, StoredTurn
from appliance.kernel.database.transactions import Reader
from appliance.kernel.encryption import BadKey
from appliance.kernel.schema import made
from appliance.lists import queries as list_queries
from appliance.lists.models import Item, Step
from appliance.notes.models import Note
from appliance.points.models import LedgerEntry
from appliance.rewards.goals import queries as goal_queries
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.stickers.models import Placement
from appliance.transfer.exports.models import (
    CategoryOverride,
    CountdownOverride,
    ExportedCalendar,
    ExportedChore,
    ExportedCompletion,
    ExportedEvent,
    ExportedFamilyGoal,
    ExportedList,
    ExportedRedemption,
    ExportedRejection,
    MemberOverride,
    NamedPasskey,
    RoutineOverride,
    SeriesCategoryOverride,
    SeriesCountdownOverride,
    SeriesMemberOverride,
    TravelOverride,
    UnlockedPack,
)

T = TypeVar("T", bound=msgspec.Struct)


def _all_rows(model: type[T], table: str, order: str) -> Callable[[Reader], list[T]]:
    """A query of a whole table, whose columns have the names of the model's fields."""
    columns = ", ".join(model.__struct_fields__)
    return partial(Reader.all, model=model, sql=f"SELECT {columns} FROM {table} ORDER BY {order}")


# Ticks that were sent back and not ticked again.
rejections = _all_rows(ExportedRejection, "rejections", "chore_id, date, slot")
# How far the turns of each chore are decided.
rotations = _all_rows(Rotation, "chore_rotations", "chore_id")
turns = _all_rows(StoredTurn, "chore_turns", "chore_id, date")
# What was missed and need not be done any more.
let_go = _all_rows(LetGo, "chores_let_go", "chore_id, date, slot")
# When chores were due before they were changed, and their dates that are skipped or moved.
schedules = _all_rows(EarlierSchedule, "chore_schedules", "chore_id, through")
exceptions = _all_rows(DateException, "chore_exceptions", "chore_id, date, slot")
# The done steps of routines that are not completed.
step_ticks = _all_rows(StepTick, "chore_step_ticks", "chore_id, date, slot, step_id")
# The whole ledger, oldest first.
entries = _all_rows(LedgerEntry, "point_entries", "at, rowid")
# The packs that were bought.
unlocked_packs = _all_rows(UnlockedPack, "unlocked_packs", "member_id, pack_id")
# Every scrapbook, back to front.
pages = _all_rows(Placement, "scrapbook", "member_id, z, placed_at, rowid")
# The names of passkeys, oldest first.
passkeys = _all_rows(NamedPasskey, "passkeys", "created_at, rowid")


def all_calendars(db: Reader) -> list[ExportedCalendar]:
    """Every calendar, by name."""
    return [_calendar(db, calendar) for calendar in calendar_queries.calendars(db)]


def local_events(db: Reader) -> list[ExportedEvent]:
    """The events of local calendars, in the order they were created."""
    return db.all(
        ExportedEvent,
        "SELECT events.id, calendar_id, title, starts AS start, ends AS end, all_day, location, description, rrule,"
        " (SELECT json_group_array(member_id ORDER BY position) FROM event_members WHERE event_id = events.id)"
        " AS member_ids, events.category_id, reminders, travel_minutes,"
        " coalesce(remind_before_leave, 0) AS remind_before_leave, countdown, routine,"
        " coalesce(exclusions, '[]') AS exclusions, detached_from, occurrence_start"
        " FROM events JOIN calendars ON calendars.id = calendar_id WHERE kind = 'local' ORDER BY events.rowid",
    )


def member_overrides(db: Reader) -> list[MemberOverride]:
    """The members of synced occurrences."""
    return db.all(MemberOverride, MEMBERS.format(key="external_id"), "occurrence")


def series_member_overrides(db: Reader) -> list[SeriesMemberOverride]:
    """The members of synced series."""
    return db.all(SeriesMemberOverride, MEMBERS.format(key="series_id"), "series")


def category_overrides(db: Reader) -> list[CategoryOverride]:
    """The categories of synced occurrences."""
    return db.all(CategoryOverride, CATEGORIES.format(key="external_id"), "occurrence")


def series_category_overrides(db: Reader) -> list[SeriesCategoryOverride]:
    """The categories of synced series."""
    return db.all(SeriesCategoryOverride, CATEGORIES.format(key="series_id"), "series")


def travel_overrides(db: Reader) -> list[TravelOverride]:
    """Travel times to synced occurrences."""
    return db.all(
        lambda calendar_id, key, minutes, remind: TravelOverride(
            calendar_id=calendar_id, external_id=key, travel_minutes=minutes, remind_before_leave=bool(remind)
        ),
        "SELECT calendar_id, key, travel_minutes, remind_before_leave FROM annotations WHERE scope = 'occurrence'"
        " AND (travel_minutes IS NOT NULL OR remind_before_leave IS NOT NULL) ORDER BY calendar_id, key",
    )


def countdown_overrides(db: Reader) -> list[CountdownOverride]:
    """The countdown marks of synced occurrences."""
    return db.all(CountdownOverride, COUNTDOWNS.format(key="external_id"), "occurrence")


def routine_overrides(db: Reader) -> list[RoutineOverride]:
    """The synced series that are marked as routine."""
    return db.all(
        RoutineOverride,
        "SELECT calendar_id, key AS series_id FROM annotations WHERE scope = 'series' AND routine = 1"
        " ORDER BY calendar_id, key",
    )


def series_countdown_overrides(db: Reader) -> list[SeriesCountdownOverride]:
    """The countdown marks of synced series."""
    return db.all(SeriesCountdownOverride, COUNTDOWNS.format(key="series_id"), "series")


def chores(db: Reader) -> list[ExportedChore]:
    """Every chore in its order."""
    return db.all(ExportedChore, f"SELECT {CHORE}, created_at FROM chores ORDER BY sort, rowid")


def completions(db: Reader) -> list[ExportedCompletion]:
    """Every completion, by chore and date; then the ticks that wait for a parent's yes."""
    waiting = "id, chore_id, date, slot, member_id, completed_at, points AS points_awarded"
    order = "ORDER BY chore_id, date, slot"
    return [
        *db.all(ExportedCompletion, f"SELECT {COMPLETION} FROM chore_completions {order}"),
        *db.all(ExportedCompletion, f"SELECT {waiting}, 'pending' AS status FROM waiting_ticks {order}"),
    ]


def whole_lists(db: Reader) -> list[ExportedList]:
    """Every list in its order, with its items in the family's order."""
    items: dict[str, list[Item]] = defaultdict(list)
    for item in _items(db):
        items[item.list_id].append(item)
    return [
        ExportedList(**asdict(stored), items=items[stored.id], groups=list_queries.groups(db, stored.id))
        for stored in list_queries.lists(db, with_archived=True)
    ]


def notes(db: Reader) -> list[Note]:
    """The notes on list items and local events, oldest first. The id of a synced event may be another one elsewhere."""
    return db.all(
        Note,
        "SELECT id, CASE WHEN list_item_id IS NULL THEN 'event' ELSE 'list_item' END AS target_type,"
        " coalesce(list_item_id, event_id) AS target_id, member_id, body, created_at, updated_at"
        " FROM notes WHERE synced_event_id IS NULL ORDER BY created_at, rowid",
    )


def redemptions(db: Reader) -> list[ExportedRedemption]:
    """Every redemption, oldest first."""
    return [ExportedRedemption(**asdict(redemption)) for redemption in redemption_queries.every(db)]


def family_goal(db: Reader) -> ExportedFamilyGoal | None:
    """The family's goal, or None."""
    goal = goal_queries.family_goal(db)
    return ExportedFamilyGoal(**asdict(goal)) if goal else None


MEMBERS = (
    "SELECT calendar_id, key AS {key}, json_group_array(member_id ORDER BY position) AS member_ids"
    " FROM annotation_members WHERE scope = ? GROUP BY calendar_id, key ORDER BY calendar_id, key"
)
CATEGORIES = (
    "SELECT calendar_id, key AS {key}, category_id FROM annotations WHERE scope = ? AND category_id IS NOT NULL"
    " ORDER BY calendar_id, key"
)

COUNTDOWNS = (
    "SELECT calendar_id, key AS {key}, countdown FROM annotations WHERE scope = ? AND countdown IS NOT NULL"
    " ORDER BY calendar_id, key"
)


def _calendar(db: Reader, calendar: Calendar) -> ExportedCalendar:
    exported = made(ExportedCalendar, calendar)
    if calendar.kind == "ics" and (url := _feed_url(db, calendar.id)):
        exported.url = url
    return exported


def _feed_url(db: Reader, calendar_id: str) -> str | None:
    try:
        return calendar_queries.feed_url(db, calendar_id)
    except BadKey:
        # Encrypted with a lost key. Everything else is exported; this calendar needs its address again.
        return None


def _items(db: Reader) -> list[Item]:
    """Every item. A link to a synced event is kept while the event is missing from its feed; other dead links go."""
    steps: dict[str, list[Step]] = defaultdict(list)
    sql = "SELECT item_id, id, title, done, sort FROM steps ORDER BY sort, rowid"
    for item_id, step_id, title, done, sort in db.rows(sql):
        steps[item_id].append(Step(id=step_id, title=title, done=done == 1, sort=sort))
    items = db.all(
        Item,
        "SELECT id, list_id, title, notes, quantity, store, category, member_id, due_date,"
        " CASE WHEN event_id LIKE 'e\\_%' ESCAPE '\\' OR EXISTS (SELECT 1 FROM events WHERE events.id = items.event_id)"
        " THEN event_id END AS event_id,"
        " priority, done, done_at, done_by, sort, created_at, updated_at,"
        " added_by, added_with, done_with, rrule, after_days, repeat_from, opens_on,"
        " '[]' AS steps, 0 AS steps_done, 0 AS steps_total FROM items ORDER BY sort, created_at, rowid",
    )
    return list_queries.with_steps(items, steps)
