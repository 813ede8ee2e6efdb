"""The households of `python -m benchmarks worst_requests` are within every limit: a display key could make them."""

import pytest

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.categories.rules import MAX_KEYWORDS
from appliance.calendar.event_limits import queries, rules
from appliance.calendar.event_limits.actions import check_room
from appliance.calendar.events import queries as events
from appliance.kernel.database.database import Database
from benchmarks.worst_household import Fill, costly_rules, crafted_titles, daily_series, long_texts


@pytest.mark.parametrize("fill", [crafted_titles, long_texts, costly_rules, daily_series])
def test_its_calendars_are_full_and_not_over_a_limit(database: Database, fill: Fill) -> None:
    database.write_now(fill)

    db = database.read
    for calendar in calendars.calendars(db):
        used = queries.usage(db, calendar.id)
        assert used.events <= rules.MAX_EVENTS
        assert used.bytes <= rules.MAX_BYTES
        assert used.series <= rules.MAX_SERIES
        load = rules.densest_six_weeks(queries.spans(db, calendar.id))
        assert load.instances <= rules.MAX_IN_SIX_WEEKS or used.series
        assert load.bytes <= rules.MAX_BYTES_IN_SIX_WEEKS
        event, _ = events.event(db, db.value("SELECT id FROM events WHERE calendar_id = ? LIMIT 1", calendar.id))
        check_room(db, calendar, event, event)
    assert queries.household_bytes(db) <= rules.MAX_HOUSEHOLD_BYTES
    keywords = db.value("SELECT coalesce(sum(json_array_length(keywords)), 0) FROM categories")
    assert keywords <= MAX_KEYWORDS
