"""Files to import, written by hand from the contract: a complete one, and one of an older product."""

from copy import deepcopy
from typing import Any

from appliance.app import Application
from appliance.kernel.database.transactions import Reader

MADE = "2026-09-24T14:00:00.000Z"
ANA, BEN = "3f1c2a54-6f0e-4d5b-9a57-0d6d2f6f0a01", "3f1c2a54-6f0e-4d5b-9a57-0d6d2f6f0a02"
SPORT, FAMILY, FEED = "cat-sport", "cal-family", "cal-school"
WORK, CLUB = "cal-work", "cal-club"

FULL: dict[str, Any] = {
    "version": 1,
    "exportedAt": "2026-11-19T20:00:00.000Z",
    "settings": {
        "familyName": "The Lindens",
        "timezone": "Europe/Berlin",
        "weekStart": 1,
        "themeMode": "auto",
        "quietFrom": None,
        "quietTo": None,
        "temperatureUnit": "celsius",
        "lateCompletionCredit": 75,
        "theme": "dark",
        "location": {"name": "Berlin", "lat": 52.52, "lon": 13.4, "countryCode": "DE"},
        "polls": {"unknown": []},
    },
    "members": [
        {"id": ANA, "name": "Ana", "color": "#e57", "avatar": "👩", "birthday": "1986-03-14", "sort": 0},
        {"id": BEN, "name": "Ben", "color": "#2E86AB", "avatar": "B", "birthday": "--06-02", "sort": 1},
    ],
    "categories": [
        {
            "id": SPORT,
            "name": "Sports",
            "emoji": "⚽",
            "color": "#3C9A5F",
            "keywords": ["soccer"],
            "sort": 0,
            "createdAt": MADE,
        },
    ],
    "calendars": [
        {
            "id": FAMILY,
            "kind": "local",
            "name": "Family",
            "color": "#3B7DD8",
            "remoteId": None,
            "memberIds": [ANA, BEN],
            "categoryId": None,
            "enabled": True,
        },
        {
            "id": FEED,
            "kind": "ics",
            "name": "School",
            "color": None,
            "remoteId": None,
            "memberIds": [],
            "enabled": True,
            "categoryId": SPORT,
            "url": "https://school.example/term.ics",
        },
        {
            "id": WORK,
            "kind": "google",
            "name": "Work",
            "color": None,
            "remoteId": "work@example.com",
            "memberIds": [ANA],
            "categoryId": None,
            "enabled": False,
        },
        {
            "id": CLUB,
            "kind": "caldav",
            "name": "Club",
            "color": None,
            "remoteId": "https://dav.example/club/",
            "memberIds": [],
            "categoryId": None,
            "enabled": True,
        },
    ],
    "events": [
        {
            "id": "ev-dinner",
            "calendarId": FAMILY,
            "title": "Dinner",
            "start": "2026-11-20T17:30:00.000Z",
            "end": "2026-11-20T19:00:00.000Z",
            "allDay": False,
            "location": "At home",
            "description": None,
            "rrule": None,
            "memberIds": [BEN, ANA],
            "categoryId": SPORT,
            "reminders": [],
            "travelMinutes": 20,
            "remindBeforeLeave": True,
        },
        {
            "id": "ev-trip",
            "calendarId": FAMILY,
            "title": "Trip",
            "start": "2026-11-21",
            "end": "2026-11-23",
            "allDay": True,
            "location": None,
            "description": "Cabin 12",
            "rrule": "FREQ=YEARLY",
            "memberIds": [],
            "categoryId": None,
            "reminders": None,
            "travelMinutes": None,
            "remindBeforeLeave": False,
        },
    ],
    "eventMemberOverrides": [{"calendarId": WORK, "externalId": "abc_20261120", "memberIds": [ANA]}],
    "eventCategoryOverrides": [{"calendarId": CLUB, "externalId": "https://dav.example/1::uid::", "categoryId": SPORT}],
    "eventTravelOverrides": [
        {"calendarId": WORK, "externalId": "abc_20261120", "travelMinutes": 15, "remindBeforeLeave": False},
    ],
    "eventSeriesMemberOverrides": [{"calendarId": WORK, "seriesId": "abc", "memberIds": [ANA, BEN]}],
    "eventSeriesCategoryOverrides": [{"calendarId": FEED, "seriesId": "ics:0f", "categoryId": SPORT}],
    "chores": [
        {
            "id": "ch-dishes",
            "title": "Dishes",
            "emoji": "🍽️",
            "memberId": BEN,
            "points": 12,
            "rrule": "FREQ=DAILY",
            "dueDate": None,
            "dueTime": "18:00",
            "active": True,
            "sort": 0,
            "listId": None,
        },
        {
            "id": "ch-bag",
            "title": "Pack the bag",
            "emoji": None,
            "memberId": None,
            "points": 5,
            "rrule": "FREQ=WEEKLY",
            "dueDate": None,
            "dueTime": None,
            "active": True,
            "sort": 0,
            "listId": "li-bag",
        },
    ],
    "choreCompletions": [
        {
            "id": "co-1",
            "choreId": "ch-bag",
            "date": "2026-11-12",
            "memberId": None,
            "completedAt": "2026-11-12T06:00:00.000Z",
            "pointsAwarded": 5,
        },
        {
            "id": "co-2",
            "choreId": "ch-dishes",
            "date": "2026-11-18",
            "memberId": BEN,
            "completedAt": "2026-11-18T18:00:00.000Z",
            "pointsAwarded": 12,
        },
        {
            "id": "co-3",
            "choreId": "ch-dishes",
            "date": "2026-11-19",
            "memberId": ANA,
            "completedAt": "2026-11-19T18:00:00.000Z",
            "pointsAwarded": 9,
        },
    ],
    "lists": [
        {
            "id": "li-bag",
            "name": "School bag",
            "emoji": "🎒",
            "color": "#888",
            "kind": "reusable",
            "memberIds": [BEN],
            "groupBy": "none",
            "sortBy": "due",
            "sort": 2,
            "archived": False,
            "pinned": True,
            "createdAt": MADE,
            "itemCount": 1,
            "openCount": 0,
            "groups": [],
            "items": [
                {
                    "id": "it-pencils",
                    "listId": "li-bag",
                    "title": "Pencils",
                    "notes": "Sharp",
                    "quantity": "3",
                    "store": None,
                    "category": None,
                    "memberId": BEN,
                    "dueDate": "2026-11-20",
                    "eventId": "ev-trip",
                    "priority": "high",
                    "done": True,
                    "doneAt": MADE,
                    "doneBy": ANA,
                    "sort": 0,
                    "createdAt": MADE,
                    "updatedAt": MADE,
                    "stepsDone": 1,
                    "stepsTotal": 1,
                    "steps": [{"id": "st-1", "title": "Find them", "done": True, "sort": 0}],
                },
            ],
        },
        {
            "id": "li-shop",
            "name": "Groceries",
            "emoji": None,
            "color": None,
            "kind": "shopping",
            "memberIds": [],
            "groupBy": "store",
            "sortBy": "manual",
            "sort": 5,
            "archived": True,
            "pinned": False,
            "createdAt": MADE,
            "itemCount": 1,
            "openCount": 1,
            "groups": [{"kind": "store", "name": "Market", "sort": 0}],
            "items": [
                {
                    "id": "it-milk",
                    "listId": "li-shop",
                    "title": "Milk",
                    "notes": None,
                    "quantity": None,
                    "store": "Market",
                    "category": "Dairy",
                    "memberId": None,
                    "dueDate": None,
                    "eventId": "e_0123456789abcdef01234567",
                    "priority": "normal",
                    "done": False,
                    "doneAt": None,
                    "doneBy": None,
                    "sort": 0,
                    "createdAt": MADE,
                    "updatedAt": MADE,
                    "steps": [],
                    "stepsDone": 0,
                    "stepsTotal": 0,
                },
            ],
        },
    ],
    "notes": [
        {
            "id": "no-1",
            "targetType": "list_item",
            "targetId": "it-milk",
            "memberId": ANA,
            "body": "Oat, please",
            "createdAt": MADE,
            "updatedAt": MADE,
        },
        {
            "id": "no-2",
            "targetType": "event",
            "targetId": "ev-dinner",
            "memberId": None,
            "body": "Bring bread",
            "createdAt": MADE,
            "updatedAt": MADE,
        },
    ],
    "pointEntries": [
        {"id": "pe-1", "memberId": BEN, "amount": -8, "reason": "sticker_pack", "ref": "sweets", "at": MADE},
    ],
    "stickerPacks": [{"memberId": BEN, "packId": "sweets", "unlockedAt": MADE}],
    "scrapbook": [
        {
            "id": "sb-1",
            "memberId": BEN,
            "sticker": "🍩",
            "x": 0.25,
            "y": 0.75,
            "scale": 1.5,
            "rotation": -20.0,
            "z": 3,
            "placedAt": MADE,
        },
    ],
    "passkeys": [{"name": "Ana's phone", "createdAt": MADE}],
    "webhooks": [
        {"id": "we-1", "url": "https://example.com/hook", "events": [], "enabled": True, "createdAt": MADE},
    ],
}

LATER_PROPERTIES = {
    "members": ["birthday"],
    "events": ["travelMinutes", "remindBeforeLeave"],
    "chores": ["listId"],
    "lists": ["sortBy", "pinned"],
}
LATER_KEYS = [
    "exportedAt",
    "eventMemberOverrides",
    "eventCategoryOverrides",
    "eventTravelOverrides",
    "eventSeriesMemberOverrides",
    "eventSeriesCategoryOverrides",
    "notes",
    "pointEntries",
    "stickerPacks",
    "scrapbook",
]


def full() -> dict[str, Any]:
    """A file with one of everything, as the contract describes the reference product's."""
    return deepcopy(FULL)


def older() -> dict[str, Any]:
    """The same without what came later."""
    file = {name: value for name, value in full().items() if name not in LATER_KEYS}
    for kind, names in LATER_PROPERTIES.items():
        for row in file[kind]:
            for name in names:
                del row[name]
    for each in file["lists"]:
        for item in each["items"]:
            for name in ("eventId", "priority", "steps"):
                del item[name]
    for done in file["choreCompletions"]:
        done["pointsAwarded"] = None
    return file


def empty() -> dict[str, Any]:
    """The least a file has."""
    required = ("members", "categories", "calendars", "events", "chores", "choreCompletions", "lists", "passkeys")
    return {"version": 1, "settings": {}, "webhooks": [], **{name: [] for name in required}}


def rows(application: Application) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that an import may write, and of the changes."""
    return application.database.write_now(_rows)


def _rows(db: Reader) -> dict[str, list[tuple[Any, ...]]]:
    tables = [
        name
        for (name,) in db.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN (?, ?)", "keys", "sqlite_stat1"
        )
    ]
    return {name: list(db.rows(f"SELECT * FROM {name}")) for name in sorted(tables)}
