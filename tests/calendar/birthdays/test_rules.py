"""Birthdays as all-day events: the range they are in, the age, and 29 February."""

from datetime import UTC, datetime

import pytest

from appliance.calendar import birthdays
from appliance.people.models import Person
from appliance.texts import Texts

ENGLISH = Texts("en")


def found(birthday: str | None, begin: str, end: str) -> list[tuple[str, str]]:
    person = Person(id="ida", name="Ida", color="#111111", avatar=None, birthday=birthday, sort=0)
    first, last = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (begin, end))
    return [(event.title, event.start) for event in birthdays.events([person], first, last, ENGLISH)]


@pytest.mark.parametrize(
    ("birthday", "begin", "end", "expected"),
    [
        (None, "2026-01-01", "2027-01-01", []),
        ("2019-11-23", "2026-11-01", "2026-12-01", [("Ida's birthday (7)", "2026-11-23")]),
        ("--11-23", "2026-11-01", "2026-12-01", [("Ida's birthday", "2026-11-23")]),
        ("1900-01-01", "2026-01-01", "2026-01-02", [("Ida's birthday (126)", "2026-01-01")]),
        (
            "2020-02-29",
            "2023-02-01",
            "2025-02-01",
            [("Ida's birthday (3)", "2023-02-28"), ("Ida's birthday (4)", "2024-02-29")],
        ),
        ("2019-11-23", "2018-01-01", "2021-01-01", [("Ida's birthday (1)", "2020-11-23")]),
        ("2019-12-31", "2026-12-31T23:00", "2027-01-01", [("Ida's birthday (7)", "2026-12-31")]),
        ("2019-12-31", "2027-01-01", "2027-02-01", []),
        ("2019-11-23", "2026-11-22", "2026-11-23", []),
    ],
)
def test_the_birthdays_in_a_range(birthday: str | None, begin: str, end: str, expected: list[tuple[str, str]]) -> None:
    assert expected == found(birthday, begin, end)


def test_every_year_has_one() -> None:
    assert 150 == len(found("--02-29", "1950-01-01", "2100-01-01"))
    assert 2 == len(found("--02-29", "8998-01-01", "9000-01-01"))
