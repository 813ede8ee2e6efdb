"""One named family, used everywhere: Ana and Ben are grown, Cleo is nine, Dan is six."""

from appliance.kernel.database.transactions import Tx
from appliance.people import actions as people
from appliance.people.models import NewMember, Person

FAMILY = [
    NewMember("Ana", "#E4572E", "👩", "1986-03-14", 0),
    NewMember("Ben", "#2E86AB", "🧔", "1984-11-20", 1),
    NewMember("Cleo", "#8E5BD6", "🦊", "2017-02-28", 2),
    NewMember("Dan", "#3FA34D", "D", "--06-02", 3),
]


def move_in(tx: Tx) -> dict[str, Person]:
    """The whole family, by name."""
    return {request.name: people.add(tx, request) for request in FAMILY}
