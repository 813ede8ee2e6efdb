"""SQL of the search among events. Every statement reads a bounded number of rows, whatever is searched for.

Events are named by the numbers of their rows. `match` is an expression of `kernel.database.full_text`.
"""

from collections.abc import Sequence
from datetime import datetime

from appliance.calendar.search import rules
from appliance.kernel.database.transactions import Reader

# The number of an event's row, and its start as an instant.
Dated = tuple[int, str]

# Matches that are read in one direction of time before those of hidden calendars are left out.
MAX_READ = 1_000

SHOWN = "calendar_id IN (SELECT id FROM calendars WHERE enabled)"
SINGLE = (
    "SELECT e.rowid, e.span_start FROM (SELECT rowid AS document FROM event_search WHERE event_search MATCH ?"
    " AND rowid >= ? AND rowid < ? ORDER BY rowid {direction} LIMIT ?) AS f"
    f" CROSS JOIN events AS e ON e.rowid = f.document & 4294967295 WHERE e.{SHOWN} LIMIT ?"
)
LATER, EARLIER = SINGLE.format(direction="ASC"), SINGLE.format(direction="DESC")

# Documents of each kind that are read, for some match the title and some another text. Those of local series are
# below zero.
MAX_SERIES = 2 * rules.MAX_SERIES_READ
LOCAL = "SELECT rowid FROM series_search WHERE series_search MATCH ?1 AND rowid < 0 ORDER BY rowid LIMIT ?2"
SYNCED = "SELECT rowid FROM series_search WHERE series_search MATCH ?1 AND rowid > 0 ORDER BY rowid DESC LIMIT ?2"

# Of a synced series the next occurrence, or the last one when there is no next.
NEAREST = (
    "coalesce((SELECT o.rowid FROM events AS o WHERE {later} AND o.span_start >= ?1 AND o.span_start < ?3"
    " AND o.series_id = s.series_id AND o.calendar_id = s.calendar_id AND o.title = s.title ORDER BY {up} LIMIT 1),"
    " (SELECT o.rowid FROM events AS o WHERE {earlier} AND o.span_start < ?1 AND o.span_start >= ?2"
    " AND o.series_id = s.series_id AND o.calendar_id = s.calendar_id AND o.title = s.title ORDER BY {down} LIMIT 1))"
)
NEAREST_WITHOUT_TEXT = NEAREST.format(
    later="o.text_id IS NULL", earlier="o.text_id IS NULL", up="o.span_start", down="o.span_start DESC"
)
DAY = "unixepoch(o.span_start) / 86400"
NEAREST_WITH_TEXT = NEAREST.format(
    later=f"o.text_id = s.text_id AND {DAY} >= unixepoch(?1) / 86400",
    earlier=f"o.text_id = s.text_id AND {DAY} <= unixepoch(?1) / 86400",
    up=f"{DAY}, o.span_start",
    down=f"{DAY} DESC, o.span_start DESC",
)

# The events around a moment, without an index of words.
NEXT = (
    "(SELECT rowid, id, calendar_id, external_id, series_id, title, span_start FROM events INDEXED BY events_span"
    " WHERE rrule IS NULL AND long = 0 AND span_start >= ?1 AND span_start < ?2 ORDER BY span_start LIMIT ?3)"
)
LAST = (
    "(SELECT rowid, id, calendar_id, external_id, series_id, title, span_start FROM events INDEXED BY events_span"
    " WHERE rrule IS NULL AND long = 0 AND span_start >= ?1 AND span_start < ?2 ORDER BY span_start DESC LIMIT ?3)"
)
SERIES = (
    "(SELECT rowid, id, calendar_id, external_id, series_id, title, span_start FROM events INDEXED BY events_series"
    " WHERE rrule IS NOT NULL AND series_end > ?1 AND span_start < ?2 LIMIT ?3)"
)
FOUND = (
    "SELECT e.rowid FROM {source} AS e WHERE e.calendar_id IN (SELECT id FROM calendars WHERE enabled) AND {condition}"
    " LIMIT ?5"
)
OF_MEMBERS = (
    "(EXISTS (SELECT 1 FROM event_members AS m WHERE m.event_id = e.id"
    " AND m.member_id IN (SELECT value FROM json_each(?4)))"
    " OR EXISTS (SELECT 1 FROM calendar_members AS c WHERE c.calendar_id = e.calendar_id"
    " AND c.member_id IN (SELECT value FROM json_each(?4)))"
    " OR e.external_id IS NOT NULL AND EXISTS (SELECT 1 FROM annotation_members AS a"
    " WHERE a.calendar_id = e.calendar_id AND a.scope = 'occurrence' AND a.key = e.external_id"
    " AND a.member_id IN (SELECT value FROM json_each(?4)))"
    " OR e.series_id IS NOT NULL AND EXISTS (SELECT 1 FROM annotation_members AS a"
    " WHERE a.calendar_id = e.calendar_id AND a.scope = 'series' AND a.key = e.series_id"
    " AND a.member_id IN (SELECT value FROM json_each(?4))))"
)
# `lower` changes ASCII letters only.
CONTAINING = "NOT EXISTS (SELECT 1 FROM json_each(?4) WHERE instr(lower(e.title), value) = 0)"


def later(db: Reader, match: str, begin: int, end: int, most: int) -> list[Dated]:
    """Single events from document `begin` to before `end`, the earliest day first."""
    return db.all(_dated, LATER, match, begin, end, MAX_READ, most)


def earlier(db: Reader, match: str, begin: int, end: int, most: int) -> list[Dated]:
    """Single events from document `begin` to before `end`, the latest day first."""
    return db.all(_dated, EARLIER, match, begin, end, MAX_READ, most)


def series(db: Reader, match: str) -> list[int]:
    """The newest documents of local series and of synced ones: see the schema of the search."""
    return db.all(int, f"SELECT * FROM ({LOCAL}) UNION ALL SELECT * FROM ({SYNCED})", match, MAX_SERIES)


def local_series(db: Reader, numbers: Sequence[int], begin: datetime, end: datetime, most: int) -> list[int]:
    """Of these local series those that may have an occurrence in a range."""
    return db.all(
        int,
        f"SELECT e.rowid FROM json_each(?) AS f CROSS JOIN events AS e ON e.rowid = f.value WHERE e.{SHOWN}"
        " AND e.series_end > ? AND e.span_start < ? LIMIT ?",
        numbers,
        begin,
        end,
        most,
    )


def synced_series(
    db: Reader, documents: Sequence[int], now: datetime, begin: datetime, end: datetime, most: int
) -> list[Dated]:
    """For each of these synced series one occurrence in a range: the next, or else the last."""
    return db.all(
        _dated,
        f"SELECT number, span_start FROM (SELECT CASE s.text_id WHEN 0 THEN {NEAREST_WITHOUT_TEXT}"
        f" ELSE {NEAREST_WITH_TEXT} END AS number FROM json_each(?4) AS f"
        f" CROSS JOIN synced_series AS s ON s.id = f.value WHERE s.{SHOWN} LIMIT ?5)"
        " CROSS JOIN events AS e ON e.rowid = number",
        now,
        begin,
        end,
        documents,
        most,
    )


def of_members(
    db: Reader,
    member_ids: Sequence[str],
    now: datetime,
    begin: datetime,
    end: datetime,
    most: int,
) -> list[int]:
    """Events around a moment that may be for one of these members: the next, the last, and local series.

    The members of a series' occurrence or of a calendar may be replaced by others: the caller checks them.
    """
    later = FOUND.format(source=NEXT, condition=OF_MEMBERS)
    earlier = FOUND.format(source=LAST, condition=OF_MEMBERS)
    series = FOUND.format(source=SERIES, condition=OF_MEMBERS)
    return [
        *db.all(int, later, now, end, rules.MAX_AROUND, member_ids, most),
        *db.all(int, earlier, begin, now, rules.MAX_AROUND, member_ids, most),
        *db.all(int, series, begin, end, rules.MAX_AROUND, member_ids, most),
    ]


def containing(
    db: Reader,
    parts: Sequence[str],
    now: datetime,
    begin: datetime,
    end: datetime,
    most: int,
) -> list[int]:
    """Events around a moment whose title contains every part: the next, the last, and local series."""
    later = FOUND.format(source=NEXT, condition=CONTAINING)
    earlier = FOUND.format(source=LAST, condition=CONTAINING)
    series = FOUND.format(source=SERIES, condition=CONTAINING)
    return [
        *db.all(int, later, now, end, rules.MAX_AROUND, parts, most),
        *db.all(int, earlier, begin, now, rules.MAX_AROUND, parts, most),
        *db.all(int, series, begin, end, rules.MAX_AROUND, parts, most),
    ]


def _dated(number: int, span_start: str) -> Dated:
    return number, span_start
