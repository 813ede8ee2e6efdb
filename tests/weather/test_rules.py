"""The forecast for a given time."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.household.models import Location, Settings
from appliance.kernel.errors import BadRequest
from appliance.texts import Texts
from appliance.weather import rules
from appliance.weather.models import DayAhead, Fetched, Forecast, HourAhead, Spot, WeatherDay, WeatherHour, WeatherNow

ENGLISH = Texts("en")
BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = date(2026, 11, 20)
NOTHING = Forecast(hours=(), days=())


@pytest.mark.parametrize(
    ("degrees", "whole"),
    [(2.5, 3), (2.4, 2), (-2.5, -2), (-2.6, -3), (0.5, 1), (-0.5, 0), (0.0, 0), (-0.0, 0), (99.95, 100)],
)
def test_halves_go_up(degrees: float, whole: int) -> None:
    assert whole == rules.rounded(degrees)


@pytest.mark.parametrize(
    ("code", "sky"),
    [
        (0, ("☀️", "Clear")),
        (48, ("🌫️", "Freezing fog")),
        (57, ("🌧️", "Freezing drizzle")),
        (75, ("❄️", "Heavy snow")),
        (82, ("🌧️", "Heavy showers")),
        (99, ("⛈️", "Thunderstorms, hail")),
        (4, ("🌡️", "Unknown")),
        (100, ("🌡️", "Unknown")),
        (1000, ("🌡️", "Unknown")),
        (-1, ("🌡️", "Unknown")),
    ],
)
def test_a_code_has_an_emoji_and_a_text(code: int, sky: tuple[str, str]) -> None:
    assert sky == rules.sky(code, ENGLISH)


def ahead(count: int, first: date = FRIDAY) -> Forecast:
    dates = [first + timedelta(days=offset) for offset in range(count)]
    hours = tuple(
        HourAhead(at=f"{day}T{hour:02}:00", temp=hour + 0.5, code=3, rain_chance=None if hour == 16 else 12.5)
        for day in dates
        for hour in range(24)
    )
    days = tuple(DayAhead(date=day, code=0, high=7.5, low=-0.5, rain_chance=99.5) for day in dates)
    return Forecast(hours=hours, days=days)


def test_now_is_the_current_hour_of_the_household() -> None:
    weather = rules.weather(ahead(10), "Home", "celsius", datetime(2026, 11, 20, 16, 59, tzinfo=BERLIN), ENGLISH)
    assert weather
    assert WeatherNow(temp=17, code=3, emoji="☁️", text="Cloudy", rain_chance=None) == weather.now
    friday = WeatherDay(date=FRIDAY, code=0, emoji="☀️", text="Clear", high=8, low=0, rain_chance=100)
    assert friday == weather.days[0]
    assert [FRIDAY + timedelta(days=count) for count in range(7)] == [day.date for day in weather.days]


def test_the_hours_are_those_after_the_current_one() -> None:
    weather = rules.weather(ahead(10), "Home", "celsius", datetime(2026, 11, 20, 15, 59, tzinfo=BERLIN), ENGLISH)
    assert weather
    first = WeatherHour(at="2026-11-20T16:00", temp=17, code=3, emoji="☁️", text="Cloudy", rain_chance=None)
    assert (first, "2026-11-21T15:00", 24) == (weather.hours[0], weather.hours[-1].at, len(weather.hours))
    late = rules.weather(ahead(1), "Home", "celsius", datetime(2026, 11, 20, 22, 0, tzinfo=BERLIN), ENGLISH)
    assert late
    assert ["2026-11-20T23:00"] == [hour.at for hour in late.hours]


def test_an_old_forecast_shows_its_remaining_days() -> None:
    weather = rules.weather(ahead(10), "Home", "celsius", datetime(2026, 11, 28, 0, 0, tzinfo=BERLIN), ENGLISH)
    assert weather
    assert (1, 13, 2) == (weather.now and weather.now.temp, weather.now and weather.now.rain_chance, len(weather.days))
    assert None is rules.weather(ahead(10), "Home", "celsius", datetime(2026, 11, 30, 0, 0, tzinfo=BERLIN), ENGLISH)


def test_the_current_hour_is_null_when_the_forecast_lacks_it() -> None:
    days = tuple(ahead(2).days)
    weather = rules.weather(
        Forecast(hours=(), days=days), "Home", "celsius", datetime(2026, 11, 20, 16, tzinfo=BERLIN), ENGLISH
    )
    assert weather
    assert (None, 2) == (weather.now, len(weather.days))


NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "fresh"),
    [
        ("2026-11-20T15:24:00.000Z", True),
        ("2026-11-20T14:24:00.001Z", True),
        ("2026-11-20T14:24:00.000Z", False),
        ("2026-11-20T15:24:00.001Z", False),
    ],
)
def test_a_forecast_is_used_for_an_hour(at: str, fresh: bool) -> None:
    assert fresh == rules.is_fresh(Fetched(at=at, forecast=NOTHING), NOW)
    assert False is rules.is_fresh(None, NOW)


@pytest.mark.parametrize(("minutes", "again"), [(0, False), (9, False), (10, True), (600, True), (-1, True)])
def test_ten_minutes_after_a_failure_it_is_tried_again(minutes: int, again: bool) -> None:
    assert again == rules.may_retry(NOW - timedelta(minutes=minutes), NOW)


def test_the_spot_follows_the_settings() -> None:
    home = Settings(temperature_unit="fahrenheit", location=Location(name="Home", lat=40.5, lon=-73.5))
    spot = Spot(lat=40.5, lon=-73.5, unit="fahrenheit", zone="America/New_York")
    assert spot == rules.spot(home, "America/New_York")
    assert None is rules.spot(Settings(temperature_unit="celsius"), "UTC")


@pytest.mark.parametrize(("text", "name"), [(" Ulm ", "Ulm"), ("Au", "Au"), ("x" * 100, "x" * 100)])
def test_a_place_is_asked_for_by_its_trimmed_name(text: str, name: str) -> None:
    assert name == rules.place_name(text)


@pytest.mark.parametrize("text", ["", " ", "A", " A ", "x" * 101])
def test_a_name_too_short_or_too_long_is_rejected(text: str) -> None:
    with pytest.raises(BadRequest, match="q: must have 2 to 100 characters"):
        rules.place_name(text)
