"""The verb that lets a household leave with everything."""

from collections.abc import Iterator

import msgspec

from appliance.calendar.categories import queries as categories
from appliance.chores import queries as chores
from appliance.household import queries as household
from appliance.kernel.database.transactions import Reader
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people
from appliance.transfer.exports import queries
from appliance.transfer.exports.models import Export
from appliance.webhooks import queries as webhooks

VERSION = 1


def export(db: Reader) -> bytes:
    """Everything the household holds, as the JSON of an Export.

    It is made part by part, so that a large household is in memory once as text and never whole as objects. It takes
    its time: ask it in a transaction, in the writer's thread.
    """
    whole = bytearray(b"{")
    for name, part in zip(Export.__struct_encode_fields__, _parts(db), strict=True):
        whole += b'"%s":%s,' % (name.encode(), msgspec.json.encode(part))
    whole[-1:] = b"}"
    return bytes(whole)


def _parts(db: Reader) -> Iterator[object]:
    """In the order of an Export."""
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
    yield chores.chores(db)
    yield queries.completions(db)
    yield queries.whole_lists(db)
    yield queries.notes(db)
    yield queries.entries(db)
    yield queries.unlocked_packs(db)
    yield queries.pages(db)
    yield queries.passkeys(db)
    yield webhooks.webhooks(db)
