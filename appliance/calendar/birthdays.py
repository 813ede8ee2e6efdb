"""The built-in calendar of birthdays: all-day events that are made when they are asked for and never stored."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from appliance.calendar.events.models import Event, EventBirthday
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader
from appliance.people import queries as people_queries
from appliance.people.models import Person
from appliance.people.rules import age_on, birthday_in
from appliance.texts import Texts

CALENDAR_ID = "birthdays"
DAY = timedelta(days=1)


def between(
    db: Reader, begin: datetime, end: datetime, member_id: str | None = None, calendar_id: str | None = None
) -> list[Event]:
    """The birthdays of members in a range, or of one member; none while the household has switched them off."""
    if calendar_id not in (None, CALENDAR_ID) or not household_queries.settings(db).birthdays_calendar:
        return []
    concerned = [person for person in people_queries.people(db) if member_id in (None, person.id)]
    return events(concerned, begin, end, household_queries.texts(db))


def events(people: Iterable[Person], begin: datetime, end: datetime, texts: Texts) -> list[Event]:
    """The birthdays that overlap a range; days are UTC midnights, as for every all-day event. (contract §13.4)

    The first is a year after the birth. 29 February is the 28th in common years.
    """
    years = range(begin.year - 1, end.year + 2)
    return [
        _event(person, day, texts)
        for person in people
        if person.birthday
        for day in (birthday_in(person.birthday, year) for year in years if 1 <= year <= date.max.year)
        if (age := age_on(person.birthday, day)) is None or age > 0
        if _midnight(day, begin) < end and _midnight(day, begin) + DAY > begin
    ]


def title(name: str, age: int | None, texts: Texts) -> str:
    """The title in the household's language; screens word it in their own from `EventBirthday`."""
    return (
        texts.say("birthday.title", name=name)
        if age is None
        else texts.say("birthday.titleWithAge", name=name, age=age)
    )


def _midnight(day: date, like: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=like.tzinfo)


def _event(person: Person, day: date, texts: Texts) -> Event:
    age = age_on(person.birthday or "", day)
    return Event(
        id=f"birthday_{person.id}_{day.year}",
        calendar_id=CALENDAR_ID,
        title=title(person.name, age, texts),
        start=day.isoformat(),
        end=(day + DAY).isoformat(),
        all_day=True,
        location=None,
        description=None,
        member_ids=(person.id,),
        color=person.color,
        rrule=None,
        occurrence_start=None,
        read_only=True,
        series_id=None,
        member_scope="occurrence",
        category_id=None,
        category_source=None,
        reminders=None,
        reminder_source=None,
        travel_minutes=None,
        leave_at=None,
        remind_before_leave=False,
        birthday=EventBirthday(member_id=person.id, name=person.name, age=age),
    )
