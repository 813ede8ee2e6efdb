"""The made-up weather of the demo household."""

from datetime import date, timedelta

from appliance.app import Application
from appliance.weather import actions
from appliance.weather.sample import DAYS, sample_forecast
from tests.client import Client
from tests.fakes import FakeClock
from tests.waiting import until
from tests.weather.web import Web

FRIDAY = date(2026, 11, 20)


def store(application: Application) -> None:
    spot = actions.spot(application.database.read)
    assert spot
    application.database.write_now(actions.store_forecast, spot, sample_forecast(FRIDAY, spot.unit))


def test_it_is_the_same_each_time_and_fits_the_season() -> None:
    winter, summer = (sample_forecast(day, "celsius") for day in (date(2026, 1, 20), date(2026, 7, 20)))
    assert winter == sample_forecast(date(2026, 1, 20), "celsius")
    assert (DAYS, DAYS * 24) == (len(winter.days), len(winter.hours))
    assert all(-10 < day.low < day.high < 12 for day in winter.days)
    assert all(12 < day.low < day.high < 30 for day in summer.days)
    # Several kinds of weather in a week, and no snow in summer.
    assert 5 <= len({day.code for day in summer.days})
    assert {day.code for day in winter.days} & {71, 85}
    assert not {day.code for day in summer.days} & {71, 85}


def test_hours_stay_within_their_day() -> None:
    forecast = sample_forecast(FRIDAY, "celsius")
    for day in forecast.days:
        hours = [hour for hour in forecast.hours if hour.at.startswith(day.date.isoformat())]
        assert day.low == min(hour.temp for hour in hours)
        assert day.high == max(hour.temp for hour in hours)


def test_the_unit_of_the_household_is_used() -> None:
    celsius, fahrenheit = (sample_forecast(FRIDAY, unit).days[0].high for unit in ("celsius", "fahrenheit"))
    assert abs(celsius * 1.8 + 32 - fahrenheit) < 0.2


def test_while_the_service_fails_the_sample_is_shown_and_called_one(
    home: Client, web: Web, application: Application, clock: FakeClock
) -> None:
    web.status = 500
    store(application)

    weather = home.get("/api/weather").json()

    assert (True, 7) == (weather["sample"], len(weather["days"]))
    assert weather["now"]["temp"] == home.get("/api/board").json()["weather"]["now"]["temp"]
    assert True is home.get("/api/board").json()["weather"]["sample"]
    # It never ends: it begins again with the day of a failure.
    clock.turn(days=30)
    home.get("/api/weather")
    clock.turn(minutes=11)
    later = home.get("/api/weather").json()
    assert (True, (FRIDAY + timedelta(days=30)).isoformat()) == (later["sample"], later["days"][0]["date"])


def test_another_unit_has_a_sample_too(home: Client, web: Web, application: Application) -> None:
    web.status = 500
    store(application)
    home.patch("/api/settings", {"temperatureUnit": "fahrenheit"})
    home.get("/api/weather")
    weather = home.get("/api/weather").json()
    assert ("fahrenheit", True) == (weather["unit"], weather["sample"])


def test_the_real_weather_replaces_the_sample(home: Client, web: Web, application: Application) -> None:
    store(application)
    assert True is home.get("/api/weather").json()["sample"]  # without waiting for the service

    weather = until(lambda: home.get("/api/weather").json(), lambda found: "sample" not in found)

    assert (19, 1) == (weather["now"]["temp"], len(web.requests))
