"""Shapes of what is told once a day."""

from datetime import date

import msgspec

from appliance.calendar.events.models import Event
from appliance.chores.models import ChoreDay
from appliance.lists.models import LinkedItem


class Agenda(msgspec.Struct, frozen=True):
    """A day of the household: its events by start, its open chores in order, open items by event, and those due.

    `due` holds an item with the members it concerns: whom it is assigned to, else its list's owners.
    """

    day: date
    events: list[Event]
    chores: list[ChoreDay]
    tasks: dict[str, list[LinkedItem]]
    due: list[tuple[LinkedItem, tuple[str, ...]]]
