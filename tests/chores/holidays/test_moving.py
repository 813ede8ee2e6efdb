"""A chore that moves for the holidays of the household's region."""

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
    look_up()
    assert ["2026-12-22", "2026-12-25"] == [day for day, _ in due(client, *WEEK)]
    client.patch("/api/settings", {"holidayCountry": "DE"})
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
    assert 400 == client.patch("/api/settings", {"holidayCountry": "Germany"}).status_code
