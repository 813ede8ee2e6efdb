"""MCP tools for notes."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel
from appliance.kernel.text.name_lookup import find_id
from appliance.notes import actions, routes
from appliance.notes.models import Body, NewNote, Note, NotePatch, TargetText
from appliance.people import queries as people

About = Annotated[TargetText, Meta(description="list_item:<id> or event:<id>")]


class ListNotes(ApiModel, kw_only=True):
    """The target of the notes."""

    target: About


class AddNote(ApiModel, kw_only=True):
    """The text of a note and its author."""

    target: About
    body: Body
    member: Annotated[str, Meta(description="The author: a member's id or name")] | None = None


class UpdateNote(ApiModel, kw_only=True):
    """The note and its new text."""

    note_id: str
    body: Body


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
    known = [(person.id, person.name) for person in people.people(session.read)]
    member_id = None if request.member is None else find_id("member", request.member, known)
    return OneNote(
        note=await session.write(actions.add, NewNote(target=request.target, body=request.body, member_id=member_id))
    )


async def update_note(session: Session, request: UpdateNote) -> OneNote:
    """Change the text of a note. Raises NotFound, BadRequest."""
    return OneNote(note=await session.write(actions.edit, request.note_id, NotePatch(body=request.body)))


TOOLS = [
    Tool(
        name="list_notes",
        description="The notes on a list item or an event, oldest first.",
        request=ListNotes,
        answer=Notes,
        run=list_notes,
        route=routes.list_notes,
        read_only=True,
    ),
    Tool(
        name="add_note",
        description="Write a note on a list item or an event.",
        request=AddNote,
        answer=OneNote,
        run=add_note,
        route=routes.create_note,
        idempotent=False,
    ),
    Tool(
        name="update_note",
        description="Change the text of a note.",
        request=UpdateNote,
        answer=OneNote,
        run=update_note,
        route=routes.update_note,
    ),
]
