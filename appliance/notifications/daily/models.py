"""What the daily notifications are made from."""

from datetime import date

import msgspec

from appliance.calendar.events.models import Event
from appliance.chores.models import ChoreDay
from appliance.lists.models import LinkedItem


class Agenda(msgspec.Struct, frozen=True, kw_only=True):
    """A day of the household: events by start, open chores in order, open items by event, and items that are due.

    `due` holds an item with the members it concerns: its assignee, else the members of its list.
    """

    day: date
    events: list[Event]
    chores: list[ChoreDay]
    tasks: dict[str, list[LinkedItem]]
    due: list[tuple[LinkedItem, tuple[str, ...]]]
