"""A made-up forecast for the demo household, which may have no internet. It is always said to be a sample."""

from datetime import date, timedelta
from math import cos, pi

from appliance.household.models import Unit
from appliance.weather.models import DayAhead, Forecast, HourAhead

DAYS = 10
# Sky by WMO code, chance of rain in percent, and how much warmer or colder than usual the day is, in degrees Celsius.
PATTERN = ((2, 10, 1.0), (0, 0, 2.5), (61, 70, -1.0), (3, 20, 0.0), (80, 55, -0.5), (1, 5, 1.5), (95, 80, -2.0))
WINTRY = {61: 71, 80: 85, 95: 3}
# Of a place in the middle of Europe: the mean of a year, how much summer and winter differ from it, and day from night.
MEAN, SEASON, DAY = 11.0, 10.0, 4.0
WARMEST_DAY, WARMEST_HOUR = 200, 15
# Codes above this are rain or snow.
DRY = 3
# A day as cold as this on average has snow and not rain.
FREEZING = 2.0


def sample_forecast(today: date, unit: Unit) -> Forecast:
    """Ten days that begin with `today`: the same for the same day, mild or cold as the season is."""
    days = [today + timedelta(days=ahead) for ahead in range(DAYS)]
    return Forecast(
        sample=True,
        days=tuple(_day(day, unit) for day in days),
        hours=tuple(_hour(day, hour, unit) for day in days for hour in range(24)),
    )


def _day(day: date, unit: Unit) -> DayAhead:
    code, rain, mean = _weather(day)
    return DayAhead(date=day, code=code, high=_in(mean + DAY, unit), low=_in(mean - DAY, unit), rain_chance=rain)


def _hour(day: date, hour: int, unit: Unit) -> HourAhead:
    code, rain, mean = _weather(day)
    # Rain comes and goes within a day.
    is_dry = code > DRY and hour % 6 < 3
    return HourAhead(
        at=f"{day}T{hour:02}:00",
        temp=_in(mean + DAY * cos((hour - WARMEST_HOUR) / 24 * 2 * pi), unit),
        code=DRY if is_dry else code,
        rain_chance=rain // 2 if is_dry else rain,
    )


def _weather(day: date) -> tuple[int, int, float]:
    """Code, chance of rain, and mean temperature in degrees Celsius of a day."""
    code, rain, warmer = PATTERN[day.toordinal() % len(PATTERN)]
    mean = MEAN + SEASON * cos((day.timetuple().tm_yday - WARMEST_DAY) / 365 * 2 * pi) + warmer
    return (WINTRY.get(code, code) if mean < FREEZING else code), rain, mean


def _in(celsius: float, unit: Unit) -> float:
    return round(celsius if unit == "celsius" else celsius * 1.8 + 32, 1)
