"""Shapes of event reminders."""

from datetime import datetime

import msgspec

from appliance.calendar.events.models import Event


class Reminder(msgspec.Struct, frozen=True):
    """A reminder of one occurrence, so many minutes before it starts or before one has to leave; `at` is when."""

    event: Event
    minutes: int
    at: datetime

    @property
    def key(self) -> str:
        """What it is remembered by: the same for an occurrence that stays where it is."""
        return f"reminder {self.event.id} {self.event.start} {self.minutes}"


class Surroundings(msgspec.Struct, frozen=True):
    """What a reminder names: categories' emojis, members' and calendars' names, each by id."""

    emojis: dict[str, str | None]
    members: dict[str, str]
    calendars: dict[str, str]
