"""REST endpoints of members."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import asdict

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.calendar.calendars import actions as calendars
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.people import actions, queries
from appliance.people.models import Member, MemberPatch, NewMember, Person
from appliance.points import actions as points


@get("/members", operation_id="listMembers", summary="Every member", opt=DISPLAY | ETAG_BY_REV)
async def list_members(session: CurrentSession) -> list[Member]:
    """In their order, with the points of today and this week and the balance."""
    return with_points(session.read, queries.people(session.read))


@post("/members", operation_id="createMember", summary="Add a member", opt=ADMIN)
async def create_member(session: CurrentSession, data: JSONBody[NewMember]) -> Member:
    """Comes last unless `sort` is given. 409 at 200 members. Admin."""
    return with_points(session.read, [await session.write(calendars.add_member, data)])[0]


@patch("/members/{member_id:str}", operation_id="updateMember", summary="Change a member", opt=ADMIN)
async def update_member(session: CurrentSession, member_id: FromPath[str], data: JSONBody[MemberPatch]) -> Member:
    """Any subset of name, color, avatar, birthday, sort, needsApproval, photoId and defaultCalendarId. Admin."""
    return with_points(session.read, [await session.write(calendars.edit_member, member_id, data)])[0]


@delete("/members/{member_id:str}", operation_id="deleteMember", summary="Remove a member", status_code=200, opt=ADMIN)
async def delete_member(session: CurrentSession, member_id: FromPath[str]) -> Done:
    """Their completions stay in the history, credited to nobody. Admin."""
    await session.write(actions.remove, member_id)
    return Done()


def with_points(db: Reader, people: list[Person]) -> list[Member]:
    """Members with their points, in the order given."""
    totals = points.totals(db, [person.id for person in people])
    return [Member(**asdict(person), **asdict(totals[person.id])) for person in people]


ROUTES = Router(
    path="/api", route_handlers=[list_members, create_member, update_member, delete_member], tags=["Members"]
)
