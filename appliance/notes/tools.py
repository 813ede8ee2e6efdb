"""The agent's door to discussions."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel
from appliance.kernel.text.name_lookup import find_id
from appliance.notes import actions
from appliance.notes.models import Body, NewNote, Note, NotePatch, TargetText
from appliance.people import queries as people

About = Annotated[TargetText, Meta(description="list_item:<id> or event:<id>")]


class ListNotes(ApiModel):
    """Whose discussion."""

    target: About


class AddNote(ApiModel):
    """What to write, and who says it."""

    target: About
    body: Body
    member: Annotated[str, Meta(description="Who says it: a member's id or name")] | None = None


class UpdateNote(ApiModel):
    """The note and its new words."""

    note_id: str
    body: Body


class Notes(ApiModel):
    """A discussion, oldest note first."""

    notes: list[Note]


class OneNote(ApiModel):
    """A note as it is now."""

    note: Note


async def list_notes(session: Session, request: ListNotes) -> Notes:
    """The discussion of one thing."""
    return Notes(actions.discussion(session.read, request.target))


async def add_note(session: Session, request: AddNote) -> OneNote:
    """Write into a discussion. Raises Invalid, NotFound."""
    known = [(person.id, person.name) for person in people.people(session.read)]
    member_id = None if request.member is None else find_id("member", request.member, known)
    return OneNote(await session.write(actions.add, NewNote(request.target, request.body, member_id)))


async def update_note(session: Session, request: UpdateNote) -> OneNote:
    """Change the words of a note. Raises NotFound, Invalid."""
    return OneNote(await session.write(actions.edit, request.note_id, NotePatch(request.body)))


TOOLS = [
    Tool(
        name="list_notes",
        description="Read the discussion of a list item or an event, oldest note first.",
        request=ListNotes, answer=Notes, run=list_notes, method="GET", path="/api/notes", read_only=True,
    ),
    Tool(
        name="add_note",
        description="Write a note into the discussion of a list item or an event.",
        request=AddNote, answer=OneNote, run=add_note, method="POST", path="/api/notes", idempotent=False,
    ),
    Tool(
        name="update_note",
        description="Change the words of a note.",
        request=UpdateNote, answer=OneNote, run=update_note, method="PATCH", path="/api/notes/{id}",
    ),
]  # fmt: skip
