"""Stored rows with default values, for tests of rules."""

from typing import Any

from appliance.calendar.events.models import Event
from appliance.lists.models import LinkedItem


def make_event(**fields: Any) -> Event:
    """An event of an hour on 20 November 2026 without members, category and reminders, except for these fields."""
    defaults: dict[str, Any] = {
        "id": "e",
        "calendar_id": "c",
        "title": "Event",
        "start": "2026-11-20T15:00:00.000Z",
        "end": "2026-11-20T16:00:00.000Z",
        "all_day": False,
        "location": None,
        "description": None,
        "member_ids": (),
        "color": "#888",
        "rrule": None,
        "occurrence_start": None,
        "read_only": False,
        "series_id": None,
        "member_scope": "none",
        "category_id": None,
        "category_source": None,
        "reminders": None,
        "reminder_source": None,
        "travel_minutes": None,
        "leave_at": None,
        "remind_before_leave": False,
    }
    return Event(**defaults | fields)


def make_linked_item(title: str, **fields: Any) -> LinkedItem:
    """An open item of a list without steps, except for these fields."""
    defaults: dict[str, Any] = {
        "id": title,
        "list_id": "l",
        "title": title,
        "notes": None,
        "quantity": None,
        "store": None,
        "category": None,
        "member_id": None,
        "due_date": None,
        "event_id": None,
        "priority": "normal",
        "done": False,
        "done_at": None,
        "done_by": None,
        "sort": 0,
        "created_at": "",
        "updated_at": "",
        "steps": [],
        "steps_done": 0,
        "steps_total": 0,
        "list_name": "List",
    }
    return LinkedItem(**defaults | fields)
