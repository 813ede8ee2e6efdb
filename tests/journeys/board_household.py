"""Households of a few or many people for the board: a busy day, or a quiet one."""

from datetime import datetime, timedelta
from typing import Any

from tests.journeys.mantel_server import MantelServer
from tests.morning import ZONE
from tests.weather.web import Web, forecast

# The time of day for which there is something that is on, and something that is next.
NOON = timedelta(hours=15, minutes=24)
PEOPLE = (
    ("Ana", "#c8553d", "🦊"),
    ("Benjamin", "#2f6f8f", "🐻"),
    ("Ida", "#8e5bd6", "🦄"),
    ("Jonas", "#3fa34d", "🦖"),
    ("Maximiliane", "#b7791f", "🐝"),
    ("Opa", "#5b6b7b", "🦉"),
    ("Lilly", "#c2417c", "🐰"),
    ("Theodor", "#16807a", "🐢"),
)
# Names that a layout rarely expects: very long, of one long word, from right to left, without a letter.
NAMES = (
    "Maximiliane-Alexandra Wolkenstein",
    "Donaudampfschifffahrtskapitänin",
    "عبد الرحمن بن محمد",
    "🦖🦖🦖",
    "נועה",
)
EVENTS = (
    ("Soccer practice", 15, 90, "Sports ground"),
    ("Dentist", 16, 45, "Dr Weber"),
    ("Piano lesson", 17, 60, "Music school"),
    ("Parents’ evening at the elementary school", 19, 90, ""),
    ("Choir", 20, 60, ""),
)
CHORES = ("Feed the cat", "Empty the dishwasher", "Homework", "Set the table", "Brush teeth")


def today() -> datetime:
    """Midnight of the household's day."""
    return datetime.now(ZONE).replace(hour=0, minute=0, second=0, microsecond=0)


def set_weather(mantel: MantelServer, web: Web) -> None:
    """A mild day and a rainy one after it, from the weather service that the server asks."""
    mantel.call("PATCH", "/api/settings", {"location": {"name": "Berlin", "lat": 52.52, "lon": 13.41}})
    days = forecast(today().date(), temp=0)
    high = [14, 11, 9, 12, 15, 16, 13, 12, 12]
    days["daily"]["temperature_2m_max"][:9] = high
    days["daily"]["temperature_2m_min"][:9] = [each - 6 for each in high]
    days["daily"]["weather_code"][:9] = [2, 61, 63, 3, 1, 0, 2, 3, 3]
    days["daily"]["precipitation_probability_max"][:9] = [20, 80, 90, 30, 10, 0, 20, 30, 30]
    hourly = days["hourly"]
    hourly["temperature_2m"] = [round(8 + 6 * (1 - abs(int(at[11:13]) - 15) / 15)) for at in hourly["time"]]
    hourly["weather_code"] = [2] * len(hourly["time"])
    web.answers["/v1/forecast"] = days


def populate(mantel: MantelServer, people: int, *, busy: bool) -> None:
    """So many people; on a busy day each has five events and five chores, on a quiet one the first has one of each."""
    mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
    mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
    members = add_people(mantel, people, busy=busy)
    _event(mantel, "Dinner at Granny’s", 0, 18, 90, memberIds=[])
    _event(mantel, "Garbage collection", 1, 7, 30, memberIds=[])
    if busy:
        for day in range(1, 6):
            _event(mantel, "Swimming", day, 16, 60, memberIds=[members[day % len(members)]], location="Pool")
            _event(mantel, "Market", day, 10, 60, memberIds=[])
        mantel.call("POST", "/api/chores", {"title": "Water the plants", "dueDate": str(today().date())})
    groceries = mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping", "emoji": "🛒"})["id"]
    mantel.call("PATCH", f"/api/lists/{groceries}", {"pinned": True})
    for title in ("Milk", "Bread", "Apples", "Tomatoes") if busy else ("Milk",):
        mantel.call("POST", f"/api/lists/{groceries}/items", {"title": title})


def add_people(mantel: MantelServer, people: int, *, busy: bool) -> list[str]:
    """Add the next people, with their day, until there are so many. Returns the ids of those who were added."""
    present = len(mantel.call("GET", "/api/members"))
    added: list[str] = []
    for place, (name, color, avatar) in list(enumerate(PEOPLE))[present:people]:
        member = mantel.call("POST", "/api/members", {"name": name, "color": color, "avatar": avatar})["id"]
        added.append(member)
        if not busy and place:
            continue
        for title, hour, minutes, location in EVENTS if busy else EVENTS[1:2]:
            travel = 20 if hour == 16 and place % 2 == 0 else None
            _event(mantel, title, 0, hour, minutes, memberIds=[member], location=location, travelMinutes=travel)
        for title in CHORES if busy else CHORES[:1]:
            chore = {"title": title, "emoji": "🧹", "memberId": member, "points": 5}
            mantel.call("POST", "/api/chores", chore | {"dueDate": str(today().date())})
    return added


def add_trip(mantel: MantelServer) -> None:
    """Somewhere to be at four, which is twenty minutes away, for each person by themselves."""
    for member in mantel.call("GET", "/api/members"):
        _event(mantel, "Orthodontist", 0, 16, 45, memberIds=[member["id"]], location="Dr Weber", travelMinutes=20)


def add_long_words(mantel: MantelServer) -> None:
    """An event and a chore for each person, whose titles are long words after an emoji."""
    kind = {"name": "Health", "emoji": "🦷", "color": "#2f6f8f", "keywords": ["zahn"]}
    mantel.call("POST", "/api/categories", kind)
    for member in mantel.call("GET", "/api/members"):
        _event(mantel, "Zahnarzttermin", 0, 16, 45, memberIds=[member["id"]])
        chore = {"title": "Geschirrspüler", "emoji": "🍽️", "memberId": member["id"], "dueDate": str(today().date())}
        mantel.call("POST", "/api/chores", chore)


def rename(mantel: MantelServer) -> None:
    """Give the first people the unusual names."""
    for name, member in zip(NAMES, mantel.call("GET", "/api/members"), strict=False):
        mantel.call("PATCH", f"/api/members/{member['id']}", {"name": name})


def _event(mantel: MantelServer, title: str, days: int, hour: int, minutes: int, **more: Any) -> None:
    calendar = mantel.call("GET", "/api/calendars")[0]["id"]
    start = today() + timedelta(days=days, hours=hour)
    times = {"start": start.isoformat(), "end": (start + timedelta(minutes=minutes)).isoformat()}
    mantel.call("POST", "/api/events", {"calendarId": calendar, "title": title, "allDay": False, **times, **more})
