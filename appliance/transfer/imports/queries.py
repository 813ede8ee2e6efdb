"""SQL of imports: what is stored already."""

from collections.abc import Sequence

from appliance.calendar.calendars.models import Kind
from appliance.kernel.database.transactions import Reader
from appliance.transfer.imports.file import Counts

COUNTS = """
SELECT
  (SELECT count(*) FROM members) AS members,
  (SELECT count(*) FROM categories) AS categories,
  (SELECT count(*) FROM calendars) AS calendars,
  (SELECT count(*) FROM events WHERE external_id IS NULL) AS events,
  (SELECT count(DISTINCT calendar_id || char(10) || key) FROM annotation_members WHERE scope = 'occurrence')
    AS event_member_overrides,
  (SELECT count(category_id) FROM annotations WHERE scope = 'occurrence') AS event_category_overrides,
  (SELECT count(remind_before_leave) FROM annotations WHERE scope = 'occurrence') AS event_travel_overrides,
  (SELECT count(DISTINCT calendar_id || char(10) || key) FROM annotation_members WHERE scope = 'series')
    AS event_series_member_overrides,
  (SELECT count(category_id) FROM annotations WHERE scope = 'series') AS event_series_category_overrides,
  (SELECT count(*) FROM chores) AS chores,
  (SELECT count(*) FROM chore_completions) AS chore_completions,
  (SELECT count(*) FROM lists) AS lists,
  (SELECT count(*) FROM items) AS list_items,
  (SELECT count(*) FROM steps) AS list_item_steps,
  (SELECT count(*) FROM notes WHERE synced_event_id IS NULL) AS notes,
  (SELECT count(*) FROM point_entries) AS point_entries,
  (SELECT count(*) FROM unlocked_packs) AS sticker_packs,
  (SELECT count(*) FROM scrapbook) AS scrapbook,
  (SELECT count(*) FROM rewards) AS rewards,
  (SELECT count(*) FROM redemptions) AS redemptions,
  (SELECT count(*) FROM recipes) AS recipes,
  (SELECT count(*) FROM meals) AS meals
"""


def counts(db: Reader) -> Counts:
    """How many rows of each kind are stored."""
    return db.one(Counts, COUNTS)


def calendar_kinds(db: Reader) -> dict[str, Kind]:
    """The kind of every stored calendar by its id."""
    return dict(db.rows("SELECT id, kind FROM calendars"))


def synced_among(db: Reader, event_ids: Sequence[str]) -> set[str]:
    """Those of the ids that belong to synced events."""
    rows = db.rows(
        "SELECT id FROM events WHERE external_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))", event_ids
    )
    return {event_id for (event_id,) in rows}


def meal_ids(db: Reader) -> set[str]:
    """The ids of every planned meal."""
    return set(db.all(str, "SELECT id FROM meals"))


def item_ids(db: Reader) -> set[str]:
    """The ids of every list item."""
    return set(db.all(str, "SELECT id FROM items"))
