"""SQL of deletions."""

import zlib
from datetime import datetime

import msgspec

from appliance.deleted.models import Deletion, Kept, Kind, RecordedChange
from appliance.kernel.database.row_changes import RowChange
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound

COLUMNS = ", ".join(Deletion.__struct_fields__)


def put(tx: Tx, deletion: Deletion, kept: Kept) -> None:
    """Store a deletion."""
    rows = zlib.compress(msgspec.json.encode(kept.rows), 1)
    tx.put("deletions", msgspec.structs.asdict(deletion) | {"rows": rows, "changes": kept.changes})


def page(db: Reader, since: datetime, before: str | None, most: int) -> list[Deletion]:
    """The deletions since an instant, newest first; with `before` those that are older than the one with this id."""
    older = "" if before is None else " AND (at, id) < (SELECT at, id FROM deletions WHERE id = ?2)"
    sql = f"SELECT {COLUMNS} FROM deletions WHERE at > ?1{older} ORDER BY at DESC, id DESC LIMIT ?3"
    return db.all(Deletion, sql, since, before, most)


def deletion(db: Reader, deletion_id: str, since: datetime) -> Deletion:
    """One deletion since an instant. Raises NotFound."""
    sql = f"SELECT {COLUMNS} FROM deletions WHERE id = ? AND at > ?"
    if found := db.maybe(Deletion, sql, deletion_id, since):
        return found
    raise NotFound("there is nothing to restore with this id", code="restore_too_late")


def kept(db: Reader, deletion_id: str) -> Kept:
    """What a deletion did."""
    rows, changes = next(db.rows("SELECT rows, changes FROM deletions WHERE id = ?", deletion_id))
    return Kept(
        rows=msgspec.json.decode(zlib.decompress(rows), type=list[RowChange]),
        changes=msgspec.json.decode(changes, type=list[RecordedChange]),
    )


def of_thing(db: Reader, kind: Kind, thing: str, since: datetime) -> Deletion | None:
    """The newest deletion of something since an instant; the whole series sooner than a date of it."""
    sql = f"SELECT {COLUMNS} FROM deletions WHERE kind = ? AND thing = ? AND at > ?"
    return db.maybe(Deletion, f"{sql} ORDER BY date IS NOT NULL, at DESC LIMIT 1", kind, thing, since)


def things(db: Reader, kind: Kind, since: datetime) -> list[str]:
    """The ids of everything of a kind that was deleted since an instant."""
    return db.all(str, "SELECT thing FROM deletions WHERE kind = ? AND at > ?", kind, since)


def changes_since(db: Reader, rev: int) -> list[RecordedChange]:
    """The changes that were recorded after a rev, oldest first."""
    return db.all(RecordedChange, "SELECT topic, data, entries FROM changes WHERE rev > ? ORDER BY rev", rev)


def newest_rev(db: Reader) -> int:
    """The rev of the newest change."""
    return int(db.value("SELECT coalesce(max(rev), 0) FROM changes"))


def remove(tx: Tx, deletion_id: str) -> None:
    """Forget a deletion."""
    tx.run("DELETE FROM deletions WHERE id = ?", deletion_id)


def prune(tx: Tx, before: datetime) -> None:
    """Forget the deletions before an instant."""
    tx.run("DELETE FROM deletions WHERE at <= ?", before)


def bound(tx: Tx, *, most: int, photos: int, size: int) -> None:
    """Forget the oldest of more than so many deletions, of more than so many photos, and of more than so many bytes."""
    tx.run(
        "DELETE FROM deletions WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER newest AS place,"
        " sum(kind = 'photo') OVER newest AS photos, sum(octet_length(rows)) OVER newest AS size"
        " FROM deletions WINDOW newest AS (ORDER BY at DESC, id DESC))"
        " WHERE place > ? OR photos > ? OR size > ?)",
        most,
        photos,
        size,
    )
