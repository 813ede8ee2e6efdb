"""Keep what a deletion removes and changes, list it, and restore it within thirty days."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from uuid import uuid4

from appliance.deleted import queries, rules
from appliance.deleted.models import DeletedPage, Deletion, Kept, Kind, Restored
from appliance.kernel.database import row_changes
from appliance.kernel.database.transactions import Reader, Tx

# Completes what was restored: the transaction, its id, and the household's zone when it was deleted.
Complete = Callable[[Tx, str, str], None]


@contextmanager
def kept(tx: Tx, kind: Kind, thing: str, title: str, *, count: int = 1, day: date | None = None) -> Iterator[Deletion]:
    """Keep what the writes inside do, so that it can be restored. `thing` is the id of the row that matters.

    `day` is the date of a series that is removed alone. Nothing is kept when they do nothing, or raise.
    """
    made = _new(tx, kind, thing, title, count=count, day=day)
    rev = queries.newest_rev(tx)
    with tx.watched(rules.is_kept) as changeset:
        yield made
        rows = row_changes.changes_of(tx, changeset())
    if rows:
        _put(tx, made, Kept(rows=rows, changes=queries.changes_since(tx, rev)))


def keep_remote(tx: Tx, thing: str, title: str, remote: str, *, day: date | None = None) -> Deletion:
    """Keep an event that was deleted at its provider: `remote` is what it takes to create it there again."""
    made = _new(tx, "event", thing, title, day=day)
    made.remote = remote
    _put(tx, made, Kept(rows=[], changes=[]))
    return made


def page(db: Reader, before: str | None) -> DeletedPage:
    """What can be restored, newest first, from the one after `before` on."""
    newest = queries.page(db, db.now - rules.KEPT, before, rules.PAGE + 1)
    return DeletedPage(
        deleted=[rules.shown(deletion) for deletion in newest[: rules.PAGE]],
        next=newest[rules.PAGE - 1].id if len(newest) > rules.PAGE else None,
    )


def restore(tx: Tx, deletion_id: str, complete: Complete | None) -> Restored:
    """Restore something with everything that was deleted with it. Raises NotFound, Conflict.

    The changes that are recorded are those of the deletion, which say what to read anew.
    """
    found = deletion(tx, deletion_id)
    stored = queries.kept(tx, deletion_id)
    try:
        row_changes.undo(tx, stored.rows, root=(rules.TABLES[found.kind], found.thing), stamps=rules.STAMPS)
    except row_changes.CannotRestore as problem:
        raise _explained(tx, problem, found) from None
    if complete is not None:
        complete(tx, found.thing, found.zone)
    queries.remove(tx, deletion_id)
    for change in stored.changes:
        if change.topic is None:
            tx.touch()
        else:
            tx.record(change.topic, change.data, change.entries)
    return Restored(kind=found.kind, id=found.thing)


def forget(tx: Tx, deletion_id: str) -> None:
    """Forget a deletion, because it was restored at its provider."""
    queries.remove(tx, deletion_id)


def deletion(db: Reader, deletion_id: str) -> Deletion:
    """What can be restored with this id. Raises NotFound."""
    return queries.deletion(db, deletion_id, db.now - rules.KEPT)


def of_thing(db: Reader, kind: Kind, thing: str) -> Deletion | None:
    """The deletion of something that can be restored."""
    return queries.of_thing(db, kind, thing, db.now - rules.KEPT)


def things(db: Reader, kind: Kind) -> list[str]:
    """The ids of everything of a kind that can be restored."""
    return queries.things(db, kind, db.now - rules.KEPT)


def prune(tx: Tx) -> None:
    """Remove for good what was deleted more than thirty days ago."""
    queries.prune(tx, tx.now - rules.KEPT)


def _new(tx: Tx, kind: Kind, thing: str, title: str, *, count: int = 1, day: date | None = None) -> Deletion:
    return Deletion(
        id=str(uuid4()),
        kind=kind,
        thing=thing,
        title=title,
        count=count,
        date=day,
        at=tx.now,
        by=tx.caller.name,
        zone=tx.zone.key,
    )


def _put(tx: Tx, made: Deletion, stored: Kept) -> None:
    queries.put(tx, made, stored)
    # Not by age: the clock may be wrong, which the job knows.
    queries.bound(tx, most=rules.MAX_DELETIONS, photos=rules.MAX_PHOTOS, size=rules.MAX_BYTES)


def _explained(tx: Tx, problem: row_changes.CannotRestore, made: Deletion) -> Exception:
    if problem.parent is None:
        return rules.cannot(belonged=False)
    table, key = problem.parent
    kind = rules.kind_of(table)
    parent = queries.of_thing(tx, kind, key, tx.now - rules.KEPT) if kind else None
    return rules.restore_first(parent) if parent and parent.id != made.id else rules.cannot(belonged=True)
