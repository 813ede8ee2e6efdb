"""A month of events in ten calendars, four of them synced and annotated, beside the same month in one."""

from datetime import UTC, datetime, timedelta

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.calendars.models import Calendar, Kind
from appliance.calendar.events import queries as events
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.people import actions as people
from appliance.people.models import NewMember
from benchmarks.harness import household
from benchmarks.report import Row, report
from benchmarks.server import serving

MONTH = "/api/events?from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z"
A_MONTH_HOLDS = 170
ALL = 20_000
MANY, SYNCED = 10, 4


def main() -> None:
    """Print ratios to the empty route, and of ten calendars to one."""
    with household() as (application, key), household() as (other, other_key):
        application.database.write_now(_fill, MANY)
        other.database.write_now(_fill, 1)
        with serving(application.settings.data_dir, key) as server:
            unit = server.cpu("/empty", 1500)
            many = server.cpu(MONTH, 60)
        with serving(other.settings.data_dir, other_key) as server:
            one = server.cpu(MONTH, 60) / server.cpu("/empty", 1500) * unit
    rows = [
        Row(what=f"month of {A_MONTH_HOLDS} events among {ALL:,} in {MANY} calendars", value=many / unit, budget=40),
        Row(what="the same beside one calendar", value=many / one),
    ]
    report("CPU per request, as a multiple of an empty route of the same server", rows)


def _fill(tx: Tx, count: int) -> None:
    """The same events in any number of calendars; those of the first few are a provider's, every fifth annotated."""
    person = people.add(tx, NewMember(name="Ana", color="#c8553d"))
    for number in range(count):
        kind: Kind = "google" if number < min(SYNCED, count - 1) else "local"
        calendars.put(
            tx,
            Calendar(
                id=f"c{number}",
                kind=kind,
                account_id=None,
                remote_id=None,
                name=f"Calendar {number}",
                color=None,
                member_id=None,
                member_ids=(),
                category_id=None,
                writable=True,
                enabled=True,
                last_synced_at=None,
                last_error=None,
                needs_reconnect=False,
            ),
        )
    month = datetime(2026, 11, 1, 8, tzinfo=UTC)
    rows = []
    for number in range(ALL):
        inside = number < A_MONTH_HOLDS
        start = month + timedelta(hours=4 * number) if inside else month - timedelta(hours=3 * number)
        key = f"x{number}" if number % count < min(SYNCED, count - 1) else None
        rows.append(
            StoredEvent(
                id=f"e{number}",
                calendar_id=f"c{number % count}",
                external_id=key,
                series_id=None,
                title=f"Event {number}",
                start=instant(start),
                end=instant(start + timedelta(hours=1)),
                all_day=False,
                location=None,
                description=None,
                rrule=None,
                category_id=None,
                reminders=None,
                travel_minutes=None,
                remind_before_leave=False,
            )
        )
        if key and number % 5 == 0:
            events.annotate_members(tx, f"c{number % count}", "occurrence", key, [person.id])
    occurrences.put(tx, rows)
