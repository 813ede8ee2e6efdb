"""The densest six weeks of a calendar, compared with counting every window of six weeks."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.calendar.event_limits.models import Load, Span
from appliance.calendar.event_limits.rules import SIX_WEEKS, densest_six_weeks

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)

minutes = st.one_of(st.integers(0, 200).map(lambda day: day * 1440), st.integers(0, 200 * 1440))
lengths = st.one_of(st.integers(0, 80).map(lambda day: day * 1440), st.integers(0, 5000))
events = st.lists(st.tuples(minutes, lengths, st.integers(0, 500)), max_size=40)


def instant(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


@settings(deadline=None)
@given(events)
def test_it_is_that_of_the_fullest_window(found: list[tuple[int, int, int]]) -> None:
    times = [
        (BEGIN + timedelta(minutes=at), BEGIN + timedelta(minutes=at + length), size) for at, length, size in found
    ]
    loads = []
    for begin, _, _ in times:
        after = begin.replace(hour=0, minute=0) + DAY
        within = [size for start, end, size in times if start < after and end > after - DAY - SIX_WEEKS]
        loads.append((len(within), sum(within)))
    expected = Load(
        instances=max((count for count, _ in loads), default=0), bytes=max((size for _, size in loads), default=0)
    )
    spans = [Span(start=instant(start), end=instant(end), bytes=size) for start, end, size in times]
    assert expected == densest_six_weeks(spans)
