"""MCP tools for notes."""

from typing import Annotated

from msgspec import Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, made
from appliance.notes import actions, routes
from appliance.notes.models import NewNote, Note, NotePatch, TargetText
from appliance.people.tools import MemberName


class ListNotes(ApiModel, kw_only=True):
    """The target of the notes."""

    target: Annotated[TargetText, Meta(description="list_item:<id> or event:<id>")]


class AddNote(NewNote, kw_only=True):
    """A note and its author by name."""

    member_id: MemberName | None = field(name="member", default=None)


class UpdateNote(NotePatch, kw_only=True):
    """The note and its new text."""

    note_id: str


class Notes(ApiModel, kw_only=True):
    """The notes on an item or event, oldest first."""

    notes: list[Note]


class OneNote(ApiModel, kw_only=True):
    """A note as it is now."""

    note: Note


async def list_notes(session: Session, request: ListNotes) -> Notes:
    """The notes on an item or event. Raises BadRequest."""
    return Notes(notes=actions.notes_on(session.read, request.target))


async def add_note(session: Session, request: AddNote) -> OneNote:
    """Write a note. Raises BadRequest, NotFound."""
    return OneNote(note=await session.write(actions.add, made(NewNote, request)))


async def update_note(session: Session, request: UpdateNote) -> OneNote:
    """Change the text of a note. Raises NotFound, BadRequest."""
    return OneNote(note=await session.write(actions.edit, request.note_id, made(NotePatch, request)))


TOOLS = [
    Tool(
        name="list_notes",
        description="The notes on a list item or an event, oldest first.",
        run=list_notes,
        route=routes.list_notes,
        read_only=True,
    ),
    Tool(
        name="add_note",
        description="Write a note on a list item or an event (target, as in list_notes); member is its author.",
        run=add_note,
        route=routes.create_note,
        idempotent=False,
    ),
    Tool(
        name="update_note",
        description="Change the text of a note.",
        run=update_note,
        route=routes.update_note,
    ),
]
