"""Series as they are stored, and random rules."""

import random
from typing import Any

from msgspec.structs import replace

from appliance.calendar.events.models import StoredEvent

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
ENDS = (
    "",
    "",
    "",
    ";COUNT=1",
    ";COUNT=7",
    ";COUNT=40",
    ";UNTIL=20111229",
    ";UNTIL=20111230T093000",
    ";UNTIL=20111230T093000Z",
)
CLOCKS = ("", "", "", ";BYHOUR=2;BYMINUTE=30", ";BYHOUR=0", ";BYHOUR=23")


def stored_series(rrule: str, start: str, end: str, *, all_day: bool = False, **more: Any) -> StoredEvent:
    """A series of a local calendar."""
    made = StoredEvent(
        id="s",
        calendar_id="home",
        external_id=None,
        series_id=None,
        title="Series",
        start=start,
        end=end,
        all_day=all_day,
        location=None,
        description=None,
        rrule=rrule,
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )
    return replace(made, **more)


def some_rule(source: random.Random) -> str:
    """A usual rule, with whatever end, at whatever time of day."""
    weekdays = ",".join(source.sample(WEEKDAYS, source.randint(1, 3)))
    ordinal = f"{source.choice([1, 2, 4, 5, -1])}{source.choice(WEEKDAYS)}"
    month_days = ",".join(str(source.choice([1, 15, 29, 31, -1])) for _ in range(source.randint(1, 2)))
    rule = source.choice(
        [
            "FREQ=DAILY",
            "FREQ=WEEKLY",
            f"FREQ=WEEKLY;BYDAY={weekdays}",
            f"FREQ=WEEKLY;BYDAY={weekdays};WKST=SU",
            "FREQ=MONTHLY",
            f"FREQ=MONTHLY;BYDAY={ordinal}",
            f"FREQ=MONTHLY;BYMONTHDAY={month_days}",
            "FREQ=YEARLY",
            f"FREQ=YEARLY;BYMONTH=3,12;BYDAY={ordinal}",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        ]
    )
    interval = source.choice(["", "", f";INTERVAL={source.randint(2, 5)}"])
    return rule + interval + source.choice(ENDS) + source.choice(CLOCKS)
