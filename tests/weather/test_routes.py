"""Weather and places over REST, fetched from a local HTTP server."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.settings import Settings
from appliance.weather import service
from tests.building import build
from tests.client import Changes, Client, Loop
from tests.fakes import FakeClock
from tests.waiting import until
from tests.weather.conftest import HOME
from tests.weather.web import BERLIN, FRIDAY, Web, forecast

RAIN = {"code": 61, "emoji": "🌧️", "text": "Light rain", "rainChance": 40}
CLOUDY = {"code": 3, "emoji": "☁️", "text": "Cloudy", "rainChance": None}


def test_without_a_location_there_is_no_weather(display: Client, web: Web) -> None:
    answer = display.get("/api/weather")
    assert (200, None) == (answer.status_code, answer.json())
    assert [] == web.requests


def test_the_weather_at_home(
    home: Client, display: Client, web: Web, recorded: Changes, application: Application
) -> None:
    rev = application.database.rev
    week = [
        {"date": (FRIDAY + timedelta(days=count)).isoformat(), "high": 3, "low": -2, **CLOUDY} for count in range(7)
    ]
    # 15:24 in UTC is 16:24 in Berlin, and 2.5 + 16 degrees are 19.
    hours = [
        {"at": f"{FRIDAY + timedelta(days=hour // 24)}T{hour % 24:02}:00", "temp": 3 + hour % 24, **RAIN}
        for hour in range(17, 41)
    ]
    expected = {"location": "Berlin", "unit": "celsius", "now": {"temp": 19, **RAIN}, "days": week, "hours": hours}
    assert expected == display.get("/api/weather").json()

    [(path, query)] = web.requests
    assert "/v1/forecast" == path
    wanted = ("latitude", "longitude", "timezone", "temperature_unit")
    assert ["52.52", "13.41", "Europe/Berlin", "celsius"] == [query[name] for name in wanted]
    assert (rev, []) == (application.database.rev, recorded())


def test_it_is_fetched_once_an_hour(home: Client, web: Web, clock: FakeClock) -> None:
    home.get("/api/weather")
    clock.turn(minutes=59)
    web.answers["/v1/forecast"] = forecast(temp=10)
    assert 20 == home.get("/api/weather").json()["now"]["temp"]
    assert 1 == len(web.requests)
    clock.turn(minutes=1)
    assert 27 == home.get("/api/weather").json()["now"]["temp"]
    assert 2 == len(web.requests)


def test_another_place_unit_or_zone_is_fetched_anew_and_the_old_ones_are_kept(home: Client, web: Web) -> None:
    home.get("/api/weather")
    for change in (
        {"location": HOME | {"lat": 53.5}},
        {"temperatureUnit": "fahrenheit"},
        {"timezone": "Europe/London"},
        {"location": HOME | {"name": "Hamburg", "lat": 53.5}},
    ):
        home.patch("/api/settings", change)
        weather = home.get("/api/weather").json()
    assert ("Hamburg", "fahrenheit", 18) == (weather["location"], weather["unit"], weather["now"]["temp"])
    asked = [(query["latitude"], query["temperature_unit"], query["timezone"]) for _, query in web.requests]
    assert [
        ("52.52", "celsius", "Europe/Berlin"),
        ("53.5", "celsius", "Europe/Berlin"),
        ("53.5", "fahrenheit", "Europe/Berlin"),
        ("53.5", "fahrenheit", "Europe/London"),
    ] == asked
    home.patch("/api/settings", {"temperatureUnit": "celsius", "timezone": "Europe/Berlin", "location": HOME})
    home.get("/api/weather")
    assert 4 == len(web.requests)


@pytest.mark.parametrize(
    "misbehave",
    [
        lambda web: setattr(web, "status", 503),
        lambda web: web.answers.update({"/v1/forecast": b"<html>"}),
        lambda web: web.answers.update({"/v1/forecast": {"hourly": {}}}),
        lambda web: web.answers.update({"/v1/forecast": forecast(temp=1e300)}),
        lambda web: web.answers["/v1/forecast"]["daily"]["weather_code"].pop(),
        lambda web: web.answers.update({"/v1/forecast": b"x" * 1_100_000}),
    ],
)
def test_after_a_failure_the_old_copy_stays_and_ten_minutes_pass(
    home: Client, web: Web, clock: FakeClock, misbehave: Callable[[Web], None]
) -> None:
    before = home.get("/api/weather").json()
    good = web.answers | {"/v1/forecast": forecast(temp=10)}
    misbehave(web)
    clock.turn(hours=1)
    after = home.get("/api/weather")
    assert (200, before["days"], 20) == (after.status_code, after.json()["days"], after.json()["now"]["temp"])
    clock.turn(minutes=9)
    assert after.json() == home.get("/api/weather").json()
    assert 2 == len(web.requests)
    web.status, web.answers = 200, good
    clock.turn(minutes=1)
    assert 27 == home.get("/api/weather").json()["now"]["temp"]
    assert 3 == len(web.requests)


def test_before_anything_was_fetched_a_failure_is_no_weather(home: Client, web: Web) -> None:
    web.status = 500
    assert [None, None] == [home.get("/api/weather").json() for _ in range(2)]
    assert 1 == len(web.requests)


def test_a_restart_keeps_the_copy(
    home: Client, web: Web, application: Application, settings: Settings, clock: FakeClock, loop: Loop
) -> None:
    before = home.get("/api/weather").json()
    web.status = 500
    clock.turn(hours=1)
    again = build(settings, clock=clock)
    try:
        loop.run(again.forecaster.refresh_for_request())
        key = home._http.headers["authorization"].removeprefix("Bearer ")
        weather = Client(again.app, loop, key).get("/api/weather").json()
        assert (before["days"], 20) == (weather["days"], weather["now"]["temp"])
    finally:
        loop.run(again.net.close())
        again.database.close()


def test_a_stored_forecast_is_answered_while_the_service_is_slow(
    home: Client, web: Web, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = home.get("/api/weather").json()
    web.gate.clear()
    web.answers["/v1/forecast"] = forecast(temp=10)
    clock.turn(hours=1)
    with monkeypatch.context() as short:
        short.setattr(service, "SHORT_WAIT_SECONDS", 0.1)
        assert before["days"] == home.get("/api/weather").json()["days"]
    web.gate.set()
    assert 27 == home.get("/api/weather").json()["now"]["temp"]
    assert 2 == len(web.requests)


def test_many_who_ask_at_once_cause_one_request(home: Client, web: Web) -> None:
    web.gate.clear()
    with ThreadPoolExecutor(6) as crowd:
        answers = [crowd.submit(home.get, "/api/weather") for _ in range(6)]
        until(lambda: web.requests)
        web.gate.set()
        assert {19} == {answer.result().json()["now"]["temp"] for answer in answers}
    assert 1 == len(web.requests)


def test_the_job_fetches_for_those_who_only_read(home: Client, web: Web, application: Application, loop: Loop) -> None:
    loop.run(application.scheduler.tick())
    assert ["/v1/forecast"] == [path for path, _ in web.requests]
    loop.run(application.scheduler.tick())
    assert 1 == len(web.requests)


def test_changing_the_location_over_and_over_is_bounded(
    home: Client, display: Client, web: Web, clock: FakeClock, application: Application
) -> None:
    def look_elsewhere(times: int) -> None:
        for number in range(times):
            location = HOME | {"lat": clock.at.minute + number / 100}
            assert 200 == display.patch("/api/settings", {"location": location}).status_code
            assert 200 == display.get("/api/weather").status_code

    look_elsewhere(70)
    assert 60 == len(web.requests)
    assert 20 == application.database.read.value("SELECT count(*) FROM forecasts")
    clock.turn(hours=1, minutes=1)
    look_elsewhere(1)
    assert 61 == len(web.requests)


def test_a_place_is_found(display: Client, web: Web) -> None:
    elsewhere = {
        "name": "Berlin",
        "latitude": 44.46867,
        "longitude": -71.18508,
        "country_code": "us",
        "timezone": "America/New_York",
    }
    nameless = {"name": "Nowhere", "latitude": 1, "longitude": 2, "timezone": "Mars/Olympus"}
    web.answers["/v1/search"] = {"results": [BERLIN, elsewhere, nameless] + [BERLIN] * 5}
    found = display.get("/api/geocode", params={"q": "  Berlin & more "}).json()
    assert [
        {
            "name": "Berlin",
            "label": "Berlin, State of Berlin, Germany",
            "lat": 52.52437,
            "lon": 13.41053,
            "countryCode": "DE",
            "timezone": "Europe/Berlin",
        },
        {
            "name": "Berlin",
            "label": "Berlin",
            "lat": 44.46867,
            "lon": -71.18508,
            "countryCode": "US",
            "timezone": "America/New_York",
        },
        {"name": "Nowhere", "label": "Nowhere", "lat": 1.0, "lon": 2.0},
    ] == found[:3]
    assert 5 == len(found)
    [(path, query)] = web.requests
    assert ("/v1/search", "Berlin & more", "5") == (path, query["name"], query["count"])
    # What was found can be the household's location as it is.
    assert 200 == display.patch("/api/settings", {"location": found[0]}).status_code


def test_nothing_found_is_an_empty_list(display: Client, web: Web) -> None:
    web.answers["/v1/search"] = {"generationtime_ms": 0.5}
    assert [] == display.get("/api/geocode?q=Xyzzy").json()


@pytest.mark.parametrize("query", ["", "?q=", "?q=A", "?q=%20A%20", "?q=" + "x" * 101])
def test_an_invalid_name_is_rejected_without_a_request(display: Client, web: Web, query: str) -> None:
    answer = display.get(f"/api/geocode{query}")
    assert (400, "q: ") == (answer.status_code, answer.json()["error"][:3])
    assert [] == web.requests


@pytest.mark.parametrize(
    ("status", "body"), [(500, b"{}"), (200, b"nonsense"), (200, b'{"results": [{}]}'), (404, b"")]
)
def test_a_service_that_fails_is_502(display: Client, web: Web, status: int, body: bytes) -> None:
    web.status, web.answers["/v1/search"] = status, body
    answer = display.get("/api/geocode?q=Berlin")
    assert (502, "the weather service") == (answer.status_code, answer.json()["error"][:19])


def test_thirty_searches_a_minute_are_enough(
    display: Client, client: Client, web: Web, clock: FakeClock, recorded: Changes
) -> None:
    assert {200} == {display.get("/api/geocode?q=Berlin").status_code for _ in range(30)}
    rejected = [who.get("/api/geocode?q=Berlin") for who in (display, client)]
    assert [429, 429] == [answer.status_code for answer in rejected]
    assert 30 == len(web.requests)
    clock.turn(seconds=61)
    assert 200 == display.get("/api/geocode?q=Berlin").status_code
    assert [] == [topic for topic, _ in recorded() if topic != "settings.changed"]


def test_the_real_service_is_asked_only_at_public_addresses(
    tmp_path: Any, clock: FakeClock, loop: Loop, web: Web
) -> None:
    """An address of one's own may be at home; the default one may not lead there, whatever the name server says."""
    from appliance.kernel.errors import BadGateway
    from appliance.kernel.net.client import Net
    from appliance.weather.open_meteo import OpenMeteo

    async def home_address(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    net = Net(resolve=home_address)
    with pytest.raises(BadGateway, match="is not at a public address"):
        loop.run(OpenMeteo(net, Settings()).places("Berlin", "en"))
    loop.run(net.close())
    assert [] == web.requests
