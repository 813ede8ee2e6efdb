"""The events of the busy demo household: most repeat each week, from three weeks ago on."""

from appliance.demo.calendar import Plan, PlannedCalendar

ANNIKA, MAXIMILIAN, IDA, THEO = "Annika", "Maximilian-Alexander von Hohenstein", "Ida", "Theo"
NOUR, UNICORN, GRANDMA = "نور", "🦄🌈", "Grandma Wilhelmine"
EVERYBODY = (ANNIKA, MAXIMILIAN, IDA, THEO, NOUR, UNICORN, GRANDMA)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FIRST_WEEK = -21


def weekly(
    title: str, days: str, at: str | None, minutes: int, *who: str, location: str = "", travel: int | None = None
) -> Plan:
    """An event on these days of each week, such as `MO,WE`; all-day without a time."""
    return Plan(
        title=title,
        day=FIRST_WEEK + WEEKDAYS.index(days[:2]),
        who=who,
        at=at,
        minutes=minutes,
        rrule=f"FREQ=WEEKLY;BYDAY={days}",
        location=location,
        travel=travel,
    )


FAMILY = (
    weekly("Film night", "FR", "18:30", 120, *EVERYBODY),
    weekly("Sunday lunch", "SU", "12:30", 90, *EVERYBODY, location="At home, the long table"),
    weekly("Waste collection: paper, plastics and the green bin", "TU", "07:00", 15),
    weekly("🎉🎂🎈", "FR", "15:00", 120, UNICORN, location="🏰"),
    weekly("Vet", "MO", "08:30", 30, ANNIKA, location="Dr. Igel, Mill Lane 12"),
    Plan(title="Aunt Wilma from Lübeck stays with us", day=1, who=(GRANDMA, ANNIKA), days=4),
    Plan(title="Scout camp at the quarry lake", day=4, who=(IDA, THEO), days=3, location="Quarry lake, meadow 4"),
    Plan(title="Trip to the sea", day=12, who=EVERYBODY, days=5),
)
SCHOOL_DAYS = "MO,TU,WE,TH,FR"
CHILDREN = (
    weekly("School", SCHOOL_DAYS, "08:00", 315, IDA, NOUR),
    weekly("Primary school", SCHOOL_DAYS, "08:10", 250, THEO),
    weekly("Kindergarten", "MO,WE,FR", "08:15", 225, UNICORN),
    weekly("Swimming", "MO", "16:00", 75, IDA, location="City pool", travel=20),
    weekly("Soccer practice", "TU", "15:30", 90, THEO, location="Park fields", travel=10),
    weekly("Soccer game", "SA", "10:00", 90, THEO, IDA, location="Away: Riverside"),
    weekly("Violin lesson", "WE", "17:00", 45, IDA, location="Music school"),
    weekly("Tutoring", "TH", "16:00", 30, THEO),
    weekly("Orthodontist", "TH", "16:15", 30, IDA, location="Market Square 3"),
    weekly("Library", "TH", "16:30", 30, UNICORN, NOUR),
    weekly("תרגול מקהלה", "TU", "16:30", 60, NOUR, location="בית הספר"),
    weekly("درس اللغة العربية مع الأستاذة ليلى", "SA", "09:00", 90, NOUR),
    weekly("🩰", "MO", "15:15", 45, UNICORN),
    weekly("Dentist", "MO", "08:15", 45, THEO, location="Dr. Weiss", travel=15),
    weekly(
        "Parent-teacher conference about the class trip, the new timetable and the missing gym shoes",
        "WE",
        "18:30",
        90,
        ANNIKA,
        MAXIMILIAN,
        location="School, room 2.14 (entrance through the courtyard)",
    ),
)
WORK = (
    weekly("School run", SCHOOL_DAYS, "07:30", 30, ANNIKA),
    weekly("Call with Singapore", "TU,TH", "07:00", 15, MAXIMILIAN),
    weekly("Home office", "FR", None, 0, MAXIMILIAN),
    weekly("Night shift", "WE", "21:30", 510, ANNIKA, location="St. Mary's, ward 4"),
    weekly("Yoga", "TU", "19:00", 60, ANNIKA),
    weekly("Band practice", "TH", "20:00", 120, MAXIMILIAN),
    weekly("Run by the river", "SU", "08:00", 45, MAXIMILIAN, ANNIKA),
    Plan(title="Work trip to Hamburg", day=1, who=(MAXIMILIAN,), at="06:40", minutes=3740, location="Hotel"),
)
GRANDMAS = (
    weekly("Physiotherapy", "MO,TH", "08:30", 30, GRANDMA, location="Ring Road 8"),
    weekly("Blood test", "MO", "07:45", 30, GRANDMA),
    weekly("Choir", "WE", "19:00", 90, GRANDMA),
    weekly("Market", "SA", "09:15", 60, GRANDMA, ANNIKA),
)
CALENDARS: tuple[PlannedCalendar, ...] = (
    ("Family", "#C8553D", (), FAMILY),
    ("Children", "#7B5EA7", (IDA, THEO, NOUR, UNICORN), CHILDREN),
    ("Work", "#2F6F8F", (ANNIKA, MAXIMILIAN), WORK),
    ("Grandma", "#2f9e94", (GRANDMA,), GRANDMAS),
)
