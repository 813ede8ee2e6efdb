"""What is kept of a write so that it can be undone."""

from datetime import datetime

import msgspec

from appliance.calendar.events.models import Scope, StoredEvent
from appliance.calendar.providers.models import Removal
from appliance.kernel.database.row_copies import Row
from appliance.kernel.schema import ApiModel


class Image(msgspec.Struct, frozen=True, kw_only=True):
    """Local events as stored, with their members and their notes. They are by the clock of the household's `zone`."""

    zone: str
    events: list[Row]
    members: list[Row]
    notes: list[Row]


class Undo(msgspec.Struct, frozen=True, kw_only=True):
    """A write: the events concerned before and after it. `root_id` is the event or series that was written to."""

    calendar_id: str
    root_id: str
    ids: tuple[str, ...]
    before: Image
    after: Image


class AnnotationRows(msgspec.Struct, frozen=True, kw_only=True):
    """What the household added to synced events and series, as stored."""

    annotations: list[Row]
    members: list[Row]


class RemoteUndo(msgspec.Struct, frozen=True, kw_only=True):
    """A write to a synced event, undone by another write at its provider and by its old annotations.

    `was` and `now` are the event before and after, None where there was none. `keys` are those of the annotations.
    `notes` were on an event that was removed. `scope` is that of the write. `removal` is there where the event was an
    occurrence that its provider can put back, with the later ones where they were removed too, and with the texts of
    its series where they were others.
    """

    was: StoredEvent | None
    now: StoredEvent | None
    scope: Scope
    keys: tuple[str, ...]
    before: AnnotationRows
    after: AnnotationRows
    notes: list[Row] = []
    removal: Removal | None = None


class RemovedOccurrence(msgspec.Struct, frozen=True, kw_only=True):
    """An event that was removed at its provider: its id, its name there, and its start."""

    id: str
    external_id: str
    start: str


class RemoteRemoval(msgspec.Struct, frozen=True, kw_only=True):
    """A removal at a provider, for as long as it can be restored.

    `undo.was` is the first event that was removed, `occurrences` are all of them. `rule` is that of a series from there
    on, None for a single event. `undo.removal` has the way back where the provider knows one.
    """

    undo: RemoteUndo
    occurrences: list[RemovedOccurrence]
    rule: str | None


class Removed(msgspec.Struct, frozen=True, kw_only=True):
    """A removal, which is undone by restoring what was removed."""

    deletion_id: str


AnyUndo = Undo | RemoteUndo | Removed


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A write of a key that can be undone, when it was made, and its size in bytes."""

    key: tuple[str | None, str]
    at: datetime
    undo: AnyUndo
    size: int


class UndoRequest(ApiModel, kw_only=True):
    """The value of the header `Mantel-Undo` of the answer to the write."""

    token: str
