"""Use cases of members."""

from uuid import uuid4

from msgspec.structs import replace

from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import queries, rules
from appliance.people.models import MemberPatch, NewMember, Person


def add(tx: Tx, request: NewMember) -> Person:
    """Add a member, at the end unless the request has `sort`. Raises BadRequest, Conflict."""
    rules.check_avatar(request.avatar)
    rules.check_birthday(request.birthday, tx.today)

    if queries.count_people(tx) >= rules.MAX_MEMBERS:
        raise Conflict(
            f"a household has at most {rules.MAX_MEMBERS} members", code="limit_reached", limit=rules.MAX_MEMBERS
        )

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


def clear_photo(tx: Tx, photo_id: str) -> None:
    """Take a photo that is gone away from the members whose avatar it was."""
    for member_id in queries.with_photo(tx, photo_id):
        tx.record("member.changed", {"id": member_id})
    queries.clear_photo(tx, photo_id)


def remove(tx: Tx, member_id: str) -> None:
    """Delete a member. Their completions stay, credited to nobody; foreign keys clear every reference to them.

    Raises NotFound. (contract §5)
    """
    queries.person(tx, member_id)

    queries.remove(tx, member_id)
    tx.record("member.changed", {"id": member_id})
