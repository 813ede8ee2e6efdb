"""Event reminders."""

from datetime import datetime

import msgspec

from appliance.calendar.events.models import Event


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A reminder of one occurrence: `minutes` before its start or before the time to leave; `at` is that instant.

    Below zero they are after the beginning of the day, of an event of whole days.
    """

    event: Event
    minutes: int
    at: datetime

    @property
    def key(self) -> str:
        """Its key in the log of what was sent; it changes when the occurrence is moved."""
        return f"reminder {self.event.id} {self.event.start} {self.minutes}"


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """What the text of a reminder names: the emojis of categories, the names of members and calendars, each by id."""

    emojis: dict[str, str | None]
    members: dict[str, str]
    calendars: dict[str, str]
