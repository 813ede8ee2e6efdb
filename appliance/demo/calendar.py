"""The calendars of the demo household, relative to today."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

import msgspec

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.categories import actions as categories
from appliance.calendar.categories.models import NewCategory
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import NewEvent
from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """An event by days from a first day (`day`), local time and minutes; without a time it lasts `days` whole days."""

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


# Name, colour, names of its members, events.
PlannedCalendar = tuple[str, str, tuple[str, ...], tuple[Plan, ...]]


def fill(tx: Tx, people: dict[str, str], said: Translation) -> dict[str, str]:
    """Add calendars, categories and events around today; the ids of events by title."""
    return fill_calendars(tx, people, CALENDARS, tx.today, said)


def fill_calendars(
    tx: Tx, people: dict[str, str], planned: Iterable[PlannedCalendar], first_day: date, said: Translation
) -> dict[str, str]:
    """Add the categories, and calendars with their events; the ids of events by title.

    The days of the events count from `first_day`.
    """
    for category in CATEGORIES:
        categories.add(tx, said.of(category))
    ids = {}
    for name, color, owners, plans in planned:
        owned = [people[owner] for owner in owners]
        request = NewCalendar(kind="local", name=name, color=color, member_ids=owned)
        calendar = calendars.add(tx, said.of(request))
        for plan in plans:
            ids[plan.title] = events.add(tx, said.of(_request(tx, calendar.id, plan, people, first_day))).id
    return ids


def _request(tx: Tx, calendar_id: str, plan: Plan, people: dict[str, str], first_day: date) -> NewEvent:
    day = first_day + timedelta(days=plan.day)
    if plan.at is None:
        start, end = day.isoformat(), (day + timedelta(days=plan.days)).isoformat()
    else:
        begins = datetime.combine(day, time.fromisoformat(plan.at), tx.zone)
        start, end = instant(begins), instant(begins + timedelta(minutes=plan.minutes))
    return made(
        NewEvent,
        plan,
        calendar_id=calendar_id,
        start=start,
        end=end,
        all_day=plan.at is None,
        member_ids=[people[name] for name in plan.who],
        travel_minutes=plan.travel,
        remind_before_leave=plan.travel is not None,
    )


CATEGORIES = (
    NewCategory(name="Birthdays", color="#D9679F", emoji="🎂", keywords=["birthday", "bday", "b-day"]),
    NewCategory(
        name="Appointments",
        color="#D0763B",
        emoji="🏥",
        keywords=["dentist", "doctor", "appt", "appointment", "orthodontist"],
    ),
    NewCategory(
        name="Sports",
        color="#3C9A5F",
        emoji="⚽",
        keywords=["practice", "game", "soccer", "baseball", "basketball", "swim"],
    ),
    NewCategory(name="School", color="#3B7DD8", emoji="🏫", keywords=["school", "pta", "conference", "field trip"]),
    NewCategory(name="Travel", color="#7A63C7", emoji="✈️", keywords=["flight", "trip", "hotel", "vacation"]),
    NewCategory(name="Music", color="#B4862C", emoji="🎻", keywords=["violin", "choir", "concert"]),
)

FAMILY = (
    Plan(
        title="Family dinner with Grandma",
        day=1,
        who=("Mara", "Jonas", "Ida", "Theo"),
        at="17:30",
        minutes=150,
        location="At Grandma's",
    ),
    Plan(title="Waste collection: paper", day=3, at="07:00", minutes=15, rrule="FREQ=WEEKLY;INTERVAL=2"),
    Plan(
        title="Film night",
        day=-14,
        who=("Mara", "Jonas", "Ida", "Theo"),
        at="18:30",
        minutes=120,
        rrule="FREQ=WEEKLY;BYDAY=FR",
    ),
    Plan(
        title="Weekend trip to the lake",
        day=7,
        who=("Mara", "Jonas", "Ida", "Theo"),
        days=3,
        location="Cabin 12, Lake Road",
    ),
    Plan(title="Grandma's birthday", day=12, who=("Mara", "Jonas", "Ida", "Theo")),
    Plan(title="Chimney sweep", day=5, who=("Jonas",), at="09:00", minutes=45),
    Plan(title="Piano tuner", day=-6, who=("Mara",), at="10:30", minutes=60),
    Plan(
        title="Parents' evening out",
        day=15,
        who=("Mara", "Jonas"),
        at="19:30",
        minutes=180,
        location="Theatre on the Square",
    ),
)
CHILDREN = (
    Plan(
        title="Swim practice",
        day=-20,
        who=("Ida",),
        at="16:00",
        minutes=75,
        rrule="FREQ=WEEKLY",
        location="City pool",
        travel=20,
    ),
    Plan(
        title="Soccer practice",
        day=-18,
        who=("Theo",),
        at="15:30",
        minutes=60,
        rrule="FREQ=WEEKLY",
        location="Park fields",
        travel=10,
    ),
    Plan(
        title="Violin lesson",
        day=-17,
        who=("Ida",),
        at="17:00",
        minutes=45,
        rrule="FREQ=WEEKLY",
        location="Music school",
    ),
    Plan(title="Dentist", day=2, who=("Theo",), at="14:15", minutes=45, location="Dr. Weiss, Mill Lane 4", travel=15),
    Plan(
        title="School concert",
        day=9,
        who=("Ida",),
        at="18:00",
        minutes=90,
        location="School hall",
        description="White shirt, dark trousers.",
    ),
    Plan(
        title="Field trip to the museum",
        day=4,
        who=("Theo",),
        at="08:00",
        minutes=300,
        description="Packed lunch and a rain jacket.",
    ),
    Plan(title="Playdate with Noor", day=0, who=("Theo",), at="15:00", minutes=120),
    Plan(title="Sleepover at Lena's", day=8, who=("Ida",), at="17:00", minutes=900),
    Plan(title="Soccer game", day=6, who=("Theo",), at="10:00", minutes=90, location="Away: Riverside"),
)
WORK = (
    Plan(title="Late shift", day=0, who=("Mara",), at="13:00", minutes=480),
    Plan(title="Work trip to Hamburg", day=10, who=("Jonas",), days=2, location="Hotel by the harbour"),
    Plan(title="Home office", day=-20, who=("Jonas",), rrule="FREQ=WEEKLY;BYDAY=MO,FR"),
    Plan(title="Team breakfast", day=3, who=("Jonas",), at="08:30", minutes=60),
    Plan(title="Yoga", day=-16, who=("Mara",), at="19:00", minutes=60, rrule="FREQ=WEEKLY;BYDAY=TU"),
)
CALENDARS = (
    ("Family", "#C8553D", (), FAMILY),
    ("Children", "#7B5EA7", ("Ida", "Theo"), CHILDREN),
    ("Work", "#2F6F8F", ("Mara", "Jonas"), WORK),
)
