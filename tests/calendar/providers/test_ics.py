"""One `.ics` file for each edge case, read by a household in Berlin on 20 November 2026."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import Reading, read
from appliance.calendar.providers.models import Window

FILES = Path(__file__).parent.parent / "ics"
BERLIN = ZoneInfo("Europe/Berlin")
WINDOW = Window.around(datetime(2026, 11, 20, 15, 24, tzinfo=UTC))

# Start, end and title of every occurrence; instants are UTC, without their seconds.
EXPECTED = {
    "all_day_end_before_start": [
        "2026-12-24 2026-12-25 Odd",
    ],
    "all_day_end_is_exclusive": [
        "2026-12-24 2026-12-27 Holiday",
    ],
    "all_day_of_exchange": [
        "2026-12-24 2026-12-26 Trip",
    ],
    "all_day_rule_until_midnight_in_utc": [
        "2026-12-01 2026-12-02 Camp",
        "2026-12-02 2026-12-03 Camp",
        "2026-12-03 2026-12-04 Camp",
    ],
    "all_day_with_duration_in_seconds": [
        "2026-12-25 2026-12-26 Christmas",
    ],
    "all_day_without_end": [
        "2026-12-24 2026-12-25 Holiday",
    ],
    "blanks_before_the_calendar": [
        "2026-12-01 2026-12-02 Indented",
    ],
    "broken_events_among_good_ones": [
        "2026-12-01 2026-12-02 Good",
        "2026-12-02 2026-12-03 Also good",
    ],
    "byte_order_mark": [
        "2026-12-01 2026-12-02 März",
    ],
    "cancelled_event": [
        "2026-12-02 2026-12-03 On",
    ],
    "count_from_long_ago": [
        "2026-10-21 2026-10-22 Counted",
        "2026-10-28 2026-10-29 Counted",
    ],
    "daily_since_1970": [
        "2026-10-22T06:00Z 2026-10-22T06:10Z Old",
        "2026-10-23T06:00Z 2026-10-23T06:10Z Old",
    ],
    "day_ends_at_24": [
        "2026-12-31T19:00Z 2026-12-31T23:00Z Party",
    ],
    "duration_over_summer_time": [
        "2027-03-27T11:00Z 2027-03-28T10:00Z A day by the calendar",
        "2027-03-27T11:00Z 2027-03-28T11:00Z A day by the clock",
    ],
    "empty_calendar": [],
    "end_before_start": [
        "2026-12-01T10:00Z 2026-12-01T10:00Z Backwards",
    ],
    "event_inside_another_component": [
        "2026-12-02 2026-12-03 An event",
        "2026-12-03 2026-12-04 After a task that is never closed",
    ],
    "event_that_is_never_closed": [
        "2026-12-01 2026-12-02 Open",
        "2026-12-02 2026-12-03 Closed",
    ],
    "exdate_as_date_on_a_timed_rule": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Daily",
        "2026-12-03T09:00Z 2026-12-03T09:00Z Daily",
    ],
    "exdate_as_time_on_an_all_day_rule": [
        "2026-12-01 2026-12-02 Daily",
        "2026-12-04 2026-12-05 Daily",
    ],
    "exdate_list_and_other_zone": [
        "2026-12-01T09:00Z 2026-12-01T10:00Z Daily",
        "2026-12-06T09:00Z 2026-12-06T10:00Z Daily",
    ],
    "floating_time": [
        "2026-12-01T09:00Z 2026-12-01T10:00Z Floating",
    ],
    "fold_within_a_letter": [
        "2026-12-01 2026-12-02 Café",
    ],
    "iana_zone": [
        "2026-12-01T15:00Z 2026-12-01T16:00Z New York",
    ],
    "latin_1": [
        "2026-12-01 2026-12-02 Müll",
    ],
    "latin_1_line_in_utf_8": [
        "2026-12-01 2026-12-02 Müll",
        "2026-12-02 2026-12-03 Grün €",
    ],
    "lower_case_names": [
        "2026-12-01 2026-12-02 Small",
    ],
    "mixed_line_ends": [
        "2026-12-01 2026-12-02 Mixed",
    ],
    "negative_duration": [
        "2026-12-01T10:00Z 2026-12-01T10:00Z Negative",
    ],
    "no_end": [
        "2026-12-01T10:00Z 2026-12-01T10:00Z Point",
    ],
    "no_title": [
        "2026-12-01 2026-12-02 (untitled)",
        "2026-12-02 2026-12-03 (untitled)",
    ],
    "no_uid": [
        "2026-12-01 2026-12-02 A",
        "2026-12-02 2026-12-03 B",
    ],
    "one_uid_for_everything": [
        "2026-12-01 2026-12-02 Paper",
        "2026-12-02 2026-12-03 Glass",
        "2026-12-03 2026-12-04 Bio",
    ],
    "outside_the_window": [
        "2026-01-01 2026-10-22 Reaches in",
    ],
    "override_before_its_master": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Lesson",
        "2026-12-02T11:00Z 2026-12-02T11:00Z Moved",
    ],
    "override_cancelled": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Lesson",
        "2026-12-03T09:00Z 2026-12-03T09:00Z Lesson",
    ],
    "override_in_two_versions": [
        "2026-12-01T10:00Z 2026-12-01T10:00Z Lesson",
        "2026-12-02T12:00Z 2026-12-02T12:00Z Newest",
    ],
    "override_left_over_by_a_newer_master": [
        "2026-12-01T09:00Z 2026-12-01T10:00Z Lesson",
        "2026-12-09T09:00Z 2026-12-09T10:00Z Of a week that is left",
        "2026-12-01T18:00Z 2026-12-01T18:00Z Choir",
        "2026-12-15T19:00Z 2026-12-15T19:00Z As new as its master",
    ],
    "override_moves_an_occurrence": [
        "2026-12-01T09:00Z 2026-12-01T10:00Z Lesson",
        "2026-12-03T09:00Z 2026-12-03T10:00Z Lesson",
        "2026-12-09T14:00Z 2026-12-09T15:00Z Lesson, moved",
    ],
    "override_this_and_future": [
        "2027-03-08T17:00Z 2027-03-08T18:00Z Training",
        "2027-03-15T17:00Z 2027-03-15T18:00Z Training",
        "2027-03-30T15:00Z 2027-03-30T16:30Z Training in the hall",
        "2027-04-06T15:00Z 2027-04-06T16:30Z Training in the hall",
        "2027-03-23T16:00Z 2027-03-23T17:30Z Training in the hall",
    ],
    "override_this_and_future_cancelled": [
        "2026-12-01 2026-12-02 Training",
        "2026-12-08 2026-12-09 Training",
    ],
    "override_with_a_date": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Lesson",
        "2026-12-02T11:00Z 2026-12-02T11:00Z Moved",
    ],
    "override_without_a_master": [
        "2026-12-02T12:00Z 2026-12-02T13:00Z Alone",
    ],
    "rdate_with_periods": [
        "2026-12-01T09:00Z 2026-12-01T10:00Z Extra",
        "2026-12-05T09:00Z 2026-12-05T12:00Z Extra",
        "2026-12-06T09:00Z 2026-12-06T11:00Z Extra",
        "2026-12-07T09:00Z 2026-12-07T10:00Z Extra",
    ],
    "reminders": [
        "2026-12-01T10:00Z 2026-12-01T10:00Z Shown",
        "2026-12-02T10:00Z 2026-12-02T10:00Z Not shown",
        "2026-12-03T10:00Z 2026-12-03T10:00Z Silent",
        "2026-12-04T10:00Z 2026-12-04T10:00Z At the start",
    ],
    "rule_every_hundred_years": [
        "2026-12-01 2026-12-02 Comet",
    ],
    "rule_that_cannot_be_read": [
        "2026-12-01 2026-12-02 Once",
        "2026-12-02 2026-12-03 Good",
    ],
    "rule_within_the_day": [
        "2026-12-01T07:00Z 2026-12-01T07:05Z Pill",
        "2026-12-01T15:00Z 2026-12-01T15:05Z Pill",
        "2026-12-01T23:00Z 2026-12-01T23:05Z Pill",
        "2026-12-02T07:00Z 2026-12-02T07:05Z Pill",
    ],
    "rule_written_carelessly": [
        "2026-12-01 2026-12-02 Careless",
        "2026-12-08 2026-12-09 Careless",
    ],
    "same_event_in_two_versions": [
        "2026-12-01 2026-12-02 New name",
    ],
    "several_calendars": [
        "2026-12-01 2026-12-02 First",
        "2026-12-02 2026-12-03 Second",
    ],
    "several_times_of_day": [
        "2026-12-01T07:00Z 2026-12-01T07:30Z Walk",
        "2026-12-02T07:00Z 2026-12-02T07:30Z Walk",
        "2026-12-02T09:00Z 2026-12-02T09:30Z Walk",
    ],
    "start_outside_its_rule": [
        "2026-12-01 2026-12-02 Odd",
        "2026-12-04 2026-12-05 Odd",
        "2026-12-11 2026-12-12 Odd",
    ],
    "tasks_and_journals_only": [],
    "text_broken_without_folds": [
        "2026-12-01 2026-12-02 Lines",
    ],
    "text_with_escaped_quotes": [
        """2026-12-01 2026-12-02 Anna's "Sun" and C:\\'x""",
    ],
    "text_with_escapes": [
        "2026-12-01 2026-12-02 Bread, milk; eggs \\ more and more",
    ],
    "time_with_broken_parameters": [
        "2026-12-01T15:00Z 2026-12-01T16:00Z Parameter without a name",
        "2026-12-02 2026-12-03 Parameter without a value",
        "2026-12-03T15:00Z 2026-12-03T15:00Z Quote that is never closed",
        "2026-12-05T15:00Z 2026-12-05T15:00Z Quote that is never closed",
    ],
    "time_without_seconds": [
        "2026-12-01T10:00Z 2026-12-01T11:30Z Short",
    ],
    "two_rules": [
        "2026-12-01 2026-12-02 Twice",
        "2026-12-02 2026-12-03 Twice",
        "2026-12-08 2026-12-09 Twice",
    ],
    "until_as_date_on_a_timed_rule": [
        "2026-12-01T18:00Z 2026-12-01T19:00Z Choir",
        "2026-12-08T18:00Z 2026-12-08T19:00Z Choir",
    ],
    "until_before_start": [],
    "utc_rule_ignores_summer_time": [
        "2027-03-20T09:00Z 2027-03-20T10:00Z Weekly",
        "2027-03-27T09:00Z 2027-03-27T10:00Z Weekly",
        "2027-04-03T09:00Z 2027-04-03T10:00Z Weekly",
    ],
    "utc_time": [
        "2026-12-01T10:00Z 2026-12-01T11:00Z Universal",
    ],
    "wall_time_survives_summer_time": [
        "2027-03-20T09:00Z 2027-03-20T10:00Z Weekly",
        "2027-03-27T09:00Z 2027-03-27T10:00Z Weekly",
        "2027-04-03T08:00Z 2027-04-03T09:00Z Weekly",
    ],
    "windows_zone_without_vtimezone": [
        "2026-12-01T18:00Z 2026-12-01T19:00Z Meeting",
    ],
    "zone_as_outlook_shows_it": [
        "2026-12-01T18:00Z 2026-12-01T18:00Z Shown",
        "2027-06-01T08:00Z 2027-06-01T08:00Z Cities",
    ],
    "zone_behind_a_prefix": [
        "2026-12-01T15:00Z 2026-12-01T15:00Z Mozilla",
        "2026-12-01T13:00Z 2026-12-01T13:00Z Evolution",
    ],
    "zone_defined_after_its_event": [
        "2026-11-30T22:30Z 2026-11-30T22:45Z Summer",
        "2027-05-31T23:30Z 2027-05-31T23:30Z Winter",
    ],
    "zone_defined_and_broken": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Home",
    ],
    "zone_nobody_knows": [
        "2026-12-01T09:00Z 2026-12-01T09:00Z Lost",
    ],
    "zone_of_microsoft_with_a_colon": [
        "2026-12-01T10:00Z 2026-12-01T10:30Z Teams",
    ],
    "zone_with_colons_and_no_quotes": [
        "2026-12-01T15:00Z 2026-12-01T16:30Z Eastern",
        "2026-12-02T15:00Z 2026-12-02T15:00Z Offset",
    ],
}

UNREADABLE = {"broken_events_among_good_ones": 4, "rule_that_cannot_be_read": 1}


def reading(name: str) -> Reading:
    """A file of the folder, read."""
    return read(split_components((FILES / f"{name}.ics").read_bytes()), BERLIN, WINDOW)


def test_every_file_has_its_expectation() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in FILES.glob("*.ics"))


@pytest.mark.parametrize("name", EXPECTED)
def test_each_edge_case_gives_the_expected_events(name: str) -> None:
    found = reading(name)

    shown = [f"{each.start} {each.end} {each.title}".replace(":00.000Z", "Z") for each in found.occurrences]
    assert EXPECTED[name] == shown
    assert UNREADABLE.get(name, 0) == found.losses.events
    assert all(each.all_day == (len(each.start) == 10) for each in found.occurrences)


def test_reminders_are_those_that_a_wall_can_give() -> None:
    found = {each.title: each.reminders for each in reading("reminders").occurrences}

    assert {"Shown": (15, 1500), "Not shown": None, "Silent": (), "At the start": (0,)} == found


@pytest.mark.parametrize(
    ("start", "trigger", "minutes"),
    [
        ("DTSTART;VALUE=DATE:20261219", "PT9H", (-540,)),
        ("DTSTART;VALUE=DATE:20261219", "+PT9H30M", (-570,)),
        ("DTSTART;VALUE=DATE:20261219", "-PT15H", (900,)),
        ("DTSTART;VALUE=DATE:20261219", "PT23H59M", (-1439,)),
        ("DTSTART;VALUE=DATE:20261219", "P1D", None),
        ("DTSTART:20261219T100000Z", "PT9H", None),
    ],
)
def test_an_alarm_on_the_day_of_an_event_of_whole_days(
    start: str, trigger: str, minutes: tuple[int, ...] | None
) -> None:
    alarm = f"BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:{trigger}\nEND:VALARM\n"
    file = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n{start}\nSUMMARY:Swim\n{alarm}END:VEVENT\nEND:VCALENDAR\n"
    [event] = read(split_components(file.encode()), BERLIN, WINDOW).occurrences

    assert minutes == event.reminders


@pytest.mark.parametrize(
    "line", ["TRIGGER:soon", "TRIGGER;X:-PT5M", "ACTION;X:DISPLAY", "TRIGGER:-PT5M\nTRIGGER:-PT6M"]
)
def test_an_alarm_that_cannot_be_read_costs_only_itself(line: str) -> None:
    alarm = "BEGIN:VALARM\n{}\nEND:VALARM\n"
    alarms = alarm.format(f"ACTION:DISPLAY\n{line}") + alarm.format("ACTION:DISPLAY\nTRIGGER:-PT10M")
    [event] = _event(f"SUMMARY:Swim\n{alarms}").occurrences

    assert ("Swim", (10,)) == (event.title, event.reminders)


@pytest.mark.parametrize("parameter", ['X="a:b"', "LANGUAGE=de;", "X", 'X=a"b:c"'])
def test_a_text_is_read_whatever_its_parameters(parameter: str) -> None:
    [event] = _event(f"SUMMARY;{parameter}:Swim: lesson\n").occurrences

    assert "Swim: lesson" == event.title


def test_a_text_behind_an_open_quote_is_left_out() -> None:
    [event] = _event('SUMMARY;X="a:Swim\nLOCATION:Pool\n').occurrences

    assert ("(untitled)", "Pool") == (event.title, event.location)


def _event(lines: str) -> Reading:
    file = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261201\n{lines}END:VEVENT\nEND:VCALENDAR\n"
    return read(split_components(file.encode()), BERLIN, WINDOW)


def test_texts_lose_their_escapes() -> None:
    [escaped] = reading("text_with_escapes").occurrences
    [unfolded] = reading("text_broken_without_folds").occurrences

    assert ("Here, there", "One\nTwo") == (escaped.location, escaped.description)
    assert "First line\nsecond line\nthird line" == unfolded.description


def test_every_occurrence_of_a_series_carries_its_id() -> None:
    moved = reading("override_moves_an_occurrence").occurrences
    later = reading("override_this_and_future").occurrences
    single = reading("utc_time").occurrences

    assert [{True}, {True}] == [{str(each.series_id).startswith("ics:") for each in found} for found in (moved, later)]
    assert [1, 1] == [len({each.series_id for each in found}) for found in (moved, later)]
    assert [None] == [each.series_id for each in single]


def test_the_id_of_an_occurrence_contains_its_start() -> None:
    [timed] = reading("utc_time").occurrences
    [dated] = reading("all_day_without_end").occurrences

    # SHA-256 of `Universal|2026-12-01T10:00:00.000Z|2026-12-01T11:00:00.000Z|false`
    # and of `Holiday|2026-12-24|2026-12-25|true`.
    assert "814e7d6cb14f21b0ce86af02d7caa805ad1745c7fa2bbbd20d2c9d6909989239" == timed.external_id
    assert "d90ae1d6eb834cbcd399778cc2c48172c4fc2009963affd596e93aa2632696b7" == dated.external_id
