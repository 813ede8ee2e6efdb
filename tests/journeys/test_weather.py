"""Journeys of the weather: setting the household's location, and the wall's forecast."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving, stored_once
from tests.journeys.waiting import settled
from tests.morning import ZONE, today
from tests.waiting import until
from tests.weather.web import Web, forecast
from tests.weather.web import serving as telling

pytestmark = pytest.mark.journey

on_the_small_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """A weather service with a forecast for today."""
    with telling() as running:
        running.answers["/v1/forecast"] = forecast(today())
        yield running


@pytest.fixture(scope="module")
def application(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    folder = tmp_path_factory.mktemp("weather") / "data"
    with serving(folder, OPEN_METEO_URL=web.url, OPEN_METEO_GEOCODING_URL=web.url) as mantel:
        yield mantel


@pytest.fixture
def mantel(application: MantelServer) -> MantelServer:
    """A household without a location."""
    application.call("PATCH", "/api/settings", {"location": None, "temperatureUnit": "celsius", "timezone": ZONE.key})
    return application


@on_the_small_wall_and_phone
def test_the_location_is_set(page: Page, mantel: MantelServer, web: Web, screen: str) -> None:
    mantel.sign_in(page, "/settings/household", wall=screen != "phone")
    places = page.get_by_role("region", name="Location")
    expect(places).to_contain_text("Not set")
    web.answers["/v1/search"], found = {"results": []}, web.answers["/v1/search"]
    type_into(places.get_by_label("Town"), "Nowhere")
    places.get_by_role("button", name="Find").tap()
    expect(places).to_contain_text("No place with this name was found.")
    web.answers["/v1/search"] = found
    type_into(places.get_by_label("Town"), "Berlin")
    places.get_by_role("button", name="Find").tap()
    choice = places.get_by_role("button", name="Berlin, State of Berlin, Germany")
    expect(choice).to_be_visible()
    assert_accessible(page)
    choice.tap()
    expect(places.locator("strong")).to_have_text("Berlin")
    # The towns that were found are gone, so what is below them has moved.
    settled(page)
    page.get_by_role("group", name="Temperature unit").get_by_text("°F").tap()
    expect(page.get_by_role("group", name="Temperature unit").get_by_role("radio", name="°F")).to_be_checked()
    assert_accessible(page)
    settings = until(lambda: settings_of(mantel), lambda found: found["temperatureUnit"] == "fahrenheit")
    assert ("Berlin", "fahrenheit") == (settings["location"]["name"], settings["temperatureUnit"])

    places.get_by_role("button", name="Remove location").tap()
    expect(places).to_contain_text("Not set")
    assert until(lambda: settings_of(mantel), lambda found: found["location"] is None)["location"] is None


def settings_of(mantel: MantelServer) -> dict[str, Any]:
    found: dict[str, Any] = mantel.call("GET", "/api/settings")
    return found


def test_the_wall_shows_the_weather_once_there_is_a_location(
    page: Page, mantel: MantelServer, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/", wall=True)
    weather = page.get_by_role("region", name="Weather in Berlin")
    expect(page.get_by_role("region", name="Coming up")).to_be_visible()
    expect(weather).to_have_count(0)

    mantel.call("PATCH", "/api/settings", {"location": {"name": "Berlin", "lat": 52.52, "lon": 13.41}})
    now = mantel.call("GET", "/api/weather")["now"]
    expect(weather).to_contain_text(f"{now['temp']}°")
    expect(weather).to_contain_text("Light rain")
    expect(weather).to_contain_text("3° / -2°")
    assert_accessible(page)

    # A device in another language than the household's.
    with browser.new_context(**browser_context_args) as german:
        other = german.new_page()
        other.add_init_script(stored_once(mantel.url, {"language": "de"}))
        mantel.sign_in(other, "/", wall=True)
        expect(other.get_by_role("region", name="Wetter in Berlin")).to_contain_text("Leichter Regen")

    mantel.call("PATCH", "/api/settings", {"location": None})
    expect(weather).to_have_count(0)
