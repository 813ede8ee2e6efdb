"""Verbs on members."""

from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.kernel.schema import patched
from appliance.people import queries, rules
from appliance.people.models import MemberPatch, NewMember, Person


def add(tx: Tx, request: NewMember) -> Person:
    """Add a member, last in order unless the wish says where. Raises Invalid."""
    rules.check_avatar(request.avatar)
    rules.check_birthday(request.birthday, tx.today)

    sort = patched(request.sort, queries.next_sort(tx))
    person = Person(
        id=str(uuid4()),
        name=request.name,
        color=request.color,
        avatar=request.avatar,
        birthday=request.birthday,
        sort=sort,
    )
    queries.put(tx, person)
    tx.record("member.changed", {"id": person.id})
    return person


def edit(tx: Tx, member_id: str, patch: MemberPatch) -> Person:
    """Change a member. Raises NotFound, Invalid."""
    was = queries.person(tx, member_id)
    person = Person(
        id=member_id,
        name=patched(patch.name, was.name),
        color=patched(patch.color, was.color),
        avatar=patched(patch.avatar, was.avatar),
        birthday=patched(patch.birthday, was.birthday),
        sort=patched(patch.sort, was.sort),
    )
    rules.check_avatar(person.avatar)
    rules.check_birthday(person.birthday, tx.today)

    queries.put(tx, person)
    tx.record("member.changed", {"id": member_id})
    return person


def remove(tx: Tx, member_id: str) -> None:
    """Remove a member. What they did stays, credited to nobody; foreign keys clear every mention of them.

    Raises NotFound. (contract §5)
    """
    queries.person(tx, member_id)

    queries.remove(tx, member_id)
    tx.record("member.changed", {"id": member_id})
