"""Every SQL statement about members."""

from collections.abc import Iterable

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound
from appliance.people.models import Person

COLUMNS = ", ".join(Person.__struct_fields__)


def people(db: Reader) -> list[Person]:
    """Every member, in their order."""
    return db.all(Person, f"SELECT {COLUMNS} FROM members ORDER BY sort, created_at, rowid")


def person(db: Reader, member_id: str) -> Person:
    """One member. Raises NotFound."""
    return db.one(Person, f"SELECT {COLUMNS} FROM members WHERE id = ?", member_id)


def is_member(db: Reader, member_id: str) -> bool:
    """True for the id of a member."""
    return db.value("SELECT 1 FROM members WHERE id = ?", member_id) is not None


def check_member(db: Reader, member_id: str) -> None:
    """Raises NotFound for an id that no member has."""
    if not is_member(db, member_id):
        raise NotFound("member not found")


def guarded(db: Reader) -> set[str]:
    """The ids of the members whose ticks wait for a parent's yes."""
    return {member_id for (member_id,) in db.rows("SELECT id FROM members WHERE needs_approval = 1")}


def known(db: Reader, member_ids: Iterable[str]) -> list[str]:
    """The ids that belong to members, each once, in the order given."""
    everybody = {member_id for (member_id,) in db.rows("SELECT id FROM members")}
    return [member_id for member_id in dict.fromkeys(member_ids) if member_id in everybody]


def count_people(db: Reader) -> int:
    """The number of members."""
    return int(db.value("SELECT count(*) FROM members"))


def next_sort(db: Reader) -> float:
    """The sort value after the last member."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM members"))


def with_photo(db: Reader, photo_id: str) -> list[str]:
    """The ids of the members whose avatar is this photo."""
    return db.all(str, "SELECT id FROM members WHERE photo_id = ?", photo_id)


def clear_photo(tx: Tx, photo_id: str) -> None:
    """Take a photo away from every member whose avatar it is."""
    tx.run("UPDATE members SET photo_id = NULL WHERE photo_id = ?", photo_id)


def with_calendar(db: Reader, calendar_id: str) -> list[str]:
    """The ids of the members whose calendar for new events is this one."""
    return db.all(str, "SELECT id FROM members WHERE default_calendar_id = ?", calendar_id)


def clear_calendar(tx: Tx, calendar_id: str) -> None:
    """Take a calendar away from every member whose new events went to it."""
    tx.run("UPDATE members SET default_calendar_id = NULL WHERE default_calendar_id = ?", calendar_id)


def put(tx: Tx, person: Person) -> None:
    """Store a member; an existing one keeps its creation time."""
    tx.put("members", asdict(person) | {"created_at": tx.now}, kept=["created_at"])


def remove(tx: Tx, member_id: str) -> None:
    """Delete a member; foreign keys clear the references to them."""
    tx.run("DELETE FROM members WHERE id = ?", member_id)
