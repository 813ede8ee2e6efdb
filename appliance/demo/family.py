"""The demo household: a family that has used Mantel for three weeks."""

from datetime import UTC, datetime, time, timedelta

from appliance.access import actions as access
from appliance.app import Application
from appliance.demo import calendar, chores, lists
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import Clock
from appliance.people import actions as people
from appliance.people import queries as members
from appliance.people.models import NewMember

DAYS = 21
EVENING = time(18, 30)


class FixedClock(Clock):
    """A clock that stands still, so that the past can be written with its own dates."""

    def __init__(self, at: datetime):
        self.at = at

    def now(self) -> datetime:
        """The fixed time."""
        return self.at


def create_demo(application: Application) -> None:
    """Fill an empty, unclaimed household: members, lists and chores, their completions day by day, then the rest."""
    database = application.database
    if members.any_member(database.read) or access.is_claimed(database.read):
        return
    real, today = database.clock, database.read.today
    try:
        for back in range(DAYS, 0, -1):
            evening = datetime.combine(today - timedelta(days=back), EVENING, database.read.zone)
            database.clock = FixedClock(evening.astimezone(UTC))
            if back == DAYS:
                database.write_now(_add_family)
            database.write_now(chores.complete_day)
    finally:
        database.clock = real
    database.write_now(_add_present)


def _add_family(tx: Tx) -> None:
    household.change_settings(tx, SettingsPatch(family_name="The Lindens", timezone=str(tx.zone), week_start=1))
    ids = {request.name: people.add(tx, request).id for request in FAMILY}
    routines = lists.fill_routines(tx)
    chores.fill(tx, ids, routines)


def _add_present(tx: Tx) -> None:
    ids = {person.name: person.id for person in members.people(tx)}
    events = calendar.fill(tx, ids)
    lists.fill(tx, ids, events)
    chores.spend_points(tx, ids)
    access.new_setup_code(tx, demo=True)


FAMILY = (
    NewMember(name="Mara", color="#C8553D", avatar="👩", birthday="1987-04-11"),
    NewMember(name="Jonas", color="#2F6F8F", avatar="🧔", birthday="1985-09-02"),
    NewMember(name="Ida", color="#7B5EA7", avatar="🦊", birthday="2015-06-23"),
    NewMember(name="Theo", color="#3E8E5A", avatar="🦖", birthday="2019-01-30"),
)
