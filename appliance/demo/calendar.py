"""What is in the demo family's calendars, relative to today."""

from datetime import datetime, time, timedelta

import msgspec

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.categories import actions as categories
from appliance.calendar.categories.models import NewCategory
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import NewEvent
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant


class Plan(msgspec.Struct, frozen=True):
    """An event by day from today (`day`), local time and minutes; without a time it lasts `days` whole days."""

    title: str
    day: int
    who: tuple[str, ...] = ()
    at: str | None = None
    minutes: int = 60
    days: int = 1
    rrule: str | None = None
    location: str = ""
    description: str = ""
    travel: int | None = None


def fill(tx: Tx, people: dict[str, str]) -> dict[str, str]:
    """Calendars, categories and events. Answers the ids of events by title."""
    for request in CATEGORIES:
        categories.add(tx, request)
    ids = {}
    for name, color, owners, plans in CALENDARS:
        owned = [people[owner] for owner in owners]
        calendar = calendars.add(tx, NewCalendar("local", name, color, member_ids=owned))
        for plan in plans:
            ids[plan.title] = events.add(tx, _request(tx, calendar.id, plan, people)).id
    return ids


def _request(tx: Tx, calendar_id: str, plan: Plan, people: dict[str, str]) -> NewEvent:
    day = tx.today + timedelta(days=plan.day)
    if plan.at is None:
        start, end = day.isoformat(), (day + timedelta(days=plan.days)).isoformat()
    else:
        begins = datetime.combine(day, time.fromisoformat(plan.at), tx.zone)
        start, end = instant(begins), instant(begins + timedelta(minutes=plan.minutes))
    return NewEvent(
        calendar_id,
        plan.title,
        start,
        end,
        plan.at is None,
        plan.location,
        plan.description,
        [people[name] for name in plan.who],
        plan.rrule,
        travel_minutes=plan.travel,
        remind_before_leave=plan.travel is not None,
    )


CATEGORIES = (
    NewCategory("Birthdays", "#D9679F", "🎂", ["birthday", "bday", "b-day"]),
    NewCategory("Appointments", "#D0763B", "🏥", ["dentist", "doctor", "appt", "appointment", "orthodontist"]),
    NewCategory("Sports", "#3C9A5F", "⚽", ["practice", "game", "soccer", "baseball", "basketball", "swim"]),
    NewCategory("School", "#3B7DD8", "🏫", ["school", "pta", "conference", "field trip"]),
    NewCategory("Travel", "#7A63C7", "✈️", ["flight", "trip", "hotel", "vacation"]),
    NewCategory("Music", "#B4862C", "🎻", ["violin", "choir", "concert"]),
)

FAMILY = (
    Plan("Family dinner with Grandma", 1, ("Mara", "Jonas", "Ida", "Theo"), "17:30", 150, location="At Grandma's"),
    Plan("Waste collection: paper", 3, at="07:00", minutes=15, rrule="FREQ=WEEKLY;INTERVAL=2"),
    Plan("Film night", -14, ("Mara", "Jonas", "Ida", "Theo"), "18:30", 120, rrule="FREQ=WEEKLY;BYDAY=FR"),
    Plan("Weekend trip to the lake", 7, ("Mara", "Jonas", "Ida", "Theo"), days=3, location="Cabin 12, Lake Road"),
    Plan("Grandma's birthday", 12, ("Mara", "Jonas", "Ida", "Theo")),
    Plan("Chimney sweep", 5, ("Jonas",), "09:00", 45),
    Plan("Piano tuner", -6, ("Mara",), "10:30", 60),
    Plan("Parents' evening out", 15, ("Mara", "Jonas"), "19:30", 180, location="Theatre on the Square"),
)
CHILDREN = (
    Plan("Swim practice", -20, ("Ida",), "16:00", 75, rrule="FREQ=WEEKLY", location="City pool", travel=20),
    Plan("Soccer practice", -18, ("Theo",), "15:30", 60, rrule="FREQ=WEEKLY", location="Park fields", travel=10),
    Plan("Violin lesson", -17, ("Ida",), "17:00", 45, rrule="FREQ=WEEKLY", location="Music school"),
    Plan("Dentist", 2, ("Theo",), "14:15", 45, location="Dr. Weiss, Mill Lane 4", travel=15),
    Plan("School concert", 9, ("Ida",), "18:00", 90, location="School hall", description="White shirt, dark trousers."),
    Plan("Field trip to the museum", 4, ("Theo",), "08:00", 300, description="Packed lunch and a rain jacket."),
    Plan("Playdate with Noor", 0, ("Theo",), "15:00", 120),
    Plan("Sleepover at Lena's", 8, ("Ida",), "17:00", 900),
    Plan("Soccer game", 6, ("Theo",), "10:00", 90, location="Away: Riverside"),
)
WORK = (
    Plan("Late shift", 0, ("Mara",), "13:00", 480),
    Plan("Work trip to Hamburg", 10, ("Jonas",), days=2, location="Hotel by the harbour"),
    Plan("Home office", -20, ("Jonas",), rrule="FREQ=WEEKLY;BYDAY=MO,FR"),
    Plan("Team breakfast", 3, ("Jonas",), "08:30", 60),
    Plan("Yoga", -16, ("Mara",), "19:00", 60, rrule="FREQ=WEEKLY;BYDAY=TU"),
)
CALENDARS = (
    ("Family", "#C8553D", (), FAMILY),
    ("Children", "#7B5EA7", ("Ida", "Theo"), CHILDREN),
    ("Work", "#2F6F8F", ("Mara", "Jonas"), WORK),
)
