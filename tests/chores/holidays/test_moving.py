"""A chore that moves for the holidays of the household's region."""

import pytest

from appliance.chores.holidays.jobs import HolidaysJob
from appliance.kernel.database.database import Database
from tests.chores.exceptions.test_routes import a_chore, due, send
from tests.client import Client, Loop
from tests.fakes import FakeClock

# The week of Christmas: Thursday and Friday, and the weekend.
WEEK = [f"2026-12-{day}" for day in range(21, 29)]


def test_bins_of_a_week_with_holidays(client: Client, database: Database, clock: FakeClock, loop: Loop) -> None:
    job = HolidaysJob()

    def look_up() -> None:
        loop.run(job.run(database, clock.now()))

    bins = a_chore(client, rrule="FREQ=WEEKLY;BYDAY=TU,FR", dueDate="2026-12-01", movesForHolidays=True)
    client.patch("/api/settings", {"timezone": "UTC"})
    look_up()
    assert ["2026-12-22", "2026-12-25"] == [day for day, _ in due(client, *WEEK)]
    # Without another region that of the time zone.
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    look_up()
    # The 25th and the 26th are holidays, the 27th is a Sunday.
    assert ["2026-12-22", "2026-12-28"] == [day for day, _ in due(client, *WEEK)]

    # A moved date is skipped as any other.
    assert 200 == send(client, bins, "skip", date="2026-12-28")
    assert ["2026-12-22"] == [day for day, _ in due(client, *WEEK)]
    client.patch(f"/api/chores/{bins}", {"movesForHolidays": False})
    assert ["2026-12-22", "2026-12-25"] == [day for day, _ in due(client, *WEEK)]


def test_another_region_has_other_holidays(client: Client, database: Database, clock: FakeClock, loop: Loop) -> None:
    job = HolidaysJob()
    a_chore(client, rrule="FREQ=WEEKLY;BYDAY=TH", dueDate="2026-06-04", movesForHolidays=True)
    found = []
    for settings in ({"holidayCountry": "DE", "holidaySubdivision": "BY"}, {"holidaySubdivision": "HH"}):
        client.patch("/api/settings", settings)
        loop.run(job.run(database, clock.now()))
        # Corpus Christi, and Reformation Day on a Saturday.
        found.append(due(client, "2027-05-27", "2027-05-28"))
    assert [[("2027-05-28", None)], [("2027-05-27", None)]] == found


UNKNOWN: dict[str, tuple[dict[str, str], str]] = {
    "no code": ({"holidayCountry": "Germany"}, "holidayCountry"),
    "no country": ({"holidayCountry": "XX"}, "holidayCountry"),
    "no part of it": ({"holidayCountry": "DE", "holidaySubdivision": "XX"}, "holidaySubdivision"),
    "a part of another": ({"holidayCountry": "FR", "holidaySubdivision": "BY"}, "holidaySubdivision"),
    "a part of the time zone's country": ({"holidaySubdivision": "57"}, "holidaySubdivision"),
}


@pytest.mark.parametrize(("chosen", "field"), UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_region_is_refused(client: Client, chosen: dict[str, str], field: str) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    answer = client.patch("/api/settings", chosen)
    assert (400, True) == (answer.status_code, answer.json()["error"].startswith(f"{field}:"))
    assert None is client.get("/api/settings").json()["holidayCountry"]


def test_the_region_and_its_next_holidays(client: Client) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Berlin", "language": "de"})
    found = client.get("/api/holidays").json()
    assert ("DE", None) == (found["country"], found["subdivision"])
    assert {"DE", "FR", "US"} <= set(found["countries"])
    assert {"code": "BY", "name": "Bayern"} in found["subdivisions"]
    christmas = {"date": "2026-12-25", "name": "Erster Weihnachtstag", "region": "DE"}
    assert christmas == found["next"][0]

    changed = client.patch("/api/settings", {"holidaySubdivision": "SN", "language": "en"}).json()
    assert (None, "SN") == (changed["holidayCountry"], changed["holidaySubdivision"])
    # The day of prayer and repentance is in two days.
    assert "2026-11-18" < client.get("/api/holidays").json()["next"][0]["date"]
    # Another country is meant as a whole.
    assert None is client.patch("/api/settings", {"holidayCountry": "AT"}).json()["holidaySubdivision"]
    found = client.get("/api/holidays").json()
    assert ("AT", None, "Immaculate Conception") == (found["country"], found["subdivision"], found["next"][0]["name"])


def test_days_have_the_names_that_people_type(client: Client) -> None:
    client.patch("/api/settings", {"timezone": "Europe/Warsaw", "language": "de"})
    found = {day["name"]: day["date"] for day in client.get("/api/holidays").json()["names"]}
    christmas_eve = {"Wigilia Bożego Narodzenia", "Heiligabend", "Christmas Eve"}
    assert {(name, "2026-12-24") for name in christmas_eve & found.keys()} <= set(found.items())
    assert {"Wigilia Bożego Narodzenia", "Christmas Eve"} <= found.keys()
    # Of the two days with this name, the first; in brackets it says which.
    assert "2026-12-25" == found["Boże Narodzenie"]
    assert min(found.values()) >= "2026-11-16"

    client.patch("/api/settings", {"holidayCountry": "US", "language": "en"})
    found = {day["name"]: day["date"] for day in client.get("/api/holidays").json()["names"]}
    assert ("2026-12-24", "2027-10-31") == (found["Christmas Eve"], found["Halloween"])
    # No holiday of Germany, but a day there too; a day of one country is only a word in another.
    client.patch("/api/settings", {"holidayCountry": "DE"})
    found = {day["name"]: day["date"] for day in client.get("/api/holidays").json()["names"]}
    assert "2026-12-24" == found["Christmas Eve"]
    assert found.keys().isdisjoint({"Thanksgiving Day", "Mother's Day", "Family Day"})


WIDELY_KNOWN: dict[str, tuple[str, str, str, str]] = {
    "Heiligabend": ("DE", "de", "Heiligabend", "2026-12-24"),
    "Silvester": ("DE", "de", "Silvester", "2026-12-31"),
    "Nochebuena": ("ES", "es", "Nochebuena", "2026-12-24"),
    "Vigilia": ("IT", "it", "Vigilia di Natale", "2026-12-24"),
    "Pasen": ("NL", "nl", "Pasen", "2027-03-28"),
    "Pâques": ("FR", "fr", "Pâques", "2027-03-28"),
    "Christmas Eve": ("GB", "en", "Christmas Eve", "2026-12-24"),
    "in English": ("PL", "pl", "Halloween", "2027-10-31"),
}


@pytest.mark.parametrize(("country", "language", "name", "day"), WIDELY_KNOWN.values(), ids=WIDELY_KNOWN)
def test_what_many_countries_name_is_a_day_everywhere(
    client: Client, country: str, language: str, name: str, day: str
) -> None:
    client.patch("/api/settings", {"holidayCountry": country, "language": language})
    names = {one["name"]: one["date"] for one in client.get("/api/holidays").json()["names"]}
    assert day == names[name]
