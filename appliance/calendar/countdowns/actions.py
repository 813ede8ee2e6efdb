"""Read the countdowns of the household."""

from datetime import date

from appliance.calendar.categories import queries as category_queries
from appliance.calendar.countdowns import queries, rules
from appliance.calendar.countdowns.models import Countdown
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import resolution_context
from appliance.calendar.events.models import Event, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost

MAX_READ = 500


@consistent_read
@cost.limited()
def upcoming_countdowns(db: Reader, today: date) -> list[Countdown]:
    """The marked events from today on, and the next occurrence of each marked series, the nearest first.

    An event that started before today is over as a countdown. Calendars that are switched off are left out.
    """
    context = resolution_context(db)
    emoji = {category.id: category.emoji for category in category_queries.categories(db)}
    shown = [calendar.id for calendar in context.calendars.values() if calendar.enabled]
    ranges, found = rules.ranges(today, db.zone), []
    for annotated in queries.marked(db, ranges[0][0], shown, MAX_READ):
        event = event_rules.resolved(annotated, context)
        if following := _next(db, event, annotated[0], today):
            counted = rules.countdown(following, emoji.get(event.category_id or ""), today, db.zone)
            found.append((rules.series_of(*annotated), counted))
    return rules.nearest(found)


def _next(db: Reader, event: Event, stored: StoredEvent, today: date) -> Event | None:
    """The event, or the next occurrence of a local series, that starts from today on."""
    if event.rrule is None:
        return event if rules.start_date(event, db.zone) >= today else None
    try:
        for begin, end in rules.ranges(today, db.zone):
            for instance in event_rules.instances(event, occurrences.times(db, stored, begin, end)):
                if rules.start_date(instance, db.zone) >= today:
                    return instance
    except BadRequest:
        # A rule that cannot be followed has no countdown.
        pass
    return None
