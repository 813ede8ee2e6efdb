"""Read the countdowns of the household."""

from datetime import date

from appliance.calendar.categories import queries as category_queries
from appliance.calendar.countdowns import queries, rules
from appliance.calendar.countdowns.models import Countdown
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import resolution_context
from appliance.calendar.events.models import Event
from appliance.calendar.occurrences.rules import Exclusions, window
from appliance.kernel import recurrence
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.errors import BadRequest

MAX_READ = 500


@consistent_read
@recurrence.limited()
def upcoming_countdowns(db: Reader, today: date) -> list[Countdown]:
    """The marked events from today on, and the next occurrence of each marked series, the nearest first.

    An event that started before today is over as a countdown. Calendars that are switched off are left out.
    """
    context = resolution_context(db)
    emoji = {each.id: each.emoji for each in category_queries.categories(db)}
    shown = [each.id for each in context.calendars.values() if each.enabled]
    ranges, found = rules.ranges(today, db.zone), []
    for annotated in queries.marked(db, ranges[0][0], shown, MAX_READ):
        event = event_rules.resolved(annotated, context)
        if following := _next(db, event, annotated[0].exclusions, today):
            counted = rules.countdown(following, emoji.get(event.category_id or ""), today, db.zone)
            found.append((rules.series_of(*annotated), counted))
    return rules.nearest(found)


def _next(db: Reader, event: Event, exclusions: Exclusions, today: date) -> Event | None:
    """The event, or the next occurrence of a local series, that starts from today on."""
    for begin, end in rules.ranges(today, db.zone) if event.rrule else [(None, None)]:
        try:
            if begin and end:
                instances = event_rules.instances(event, window(db.zone, begin, end), exclusions)
            else:
                instances = [event]
        except (BadRequest, recurrence.TooCostly):
            # A rule that cannot be followed has no countdown.
            return None
        for each in instances:
            if rules.start_date(each, db.zone) >= today:
                return each
    return None
