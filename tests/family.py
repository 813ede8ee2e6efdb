"""The family of the tests: Ana and Ben are adults, Cleo is nine, Dan is six."""

from appliance.kernel.database.transactions import Tx
from appliance.people import actions as people
from appliance.people.models import NewMember, Person

FAMILY = [
    NewMember(name="Ana", color="#E4572E", avatar="👩", birthday="1986-03-14", sort=0),
    NewMember(name="Ben", color="#2E86AB", avatar="🧔", birthday="1984-11-20", sort=1),
    NewMember(name="Cleo", color="#8E5BD6", avatar="🦊", birthday="2017-02-28", sort=2),
    NewMember(name="Dan", color="#3FA34D", avatar="D", birthday="--06-02", sort=3),
]


def move_in(tx: Tx) -> dict[str, Person]:
    """The whole family, by name."""
    return {request.name: people.add(tx, request) for request in FAMILY}
