"""Exporting a household."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from appliance.calendar.categories import queries as category_queries
from appliance.chores.away import queries as away_queries
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader
from appliance.kernel.scheduling.clock import instant
from appliance.lists.shopping import queries as shopping_queries
from appliance.meals import queries as meal_queries
from appliance.meals.repeats import queries as repeat_queries
from appliance.meals.to_list import queries as to_list_queries
from appliance.people import queries as people_queries
from appliance.recipes import queries as recipe_queries
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.goals import queries as goal_queries
from appliance.transfer.exports import queries
from appliance.transfer.exports.models import Export, ExportedGoal
from appliance.webhooks import queries as webhook_queries

VERSION = 1


def export(db: Reader) -> bytes:
    """Everything in the household, as the JSON of an Export.

    It is encoded part by part, so that a large household is in memory once as text and never completely as objects. It
    takes up to a second: call it with `read_in_thread`.
    """
    text = bytearray(b"{")
    for name, part in zip(Export.__struct_encode_fields__, _parts(db), strict=True):
        if part is not UNSET:
            text += b'"%s":%s,' % (name.encode(), msgspec.json.encode(part))
    text[-1:] = b"}"
    return bytes(text)


def _parts(db: Reader) -> Iterator[object]:
    """The values of an Export, in its order."""
    yield VERSION
    yield instant(db.now)
    yield household_queries.settings(db)
    yield people_queries.people(db)
    yield category_queries.categories(db)
    yield queries.all_calendars(db)
    yield queries.local_events(db)
    yield queries.member_overrides(db)
    yield queries.category_overrides(db)
    yield queries.travel_overrides(db)
    yield queries.series_member_overrides(db)
    yield queries.series_category_overrides(db)
    yield queries.chores(db)
    yield queries.completions(db)
    yield queries.whole_lists(db)
    yield queries.notes(db)
    yield queries.entries(db)
    yield queries.unlocked_packs(db)
    yield queries.pages(db)
    yield queries.passkeys(db)
    yield webhook_queries.webhooks(db)
    yield queries.countdown_overrides(db) or UNSET
    yield queries.series_countdown_overrides(db) or UNSET
    yield queries.routine_overrides(db) or UNSET
    yield catalogue_queries.rewards(db) or UNSET
    yield queries.redemptions(db) or UNSET
    yield [
        ExportedGoal(member_id=member_id, reward_id=reward_id) for member_id, reward_id in goal_queries.stored_goals(db)
    ] or UNSET
    yield queries.family_goal(db) or UNSET
    yield queries.rotations(db) or UNSET
    yield queries.turns(db) or UNSET
    yield queries.schedules(db) or UNSET
    yield queries.exceptions(db) or UNSET
    yield away_queries.ranges(db) or UNSET
    yield queries.step_ticks(db) or UNSET
    yield queries.rejections(db) or UNSET
    yield shopping_queries.trips(db) or UNSET
    yield shopping_queries.stored_barcodes(db) or UNSET
    yield queries.let_go(db) or UNSET
    yield recipe_queries.recipes(db) or UNSET
    yield meal_queries.exported(db) or UNSET
    yield repeat_queries.repeats(db) or UNSET
    yield to_list_queries.all_sent(db) or UNSET
    yield to_list_queries.pantry(db) or UNSET
