"""The demo household: a family that has used Mantel for three weeks."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time, timedelta
from functools import partial

from appliance.access import actions as access
from appliance.app import Application
from appliance.demo import calendar, chores, lists, meals, photos, rewards, shared_chores
from appliance.demo.translation import Translation
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import Clock
from appliance.people import actions as people
from appliance.people import queries as people_queries
from appliance.people.models import NewMember
from appliance.recipes import queries as recipe_queries
from appliance.serve import Later
from appliance.texts import ENGLISH

DAYS = 21
EVENING = time(18, 30)


class FixedClock(Clock):
    """A clock that stands still, so that the past can be written with its own dates."""

    def __init__(self, at: datetime):
        self.at = at

    def now(self) -> datetime:
        """The fixed time."""
        return self.at


def create_demo(application: Application, translation: Translation | None = None) -> Later | None:
    """Fill an empty, unclaimed household: members, lists and chores, their completions day by day, then the rest.

    Answers what is left to do while the server runs; None where nothing was filled.
    """
    said = translation or Translation()
    faces = {said.say(name): face for name, face in FACES.items()}
    return create_household(
        application, DAYS, lambda tx: _add_family(tx, said), lambda tx: _add_present(tx, said), said, faces
    )


def create_household(
    application: Application,
    days: int,
    add_family: Callable[[Tx], None],
    add_present: Callable[[Tx], None],
    translation: Translation,
    faces: Mapping[str, str],
) -> Later | None:
    """Fill an empty, unclaimed household: `add_family` runs `days` days ago, `add_present` today.

    The chores of the days between are completed on their own dates. `faces` are the portraits of members by name.
    Answers what is left to do while the server runs; None where nothing was filled.
    """
    database = application.database
    if people_queries.count_people(database.read) or access.is_claimed(database.read):
        return None
    real, today = database.clock, database.read.today
    try:
        for back in range(days, 0, -1):
            evening = datetime.combine(today - timedelta(days=back), EVENING, database.read.zone)
            database.clock = FixedClock(evening.astimezone(UTC))
            if back == days:
                database.write_now(add_family)
            database.write_now(lambda tx: chores.complete_day(tx, translation))
    finally:
        database.clock = real
    database.write_now(add_present)
    database.write_now(photos.prepare, translation)
    of_members = {
        member.id: faces[member.name] for member in people_queries.people(database.read) if member.name in faces
    }
    dishes = {translation.say(title): name for title, name in meals.DISHES.items()}
    of_recipes = {
        each.id: dishes[each.title] for each in recipe_queries.summaries(database.read) if each.title in dishes
    }
    return partial(photos.add_photos, application, of_members, dishes=of_recipes)


def _add_family(tx: Tx, said: Translation) -> None:
    settings = SettingsPatch(family_name="The Lindens", timezone=str(tx.zone), week_start=1)
    household.change_settings(tx, said.of(settings))
    if said.tag != ENGLISH:
        household.change_settings(tx, SettingsPatch(language=said.tag))
    ids = {request.name: people.add(tx, said.of(request)).id for request in FAMILY}
    routines = lists.fill_routines(tx, said)
    chores.fill(tx, ids, routines, said)
    shared_chores.fill(tx, ids, said)


def _add_present(tx: Tx, said: Translation) -> None:
    ids = {said.english(person.name): person.id for person in people_queries.people(tx)}
    events = calendar.fill(tx, ids, said)
    lists.fill(tx, ids, events, said)
    chores.spend_points(tx, ids, said)
    shared_chores.tick_on_the_wall(tx, ids, said)
    rewards.fill(tx, ids, said)
    meals.fill(tx, ids, said)
    access.new_setup_code(tx, demo=True)


FAMILY = (
    NewMember(name="Mara", color="#C8553D", avatar="👩", birthday="1987-04-11"),
    NewMember(name="Jonas", color="#2F6F8F", avatar="🧔", birthday="1985-09-02"),
    NewMember(name="Ida", color="#7B5EA7", avatar="🦊", birthday="2015-06-23"),
    NewMember(name="Theo", color="#3E8E5A", avatar="🦖", birthday="2019-01-30"),
)
# Whose avatar is a photo; the others have their emoji.
FACES = {"Mara": "mother", "Jonas": "father"}
