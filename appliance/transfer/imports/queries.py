"""Every SQL statement that looks at what is here already, as an import needs to know it."""

from collections.abc import Sequence

from appliance.calendar.calendars.models import Kind
from appliance.kernel.database.transactions import Reader
from appliance.transfer.imports.models import Counts

SIZES = """
SELECT
  (SELECT count(*) FROM members),
  (SELECT count(*) FROM categories),
  (SELECT count(*) FROM calendars),
  (SELECT count(*) FROM events WHERE external_id IS NULL),
  (SELECT count(DISTINCT calendar_id || char(10) || key) FROM annotation_members WHERE scope = 'occurrence'),
  (SELECT count(category_id) FROM annotations WHERE scope = 'occurrence'),
  (SELECT count(remind_before_leave) FROM annotations WHERE scope = 'occurrence'),
  (SELECT count(DISTINCT calendar_id || char(10) || key) FROM annotation_members WHERE scope = 'series'),
  (SELECT count(category_id) FROM annotations WHERE scope = 'series'),
  (SELECT count(*) FROM chores),
  (SELECT count(*) FROM chore_completions),
  (SELECT count(*) FROM lists),
  (SELECT count(*) FROM items),
  (SELECT count(*) FROM steps),
  (SELECT count(*) FROM notes WHERE synced_event_id IS NULL),
  (SELECT count(*) FROM point_entries),
  (SELECT count(*) FROM unlocked_packs),
  (SELECT count(*) FROM scrapbook)
"""


def sizes(db: Reader) -> Counts:
    """How many rows of each kind are here."""
    return db.one(Counts, SIZES)


def kinds(db: Reader) -> dict[str, Kind]:
    """The kind of every calendar that is here."""
    return dict(db.rows("SELECT id, kind FROM calendars"))


def synced_among(db: Reader, event_ids: Sequence[str]) -> set[str]:
    """Those of the ids that synced events have here."""
    found = db.rows(
        "SELECT id FROM events WHERE external_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))", event_ids
    )
    return {event_id for (event_id,) in found}
