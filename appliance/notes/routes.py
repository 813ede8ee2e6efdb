"""REST endpoints of notes."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done
from appliance.notes import actions
from appliance.notes.models import NewNote, Note, NotePatch


@get("/notes", operation_id="listNotes", summary="The notes on an item or event", opt=DISPLAY | ETAG_BY_REV)
async def list_notes(session: CurrentSession, target: FromQuery[str]) -> list[Note]:
    """Oldest first. `target` is `list_item:<id>` or `event:<id>`; an unknown one has no notes."""
    return actions.notes_on(session.read, target)


@post("/notes", operation_id="createNote", summary="Write a note", opt=DISPLAY)
async def create_note(session: CurrentSession, data: JSONBody[NewNote], idempotency_key: IdempotencyKey = None) -> Note:
    """Without `memberId` the author is unknown. A repeated request with the same `id` adds no second note."""
    return await session.write_once(idempotency_key, Note, actions.add, data)


@patch("/notes/{note_id:str}", operation_id="updateNote", summary="Change a note", opt=DISPLAY)
async def update_note(session: CurrentSession, note_id: FromPath[str], data: JSONBody[NotePatch]) -> Note:
    """The text only."""
    return await session.write(actions.edit, note_id, data)


@delete("/notes/{note_id:str}", operation_id="deleteNote", summary="Delete a note", status_code=200, opt=DISPLAY)
async def delete_note(session: CurrentSession, note_id: FromPath[str]) -> Done:
    """Deletes the note."""
    await session.write(actions.remove, note_id)
    return Done()


ROUTES = Router(path="/api", route_handlers=[list_notes, create_note, update_note, delete_note], tags=["Notes"])
