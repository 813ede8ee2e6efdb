"""Shapes of notes: what the family writes about a list item or an event."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

TargetType = Literal["event", "list_item"]
# `event:<id>` or `list_item:<id>`
TargetText = Annotated[str, Meta(max_length=200)]
Body = Annotated[str, Meta(min_length=1, max_length=2000)]


class Target(msgspec.Struct, frozen=True):
    """The one thing a note is about."""

    type: TargetType
    id: str


class Note(ApiModel):
    """A note as answered; without a member it is from somebody. (contract §16)"""

    id: str
    target_type: TargetType
    target_id: str
    member_id: str | None
    body: str
    created_at: str
    updated_at: str


class NewNote(ApiModel):
    """The wish for a note. An `id` made by the client makes the wish safe to repeat."""

    target: TargetText
    body: Body
    member_id: str | None = None
    id: UUID | None = None


class NotePatch(ApiModel):
    """The new words; who wrote them stays."""

    body: Body
