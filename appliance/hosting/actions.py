"""Changes of the registry, which the cells then follow."""

import os

from msgspec import UNSET
from msgspec.structs import asdict, replace

from appliance.hosting import queries
from appliance.hosting.models import Household, HouseholdPatch, NewHousehold, Registered, State
from appliance.hosting.settings import HostSettings
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import sent_fields

LONGEST_SOCKET_PATH = 107  # unix(7)


def listed(db: Reader, settings: HostSettings) -> list[Household]:
    """Every household, by name."""
    return [_answer(db, settings, each) for each in queries.households(db)]


def get(db: Reader, settings: HostSettings, name: str) -> Household:
    """A household. Raises NotFound."""
    return _answer(db, settings, _existing(db, name))


def add(tx: Tx, settings: HostSettings, request: NewHousehold) -> Household:
    """Add a household, which its cell then starts. Raises BadRequest, Conflict."""
    cell = request.cell or settings.cell
    _check_cell(tx, cell)
    check_is_free(tx, settings, request.name, request.host_name)
    queries.add_household(tx, request.name, request.host_name, cell, instant(tx.now))
    return get(tx, settings, request.name)


def change(tx: Tx, settings: HostSettings, name: str, patch: HouseholdPatch) -> Household:
    """Suspend, resume, rename or move a household. Raises NotFound, BadRequest, Conflict."""
    stored = _existing(tx, name)
    if stored.state == "deleted":
        raise Conflict(f"{name} is being deleted")
    if stored.moving_to:
        raise Conflict(f"{name} is being moved to cell {stored.moving_to}")
    if patch.cell is not UNSET and settings.place and patch.cell != settings.cell:
        # Another machine, which only the cell's own processes ask.
        queries.put_household(tx, replace(stored, moving_to=patch.cell, move_problem=None))
        return get(tx, settings, name)
    if patch.cell is not UNSET:
        _check_cell(tx, patch.cell)
    if patch.host_name is not UNSET and patch.host_name != stored.host_name:
        _check_host_name(tx, settings, patch.host_name)
    queries.put_household(tx, replace(stored, **sent_fields(patch)))
    return get(tx, settings, name)


def delete(tx: Tx, name: str) -> None:
    """Let the cell stop a household and set its data aside. Raises NotFound."""
    queries.put_household(tx, replace(_existing(tx, name), state="deleted"))


def check_is_free(db: Reader, settings: HostSettings, name: str, host_name: str) -> None:
    """Raises Conflict, BadRequest unless a household may have a name and a host name."""
    if queries.find_household(db, name):
        raise Conflict(f"name: there is a household {name} already")
    _check_host_name(db, settings, host_name)


def receive(tx: Tx, settings: HostSettings, arrival: str, name: str, host_name: str, state: State) -> None:
    """Add a household that came by a move. Raises as `check_is_free`."""
    check_is_free(tx, settings, name, host_name)
    queries.add_household(tx, name, host_name, settings.cell, instant(tx.now))
    queries.put_household(tx, replace(_existing(tx, name), state=state))
    queries.put_arrival(tx, name, arrival)


def has_arrived(db: Reader, arrival: str) -> bool:
    """Whether a move is done here."""
    return queries.has_arrival(db, arrival)


def stay(tx: Tx, name: str, problem: str) -> None:
    """Run a household here again, which another cell did not take. Raises NotFound."""
    queries.put_household(tx, replace(_existing(tx, name), moving_to=None, move_problem=problem))


def _existing(db: Reader, name: str) -> Registered:
    household = queries.find_household(db, name)
    if household is None:
        raise NotFound(f"there is no household {name}")
    return household


def _check_cell(db: Reader, cell: str) -> None:
    known = [each.name for each in queries.cells(db)]
    if cell not in known:
        raise BadRequest(f"no cell {cell} was ever started; there are {', '.join(known)}", at="cell")


def _check_host_name(db: Reader, settings: HostSettings, host_name: str) -> None:
    if (excess := len(os.fsencode(settings.host_link(host_name) / "web.sock")) - LONGEST_SOCKET_PATH) > 0:
        raise BadRequest(f"it is {excess} bytes too long for the path of a socket", at="hostName")
    if taken := queries.find_host_name(db, host_name):
        raise Conflict(f"hostName: {host_name} belongs to {taken.name}")


def _answer(db: Reader, settings: HostSettings, household: Registered) -> Household:
    fields = asdict(household)
    del fields["id"]
    process = queries.process_of(db, household)
    return Household(**fields, socket=str(settings.socket(household.name)), process=process)
