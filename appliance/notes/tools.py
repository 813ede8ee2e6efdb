"""MCP tools for notes."""

from typing import Annotated

from msgspec import Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.notes import actions, routes
from appliance.notes.models import NewNote, Note, NotePatch, TargetText
from appliance.people.tools import MemberName

Target = Annotated[TargetText, Meta(description="list_item:<id> or event:<id>")]


class AddNote(NewNote, kw_only=True):
    """A note and its author by name."""

    member_id: MemberName | None = field(name="member", default=None)


@tool(routes.list_notes, answers="notes", read_only=True)
async def list_notes(session: Session, target: Target) -> list[Note]:
    """The notes on a list item or an event, oldest first."""
    return actions.notes_on(session.read, target)


@tool(routes.create_note, answers="note", idempotent=False)
async def add_note(session: Session, request: AddNote) -> Note:
    """Write a note on a list item or an event (target, as in list_notes); member is its author."""
    return await session.write(actions.add, request)


@tool(routes.update_note, answers="note")
async def update_note(session: Session, note_id: str, patch: NotePatch) -> Note:
    """Change the text of a note."""
    return await session.write(actions.edit, note_id, patch)


TOOLS = [list_notes, add_note, update_note]
