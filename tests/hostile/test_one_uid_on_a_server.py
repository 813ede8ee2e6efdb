"""Many copies of one UID in an object of a CalDAV server."""

import pytest

from appliance.calendar.providers.caldav import objects
from appliance.calendar.providers.ics.budget import Budget, TooMuch
from tests.calendar.providers.test_ics import BERLIN, WINDOW
from tests.hostile.test_feeds import BOMBS, HEAD, TAIL

HREF = "https://dav.example.org/ida/1.ics"


def test_copies_of_an_event_are_one_event() -> None:
    for name in ("one UID, many copies", "one UID, many copies without a rule"):
        reading = objects.read(HEAD + BOMBS[name] + TAIL, HREF, BERLIN, WINDOW, Budget())

        assert len(reading.occurrences) <= 366, name


def test_many_starts_end_the_reading_of_the_whole_calendar() -> None:
    """The bound holds for all objects together."""
    budget = Budget(most=1_000)
    objects.read(HEAD + BOMBS["one UID, many copies"] + TAIL, HREF, BERLIN, WINDOW, budget)

    with pytest.raises(TooMuch, match="more than 1,000 events"):
        objects.read(HEAD + BOMBS["one UID, many starts"] + TAIL, HREF, BERLIN, WINDOW, budget)
