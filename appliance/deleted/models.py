"""What was deleted and can be restored."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from appliance.kernel.database.row_changes import RowChange
from appliance.kernel.schema import ApiModel

Kind = Literal["event", "list", "item", "chore", "photo", "member", "recipe"]


class Deletion(msgspec.Struct, kw_only=True):
    """A deletion as stored, without its rows. `remote` is there for an event that was deleted at its provider."""

    id: str
    kind: Kind
    thing: str
    title: str
    count: int
    date: date | None
    at: datetime
    by: str
    zone: str
    remote: str | None = None


class RecordedChange(msgspec.Struct, frozen=True, kw_only=True):
    """A row that the deletion added to the change log."""

    topic: str | None
    data: dict[str, Any]
    entries: tuple[str, ...] | None


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What a deletion did: to rows, and to the change log."""

    rows: list[RowChange]
    changes: list[RecordedChange]


class Deleted(ApiModel, kw_only=True):
    """Something that was deleted and can be restored until `until`."""

    id: str
    kind: Kind
    title: str
    count: Annotated[int, Meta(description="How many items were deleted together; 1 for anything else.")]
    date: Annotated[date | None, Meta(description="The date of a repeating event that was deleted alone.")]
    original_id: Annotated[str, Meta(description="The id it had, or that of the series of a deleted date.")]
    deleted_at: datetime
    until: datetime
    deleted_by: Annotated[str, Meta(description="The name of the key.")]
    recreated_at_provider: Annotated[
        bool, Meta(description="It was deleted at its provider: restoring creates it there again, with another id.")
    ]


class DeletedPage(ApiModel, kw_only=True):
    """A page, newest first. `next` is the `before` of the next one, null on the last."""

    deleted: list[Deleted]
    next: str | None


class Restored(ApiModel, kw_only=True):
    """What is there again; an event at a provider has a new id."""

    kind: Kind
    id: str
