"""Exporting a household."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from appliance.calendar.categories import queries as categories
from appliance.chores.away import queries as away
from appliance.household import queries as household
from appliance.kernel.database.transactions import Reader
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people
from appliance.rewards.catalogue import queries as rewards
from appliance.rewards.goals import queries as goals
from appliance.transfer.exports import queries
from appliance.transfer.exports.models import Export, ExportedGoal
from appliance.webhooks import queries as webhooks

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
    yield household.settings(db)
    yield people.people(db)
    yield categories.categories(db)
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
    yield webhooks.webhooks(db)
    yield queries.countdown_overrides(db) or UNSET
    yield queries.series_countdown_overrides(db) or UNSET
    yield rewards.rewards(db) or UNSET
    yield queries.redemptions(db) or UNSET
    yield [
        ExportedGoal(member_id=member_id, reward_id=reward_id) for member_id, reward_id in goals.stored_goals(db)
    ] or UNSET
    yield queries.family_goal(db) or UNSET
    yield queries.rotations(db) or UNSET
    yield queries.turns(db) or UNSET
    yield away.ranges(db) or UNSET
    yield queries.step_ticks(db) or UNSET
    yield queries.rejections(db) or UNSET
