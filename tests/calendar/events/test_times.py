"""Texts of times, spans, ranges, and the occurrences of a series."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.events import rules as times
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.kernel.errors import BadRequest
from tests.calendar.occurrences.stored import stored_series

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
NINE = "2026-11-23T09:00:00.000Z"


@pytest.mark.parametrize(
    ("start", "end", "all_day", "expected"),
    [
        (NINE, "2026-11-23T10:00:00.000Z", False, (NINE, "2026-11-23T10:00:00.000Z")),
        ("2026-11-23T09:00Z", "2026-11-23T10:00:00Z", False, (NINE, "2026-11-23T10:00:00.000Z")),
        ("2026-11-23T10:00+01:00", "2026-11-23T01:00:00-1100", False, (NINE, "2026-11-23T12:00:00.000Z")),
        ("2026-11-23T09:00:00.0004567Z", "2026-11-23T09:00:00.2Z", False, (NINE, "2026-11-23T09:00:00.200Z")),
        ("2026-11-23", "2026-11-24", True, ("2026-11-23", "2026-11-24")),
        ("2026-11-23", "2026-11-23", True, ("2026-11-23", "2026-11-24")),
        ("2024-02-29", "2024-03-01", True, ("2024-02-29", "2024-03-01")),
    ],
)
def test_times_are_stored_in_one_format(start: str, end: str, all_day: bool, expected: tuple[str, str]) -> None:
    assert expected == times.checked_times(start, end, all_day, None)


@pytest.mark.parametrize(
    ("start", "end", "all_day", "error"),
    [
        ("2026-11-23", "2026-11-24", False, "start: must be an instant"),
        ("2026-11-23T09:00:00Z", "2026-11-24", False, "end: must be an instant"),
        ("2026-11-23T09:00:00", "2026-11-23T10:00:00", False, "start: must be an instant"),
        ("2026-11-23T09:00:00Z", "2026-11-23T10:00:00Z", True, "start: must be YYYY-MM-DD"),
        ("2026-11-23", "24.11.2026", True, "end: must be YYYY-MM-DD"),
        ("20261123", "20261124", True, "start: must be YYYY-MM-DD"),
        ("2026-W47-1", "2026-W47-2", True, "start: must be YYYY-MM-DD"),
        ("0026-11-23", "2026-11-24", True, "start: must be YYYY-MM-DD"),
        ("9999-12-31", "9999-12-31", True, "start: must be YYYY-MM-DD"),
        ("٢٠٢٦-11-23", "2026-11-24", True, "start: must be YYYY-MM-DD"),
        ("2026-02-30", "2026-03-01", True, "start: is not a day or time there is"),
        ("2026-11-23T25:00:00Z", "2026-11-24T10:00:00Z", False, "start: is not a day or time there is"),
        ("2026-11-23T10:00:00Z", "2026-11-23T10:00:00Z", False, "end: must be later than start"),
        ("2026-11-23T10:00:00.0001Z", "2026-11-23T10:00:00.0009Z", False, "end: must be later than start"),
        ("2026-11-23T10:00:00Z", "2026-11-23T10:00:00+01:00", False, "end: must be later than start"),
        ("2026-11-23", "2026-11-22", True, "end: must be later than start"),
        ("", "", True, "start: must be YYYY-MM-DD"),
    ],
)
def test_bad_times_name_the_field(start: str, end: str, all_day: bool, error: str) -> None:
    with pytest.raises(BadRequest) as problem:
        times.checked_times(start, end, all_day, None)

    assert error == problem.value.message[: len(error)]


def test_an_occurrence_of_a_series_lasts_at_most_a_year() -> None:
    assert ("2026-01-01", "2027-01-02") == times.checked_times("2026-01-01", "2027-01-02", True, "FREQ=YEARLY")
    with pytest.raises(BadRequest, match=r"^end: must be at most a year"):
        times.checked_times("2026-01-01", "2027-01-03", True, "FREQ=YEARLY")
    assert ("2026-01-01", "2046-01-01") == times.checked_times("2026-01-01", "2046-01-01", True, None)


@pytest.mark.parametrize("rrule", ["", "FREQ=HOURLY", "FREQ=", "WEEKLY", "INTERVAL=2", "FREQ=WEEKLY;BYDAY=XX"])
def test_an_invalid_rule_is_a_bad_request(rrule: str) -> None:
    with pytest.raises(BadRequest, match=r"^invalid rrule$"):
        times.check_rrule(rrule)


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        ("2026-11-01", "2026-12-01", ("2026-11-01T00:00:00+00:00", "2026-12-01T00:00:00+00:00")),
        ("2026-11-01T00:00+01:00", "2026-12-01T00:00Z", ("2026-10-31T23:00:00+00:00", "2026-12-01T00:00:00+00:00")),
        ("2026-11-01T00:00:00 01:00", "2026-12-01T00:00", ("2026-10-31T23:00:00+00:00", "2026-12-01T00:00:00+00:00")),
        ("1950-01-01", "2149-12-31", ("1950-01-01T00:00:00+00:00", "2149-12-31T00:00:00+00:00")),
    ],
)
def test_a_range_has_many_notations(begin: str, end: str, expected: tuple[str, str]) -> None:
    assert expected == tuple(moment.isoformat() for moment in times.requested_range(begin, end))


@pytest.mark.parametrize(
    ("begin", "end", "error"),
    [
        ("yesterday", "2026-12-01", "from: must be a date or an instant"),
        ("2026-11-01", "", "to: must be a date or an instant"),
        ("2026-13-01", "2026-12-01", "from: is not a day or time there is"),
        ("2026-11-01", "2026-11-01", "to: must be later than from"),
        ("2026-11-02", "2026-11-01", "to: must be later than from"),
        ("1000-01-01", "8999-12-31", "to: must be at most 200 years after from"),
        ("1000-01-01T00:00:00+14:00", "1000-01-01T00:00:00-14:00", None),
        ("8999-12-31T23:59:59-23:59", "8999-12-31T23:59:59-23:59", "to: must be later than from"),
    ],
)
def test_a_bad_range_is_a_bad_request_that_names_the_field(begin: str, end: str, error: str | None) -> None:
    try:
        times.requested_range(begin, end)
        found = None
    except BadRequest as problem:
        found = problem.message[: len(error or "")]

    assert error == found


@pytest.mark.parametrize(
    ("start", "end", "all_day", "expected"),
    [
        ("2026-11-23", "2026-11-24", True, ("2026-11-23T00:00:00.000Z", "2026-11-24T00:00:00.000Z", False)),
        ("2026-11-23", "2026-11-23", True, ("2026-11-23T00:00:00.000Z", "2026-11-24T00:00:00.000Z", False)),
        ("2026-01-01", "2026-02-10", True, ("2026-01-01T00:00:00.000Z", "2026-02-10T00:00:00.000Z", False)),
        ("2026-01-01", "2026-02-11", True, ("2026-01-01T00:00:00.000Z", "2026-02-11T00:00:00.000Z", True)),
        ("2026-11-23T09:00:00.000Z", "2026-11-23T09:00:00.000Z", False, ("2026-11-23T09:00:00.000Z",) * 2 + (False,)),
        (
            "2026-01-01T00:00:00.000Z",
            "2026-02-10T00:00:00.001Z",
            False,
            ("2026-01-01T00:00:00.000Z", "2026-02-10T00:00:00.001Z", True),
        ),
    ],
)
def test_a_span_is_in_instants(start: str, end: str, all_day: bool, expected: tuple[str, str, bool]) -> None:
    assert expected == times.span(start, end, all_day)


def test_a_timed_series_keeps_its_local_time_when_the_clocks_change() -> None:
    series = stored_series("FREQ=WEEKLY", "2026-10-19T05:00:00.000Z", "2026-10-19T06:30:00.000Z")

    berlin = occurrence_times(series, BERLIN, _utc(2026, 10, 19), _utc(2026, 11, 3))
    new_york = occurrence_times(series, NEW_YORK, _utc(2026, 10, 19), _utc(2026, 11, 3))

    assert ("2026-10-19T05", "2026-10-26T06", "2026-11-02T06") == tuple(start[:13] for start, _ in berlin)
    assert ("2026-10-19T05", "2026-10-26T05", "2026-11-02T06") == tuple(start[:13] for start, _ in new_york)
    assert ("2026-10-26T06:00:00.000Z", "2026-10-26T07:30:00.000Z") == berlin[1]


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        ((2026, 11, 23), (2026, 11, 24), ["2026-11-23"]),
        ((2026, 11, 24), (2026, 11, 25), ["2026-11-23"]),
        ((2026, 11, 24, 23, 59), (2026, 11, 25), ["2026-11-23"]),
        ((2026, 11, 25), (2026, 11, 30), []),
        ((2026, 11, 25), (2026, 11, 30, 0, 1), ["2026-11-30"]),
        ((2026, 11, 1), (2026, 11, 23), []),
        ((2020, 1, 1), (2027, 1, 1), ["2026-11-23", "2026-11-30"]),
    ],
)
def test_an_all_day_series_overlaps_as_utc_midnights(
    begin: tuple[int, ...], end: tuple[int, ...], expected: list[str]
) -> None:
    weekend = stored_series("FREQ=WEEKLY;COUNT=2", "2026-11-23", "2026-11-25", all_day=True)

    assert expected == [start for start, _ in occurrence_times(weekend, BERLIN, _utc(*begin), _utc(*end))]


def test_a_zero_length_all_day_series_lasts_one_day() -> None:
    birthday = stored_series("FREQ=YEARLY", "1986-03-14", "1986-03-14", all_day=True)

    found = occurrence_times(birthday, BERLIN, _utc(2026, 3, 14, 12), _utc(2026, 3, 15))

    assert [("2026-03-14", "2026-03-15")] == found


def _utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)
