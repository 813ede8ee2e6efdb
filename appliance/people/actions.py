"""Use cases of members."""

from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict
from appliance.kernel.schema import patched
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

    sort = patched(request.sort, queries.next_sort(tx))
    person = Person(
        id=str(uuid4()),
        name=request.name,
        color=request.color,
        avatar=request.avatar,
        birthday=request.birthday,
        sort=sort,
        needs_approval=request.needs_approval,
    )
    queries.put(tx, person)
    tx.record("member.changed", {"id": person.id})
    return person


def edit(tx: Tx, member_id: str, patch: MemberPatch) -> Person:
    """Change a member. Raises NotFound, BadRequest."""
    was = queries.person(tx, member_id)
    person = Person(
        id=member_id,
        name=patched(patch.name, was.name),
        color=patched(patch.color, was.color),
        avatar=patched(patch.avatar, was.avatar),
        birthday=patched(patch.birthday, was.birthday),
        sort=patched(patch.sort, was.sort),
        needs_approval=patched(patch.needs_approval, was.needs_approval),
    )
    rules.check_avatar(person.avatar)
    rules.check_birthday(person.birthday, tx.today)

    queries.put(tx, person)
    tx.record("member.changed", {"id": member_id})
    return person


def remove(tx: Tx, member_id: str) -> None:
    """Delete a member. Their completions stay, credited to nobody; foreign keys clear every reference to them.

    Raises NotFound. (contract §5)
    """
    queries.person(tx, member_id)

    queries.remove(tx, member_id)
    tx.record("member.changed", {"id": member_id})
