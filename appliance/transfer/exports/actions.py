"""Exporting a household."""

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
    """Everything in the household, as the JSON of an Export.

    It is encoded part by part, so that a large household is in memory once as text and never completely as objects. It
    takes up to a second: call it with `read_in_thread`.
    """
    text = bytearray(b"{")
    for name, part in zip(Export.__struct_encode_fields__, _parts(db), strict=True):
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
    yield chores.chores(db)
    yield queries.completions(db)
    yield queries.whole_lists(db)
    yield queries.notes(db)
    yield queries.entries(db)
    yield queries.unlocked_packs(db)
    yield queries.pages(db)
    yield queries.passkeys(db)
    yield webhooks.webhooks(db)
