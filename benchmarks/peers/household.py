"""The household that every program gets: 4 members, 2,000 events of which 200 recur, 40 chores, 400 list items."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

EVENTS, RECURRING = 2_000, 200
CHORES, HISTORY_DAYS = 40, 60
LISTS, ITEMS = 4, 100
MEMBERS = ("Ana", "Jonas", "Ida", "Theo")
MONTHS = 24

START = datetime(2026, 1, 1, 8, tzinfo=UTC)
MADE = "2026-09-24T14:00:00.000Z"
RULES = ("FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=WEEKLY", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY")


def month(number: int) -> tuple[datetime, datetime]:
    """The first day and the end of a month of 2026 or 2027. The next number is the next month."""
    first = number % MONTHS
    return (
        datetime(2026 + first // 12, first % 12 + 1, 1, tzinfo=UTC),
        datetime(2026 + (first + 1) // 12, (first + 1) % 12 + 1, 1, tzinfo=UTC),
    )


def calendar_text() -> str:
    """All events as one iCalendar object (RFC 5545)."""
    return _object(line for number in range(EVENTS) for line in _event(number))


def todo_text() -> str:
    """A list of 100 items as one iCalendar object. A VTODO is a task there. (RFC 5545 §3.6.2)"""
    return _object(line for number in range(ITEMS) for line in _todo(number))


def todo_object(number: int) -> tuple[str, str]:
    """One item as an object of its own, with its UID."""
    return f"item-{number}", _object(iter(_todo(number)))


def mantel_file() -> dict[str, Any]:
    """The household as a file for `POST /api/import`."""
    members = [str(UUID(int=number + 1)) for number in range(len(MEMBERS))]
    names = zip(members, MEMBERS, strict=True)
    today = datetime.now(UTC).date()
    return {
        "version": 1,
        "settings": {},
        "members": [{"id": key, "name": name, "color": "#c8553d"} for key, name in names],
        "categories": [],
        "calendars": [{"id": "family", "kind": "local", "name": "Family", "memberIds": members}],
        "events": [_mantel_event(number, members) for number in range(EVENTS)],
        "chores": [
            {
                "id": f"chore-{number}",
                "title": f"Chore {number}",
                "rrule": "FREQ=DAILY",
                "points": 10,
                "memberId": members[number % len(members)],
            }
            for number in range(CHORES)
        ],
        "choreCompletions": [
            {
                "id": str(UUID(int=10**6 + day * CHORES + number)),
                "choreId": f"chore-{number}",
                "date": f"{today - timedelta(days=day + 1)}",
                "memberId": members[number % len(members)],
                "completedAt": MADE,
                "pointsAwarded": 10,
            }
            for day in range(HISTORY_DAYS)
            for number in range(CHORES)
        ],
        "lists": [_mantel_list(number) for number in range(LISTS)],
        "passkeys": [],
        "webhooks": [],
    }


def _mantel_event(number: int, members: list[str]) -> dict[str, Any]:
    start = _start(number)
    return {
        "id": str(UUID(int=10**9 + number)),
        "calendarId": "family",
        "title": f"Event {number}",
        "start": _instant(start),
        "end": _instant(start + timedelta(hours=1)),
        "allDay": False,
        "location": "Pool",
        "rrule": _rule(number),
        "memberIds": [members[number % len(members)]],
    }


def _mantel_list(number: int) -> dict[str, Any]:
    items = [
        {
            "id": str(UUID(int=10**7 + number * ITEMS + each)),
            "title": f"Item {each}",
            "priority": "normal",
            "done": False,
            "sort": each,
            "createdAt": MADE,
            "updatedAt": MADE,
            "steps": [],
        }
        for each in range(ITEMS)
    ]
    return {
        "id": f"list-{number}",
        "name": f"List {number}",
        "kind": "todo",
        "createdAt": MADE,
        "items": items,
        "groups": [],
    }


def _start(number: int) -> datetime:
    """Recurring events begin early in 2026, the others are spread over two years."""
    if number < RECURRING:
        return START + timedelta(days=number % 60, hours=number % 10)
    return START + timedelta(hours=(number - RECURRING) * (24 * 730) // (EVENTS - RECURRING))


def _rule(number: int) -> str | None:
    return RULES[number % len(RULES)] if number < RECURRING else None


def _uid(number: int) -> str:
    return f"event-{number}"


def _event(number: int) -> list[str]:
    start = _start(number)
    rule = _rule(number)
    return [
        "BEGIN:VEVENT",
        f"UID:{_uid(number)}",
        "DTSTAMP:20260101T000000Z",
        f"SUMMARY:Event {number}",
        "LOCATION:Pool",
        f"DTSTART:{start:%Y%m%dT%H%M%SZ}",
        f"DTEND:{start + timedelta(hours=1):%Y%m%dT%H%M%SZ}",
        *([f"RRULE:{rule}"] if rule else []),
        "END:VEVENT",
    ]


def _todo(number: int) -> list[str]:
    """A task that is open. (RFC 5545 §3.6.2)"""
    return [
        "BEGIN:VTODO",
        f"UID:item-{number}",
        "DTSTAMP:20260101T000000Z",
        f"SUMMARY:Item {number}",
        "STATUS:NEEDS-ACTION",
        "END:VTODO",
    ]


def _object(lines: Iterator[str]) -> str:
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//benchmark//EN", *lines, "END:VCALENDAR", ""])


def _instant(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"
