"""Every SQL statement that reads a slice whole, where nobody but an export wants it whole."""

from collections import defaultdict
from typing import Any, Literal

import msgspec

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.calendars.models import Calendar
from appliance.chores.models import Completion
from appliance.kernel.database.transactions import Reader
from appliance.kernel.encryption import BadKey
from appliance.lists import queries as lists
from appliance.lists.models import Item, List, Step
from appliance.notes.models import Note
from appliance.points.models import Entry
from appliance.stickers.models import Placement
from appliance.transfer.exports.models import (
    CategoryOverride,
    ExportedCalendar,
    ExportedEvent,
    ExportedList,
    MemberOverride,
    NamedPasskey,
    SeriesCategoryOverride,
    SeriesMemberOverride,
    TravelOverride,
    UnlockedPack,
)

Scope = Literal["occurrence", "series"]


def all_calendars(db: Reader) -> list[ExportedCalendar]:
    """Every calendar, by name."""
    return [_calendar(db, each) for each in calendars.calendars(db)]


def local_events(db: Reader) -> list[ExportedEvent]:
    """The events of local calendars, in the order they were made."""
    return db.all(
        _event,
        "SELECT events.id, calendar_id, title, starts, ends, all_day, location, description, rrule,"
        " (SELECT json_group_array(member_id ORDER BY position) FROM event_members WHERE event_id = events.id),"
        " events.category_id, reminders, travel_minutes, remind_before_leave"
        " FROM events JOIN calendars ON calendars.id = calendar_id WHERE kind = 'local' ORDER BY events.rowid",
    )


def member_overrides(db: Reader) -> list[MemberOverride]:
    """Whom synced occurrences are for."""
    return [MemberOverride(*row) for row in _tagged_members(db, "occurrence")]


def series_member_overrides(db: Reader) -> list[SeriesMemberOverride]:
    """Whom synced series are for."""
    return [SeriesMemberOverride(*row) for row in _tagged_members(db, "series")]


def category_overrides(db: Reader) -> list[CategoryOverride]:
    """What synced occurrences are."""
    return db.all(CategoryOverride, CATEGORIES.format(key="external_id"), "occurrence")


def series_category_overrides(db: Reader) -> list[SeriesCategoryOverride]:
    """What synced series are."""
    return db.all(SeriesCategoryOverride, CATEGORIES.format(key="series_id"), "series")


def travel_overrides(db: Reader) -> list[TravelOverride]:
    """How far it is to synced occurrences."""
    return db.all(
        lambda calendar_id, key, minutes, remind: TravelOverride(calendar_id, key, minutes, bool(remind)),
        "SELECT calendar_id, key, travel_minutes, remind_before_leave FROM annotations WHERE scope = 'occurrence'"
        " AND (travel_minutes IS NOT NULL OR remind_before_leave IS NOT NULL) ORDER BY calendar_id, key",
    )


def completions(db: Reader) -> list[Completion]:
    """Every completion, by chore and date."""
    return db.all(
        Completion,
        "SELECT id, chore_id, date, member_id, completed_at, points AS points_awarded FROM chore_completions"
        " ORDER BY chore_id, date",
    )


def whole_lists(db: Reader) -> list[ExportedList]:
    """Every list in its order, with its items in the order the family gave them."""
    items: dict[str, list[Item]] = defaultdict(list)
    for item in _items(db):
        items[item.list_id].append(item)
    return [_list(db, each, items[each.id]) for each in lists.lists(db, with_archived=True)]


def notes(db: Reader) -> list[Note]:
    """The notes on list items and local events, oldest first; what a synced event is called may change elsewhere."""
    return db.all(
        Note,
        "SELECT id, CASE WHEN list_item_id IS NULL THEN 'event' ELSE 'list_item' END AS target_type,"
        " coalesce(list_item_id, event_id) AS target_id, member_id, body, created_at, updated_at"
        " FROM notes WHERE synced_event_id IS NULL ORDER BY created_at, rowid",
    )


def entries(db: Reader) -> list[Entry]:
    """The whole ledger, oldest first."""
    return db.all(Entry, "SELECT id, member_id, amount, reason, ref, at FROM point_entries ORDER BY at, rowid")


def unlocked_packs(db: Reader) -> list[UnlockedPack]:
    """Every pack that was bought."""
    return db.all(
        UnlockedPack, "SELECT member_id, pack_id, unlocked_at FROM unlocked_packs ORDER BY member_id, pack_id"
    )


def pages(db: Reader) -> list[Placement]:
    """Every scrapbook, back to front."""
    return db.all(
        Placement,
        "SELECT id, member_id, sticker, x, y, scale, rotation, z, placed_at FROM scrapbook"
        " ORDER BY member_id, z, placed_at, rowid",
    )


def passkeys(db: Reader) -> list[NamedPasskey]:
    """The names of passkeys, oldest first."""
    return db.all(NamedPasskey, "SELECT name, created_at FROM passkeys ORDER BY created_at, rowid")


CATEGORIES = (
    "SELECT calendar_id, key AS {key}, category_id FROM annotations WHERE scope = ? AND category_id IS NOT NULL"
    " ORDER BY calendar_id, key"
)


def _calendar(db: Reader, calendar: Calendar) -> ExportedCalendar:
    exported = ExportedCalendar(
        calendar.id, calendar.kind, calendar.name, calendar.color, calendar.remote_id, calendar.member_ids,
        calendar.category_id, calendar.enabled,
    )  # fmt: skip
    if calendar.kind == "ics" and (url := _feed_url(db, calendar.id)):
        exported.url = url
    return exported


def _feed_url(db: Reader, calendar_id: str) -> str | None:
    try:
        return calendars.feed_url(db, calendar_id)
    except BadKey:
        # Sealed with a key that is gone. Everything else can still leave; this calendar will ask for its address.
        return None


def _event(*row: Any) -> ExportedEvent:
    *own, all_day, location, description, rrule, members, category_id, reminders, minutes, remind = row
    whole = (
        *own, bool(all_day), location, description, rrule, msgspec.json.decode(members), category_id,
        None if reminders is None else msgspec.json.decode(reminders), minutes, bool(remind),
    )  # fmt: skip
    return ExportedEvent(*whole)


def _tagged_members(db: Reader, scope: Scope) -> list[tuple[str, str, list[str]]]:
    return db.all(
        lambda calendar_id, key, members: (calendar_id, key, msgspec.json.decode(members)),
        "SELECT calendar_id, key, json_group_array(member_id ORDER BY position) FROM annotation_members"
        " WHERE scope = ? GROUP BY calendar_id, key ORDER BY calendar_id, key",
        scope,
    )


def _list(db: Reader, own: List, items: list[Item]) -> ExportedList:
    whole = (*msgspec.structs.astuple(own), items, lists.groups(db, own.id))
    return ExportedList(*whole)


def _items(db: Reader) -> list[Item]:
    """Every item. A synced event that is away will come back under its id, so its link stays; others are gone."""
    steps: dict[str, list[Step]] = defaultdict(list)
    sql = "SELECT item_id, id, title, done, sort FROM steps ORDER BY sort, rowid"
    for item_id, step_id, title, done, sort in db.rows(sql):
        steps[item_id].append(Step(step_id, title, done == 1, sort))
    found = db.rows(
        "SELECT id, list_id, title, notes, quantity, store, category, member_id, due_date,"
        " CASE WHEN event_id LIKE 'e\\_%' ESCAPE '\\' OR EXISTS (SELECT 1 FROM events WHERE events.id = items.event_id)"
        " THEN event_id END,"
        " priority, done, done_at, done_by, sort, created_at, updated_at FROM items ORDER BY sort, created_at, rowid"
    )
    return [_item(row, steps[row[0]]) for row in found]


def _item(row: tuple[Any, ...], steps: list[Step]) -> Item:
    whole = (*row[:11], row[11] == 1, *row[12:], steps, sum(step.done for step in steps), len(steps))
    return Item(*whole)
