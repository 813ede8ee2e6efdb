"""Structs of notes, which the family writes on list items and events."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

TargetType = Literal["event", "list_item"]
# `event:<id>` or `list_item:<id>`
TargetText = Annotated[str, Meta(max_length=200)]
Body = Annotated[str, Meta(min_length=1, max_length=2000)]


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The list item or event that a note is about."""

    type: TargetType
    id: str


class Note(ApiModel, kw_only=True):
    """A note as answered; without a member its author is unknown. (contract §16)"""

    id: str
    target_type: TargetType
    target_id: str
    member_id: str | None
    body: str
    created_at: str
    updated_at: str


class TitledNote(Note, kw_only=True):
    """A note with the title of the list item or event that it is about."""

    target_title: str


class FoundNote(ApiModel, kw_only=True):
    """A note that a search found, and what it is about.

    `start` and `all_day` are those of the event: for a series, of its next occurrence or else of its last one.
    `list_id` and `list_name` are those of the item.
    """

    kind: Literal["note"] = "note"
    id: str
    excerpt: str
    member_id: str | None
    created_at: str
    target_type: TargetType
    target_id: str
    target_title: str
    list_id: str | None
    list_name: str | None
    start: str | None = None
    all_day: bool | None = None


class NewNote(ApiModel, kw_only=True):
    """The request for a note. With an `id` made by the client it is safe to repeat."""

    target: TargetText
    body: Body
    member_id: str | None = None
    id: UUID | None = None


class NotePatch(ApiModel, kw_only=True):
    """The new text; the author stays."""

    body: Body
