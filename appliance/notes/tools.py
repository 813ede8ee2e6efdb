"""The agent's door to discussions."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.database import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import Shape
from appliance.kernel.text.name_lookup import resolve
from appliance.notes import actions
from appliance.notes.models import Body, NewNote, Note, NotePatch, TargetText
from appliance.people import queries as people

About = Annotated[TargetText, Meta(description="list_item:<id> or event:<id>")]


class ListNotes(Shape):
    """Whose discussion."""

    target: About


class AddNote(Shape):
    """What to write, and who says it."""

    target: About
    body: Body
    member: Annotated[str, Meta(description="Who says it: a member's id or name")] | None = None


class UpdateNote(Shape):
    """The note and its new words."""

    note_id: str
    body: Body


class Notes(Shape):
    """A discussion, oldest note first."""

    notes: list[Note]


class OneNote(Shape):
    """A note as it is now."""

    note: Note


async def list_notes(house: Session, wish: ListNotes) -> Notes:
    """The discussion of one thing."""
    return Notes(actions.discussion(house.read, wish.target))


async def add_note(house: Session, wish: AddNote) -> OneNote:
    """Write into a discussion. Raises Invalid, NotFound."""
    known = [(person.id, person.name) for person in people.people(house.read)]
    member_id = None if wish.member is None else resolve("member", wish.member, known)
    return OneNote(await house.write(actions.add, NewNote(wish.target, wish.body, member_id)))


async def update_note(house: Session, wish: UpdateNote) -> OneNote:
    """Change the words of a note. Raises NotFound, Invalid."""
    return OneNote(await house.write(actions.edit, wish.note_id, NotePatch(wish.body)))


TOOLS = [
    Tool(
        name="list_notes",
        description="Read the discussion of a list item or an event, oldest note first.",
        wish=ListNotes, answer=Notes, run=list_notes, method="GET", path="/api/notes", read_only=True,
    ),
    Tool(
        name="add_note",
        description="Write a note into the discussion of a list item or an event.",
        wish=AddNote, answer=OneNote, run=add_note, method="POST", path="/api/notes", idempotent=False,
    ),
    Tool(
        name="update_note",
        description="Change the words of a note.",
        wish=UpdateNote, answer=OneNote, run=update_note, method="PATCH", path="/api/notes/{id}",
    ),
]  # fmt: skip
