"""Read the board's week, and bring it up to date after changes."""

from collections.abc import Sequence, Set
from datetime import datetime
from zoneinfo import ZoneInfo

from appliance.board import rules as board_rules
from appliance.board.week import rules
from appliance.board.week.rules import Week, WeekContext
from appliance.calendar.categories import queries as category_queries
from appliance.calendar.countdowns import actions as countdowns
from appliance.calendar.countdowns.models import Countdown
from appliance.calendar.events import actions as events
from appliance.calendar.series import actions as series_actions
from appliance.chores.rules import OF_DATES, OF_TICKS
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader
from appliance.people import queries as people_queries
from appliance.snapshot import rules as snapshot_rules

# Topics of changes that leave the week as it is. A change without a topic is not one of events, calendars or people.
UNAFFECTED: Set[str | None] = {
    None,
    "calendar.synced",
    "chore.step.changed",
    "display.paired",
    "list.changed",
    "list.item.changed",
    "settings.changed",
    *OF_DATES,
    *OF_TICKS,
    *board_rules.OF_POINTS,
}


def week(db: Reader) -> Week:
    """Today and the days after it."""
    days, context = rules.Days(db.household_day, db.zone), _context(db)
    listed, incomplete = events.around(db, *_range(db))
    entries = rules.entries(listed, days, context)
    return rules.week(entries, context, days, _countdowns(db), complete=not incomplete)


def updated(db: Reader, week: Week, changes: Sequence[Change]) -> Week | None:
    """The week after changes: the events that were written are read, and nothing else. None when that is not enough."""
    ids: set[str] = set()
    is_context = False
    for change in changes:
        if change.topic in UNAFFECTED or (change.topic == "events.changed" and "eventId" in change.data):
            continue
        if change.topic in ("calendar.changed", "category.changed", "member.changed"):
            is_context = True
        elif change.topic == "events.changed" and change.entries is not None:
            ids.update(change.entries)
        else:
            return None
    if not week.complete or len(week.entries) > rules.MAX_PATCHED:
        return None if ids or is_context else week
    if is_context:
        context = _context(db)
        if not rules.has_same_events(week.context, context):
            return None
        entries = rules.recolored(week.entries, context)
        week = rules.week(entries, context, rules.Days(db.household_day, db.zone), _countdowns(db), complete=True)
    return _with_events(db, week, ids) if ids else week


def _with_events(db: Reader, week: Week, ids: Set[str]) -> Week | None:
    dropped = [entry for entry in week.entries if rules.is_touched(entry, ids)]
    written = series_actions.of_ids(
        db, ids | {entry.event.id for entry in dropped}, *_range(db), week.context.resolution
    )
    if written is None:
        return None
    days = rules.Days(db.household_day, db.zone)
    entries = [
        *(entry for entry in week.entries if not rules.is_touched(entry, ids)),
        *rules.entries(written.instances, days, week.context),
    ]
    is_counted = written.has_countdown or any(countdown.event_id in ids for countdown in week.countdowns)
    shown = _countdowns(db) if is_counted else week.countdowns
    return rules.week(entries, week.context, days, shown, complete=True)


def _context(db: Reader) -> WeekContext:
    known = category_queries.categories(db)
    return WeekContext(
        resolution=events.resolution_context(db),
        categories={category.id: category for category in known},
        birthday_ids=snapshot_rules.birthday_categories(known),
        people=people_queries.people(db),
    )


def _range(db: Reader) -> tuple[datetime, datetime]:
    # All-day events begin and end at the household's midnights, and are stored with those of UTC.
    first, last = db.household_day, db.household_day + board_rules.DAYS_AHEAD
    begin, end = snapshot_rules.midnights(first, last, db.zone)
    utc_begin, utc_end = snapshot_rules.midnights(first, last, ZoneInfo("UTC"))
    return min(begin, utc_begin), max(end, utc_end)


def _countdowns(db: Reader) -> list[Countdown]:
    return countdowns.upcoming_countdowns(db, db.today)[: board_rules.MAX_COUNTDOWNS]
