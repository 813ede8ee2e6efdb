"""Use cases of members."""

from uuid import uuid4

from msgspec.structs import replace

from appliance.deleted import actions as deleted
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import Conflict
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import queries, rules
from appliance.people.models import MemberPatch, NewMember, Person


def add(tx: Tx, request: NewMember) -> Person:
    """Add a member, at the end unless the request has `sort`. Raises BadRequest, Conflict."""
    rules.check_avatar(request.avatar)
    rules.check_birthday(request.birthday, tx.today)

    _check_count(tx, rules.MAX_MEMBERS - 1)

    person = made(Person, request, id=str(uuid4()), sort=patched(request.sort, queries.next_sort(tx)))
    queries.put(tx, person)
    tx.record("member.changed", {"id": person.id})
    return person


def edit(tx: Tx, member_id: str, patch: MemberPatch) -> Person:
    """Change a member. Raises NotFound, BadRequest."""
    person = replace(queries.person(tx, member_id), **sent_fields(patch))
    rules.check_avatar(person.avatar)
    rules.check_birthday(person.birthday, tx.today)

    queries.put(tx, person)
    tx.record("member.changed", {"id": member_id})
    return person


def check_restored(tx: Tx, member_id: str, zone: str) -> None:
    """Raises Conflict when there is no room for a member who was restored just now."""
    _check_count(tx, rules.MAX_MEMBERS)


def clear_photo(tx: Tx, photo_id: str) -> None:
    """Take a photo that is gone away from the members whose avatar it was."""
    for member_id in queries.with_photo(tx, photo_id):
        tx.record("member.changed", {"id": member_id})
    queries.clear_photo(tx, photo_id)


def clear_calendar(tx: Tx, calendar_id: str) -> None:
    """Take a calendar that is gone away from the members whose new events went to it."""
    for member_id in queries.with_calendar(tx, calendar_id):
        tx.record("member.changed", {"id": member_id})
    queries.clear_calendar(tx, calendar_id)


def remove(tx: Tx, member_id: str) -> None:
    """Delete a member. Their completions stay, credited to nobody; foreign keys clear every reference to them.

    They can be restored with all of it. Raises NotFound. (contract §5)
    """
    person = queries.person(tx, member_id)

    with deleted.kept(tx, "member", member_id, person.name):
        queries.remove(tx, member_id)
        tx.record("member.changed", {"id": member_id})


def _check_count(db: Reader, most: int) -> None:
    if queries.count_people(db) > most:
        raise Conflict(
            f"a household has at most {rules.MAX_MEMBERS} members", code="limit_reached", limit=rules.MAX_MEMBERS
        )
