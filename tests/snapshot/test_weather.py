"""The weather within a member's day."""

import pytest

from appliance.people.models import Person
from appliance.weather import service
from tests.client import Client
from tests.weather.conftest import application, home, settings, web
from tests.weather.web import Web

__all__ = ["application", "home", "settings", "web"]


def test_a_day_has_the_weather_of_today_and_tomorrow_and_a_week_of_seven_days(
    home: Client, web: Web, family: dict[str, Person]
) -> None:
    cleo = family["Cleo"].id
    answers = [
        home.get("/api/snapshot", params={"member": cleo, "range": each}).json()["weather"] for each in ("day", "week")
    ]
    assert ["2026-11-20", "2026-11-21"] == [day["date"] for day in answers[0]["days"]]
    assert 7 == len(answers[1]["days"])
    assert home.get("/api/weather").json() == answers[1]
    assert 1 == len(web.requests)


def test_a_service_that_does_not_answer_delays_no_other(
    home: Client, web: Web, family: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    web.gate.clear()
    monkeypatch.setattr(service, "SHORT_WAIT_SECONDS", 0.1)
    answers = home.get("/api/snapshot", params={"member": family["Cleo"].id}).json()
    assert ("Good afternoon, Cleo", None) == (answers["greeting"], answers["weather"])
    web.gate.set()
    assert 19 == home.get("/api/weather").json()["now"]["temp"]
    assert 1 == len(web.requests)
