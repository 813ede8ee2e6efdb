"""A household moves to a cell on another machine: its cell stops it and copies it to the bucket, the other takes it."""

import logging
import time

import msgspec

from appliance.hosting import actions, queries
from appliance.hosting.bucket.models import Place, Secrets
from appliance.hosting.bucket.store import Bucket, BucketError
from appliance.hosting.lease.models import Lease
from appliance.hosting.lease.shared import SharedLease
from appliance.hosting.models import Registered
from appliance.hosting.registry import Registry
from appliance.hosting.settings import HostSettings
from appliance.hosting.state import inbox, rules
from appliance.hosting.state.files import Files, NotSynced, sync
from appliance.hosting.state.restore import State, set_aside
from appliance.kernel.errors import ApiError

log = logging.getLogger(__name__)
POLL_SECONDS = 1.0
# Litestream looks for new files by itself.
SYNC_PATIENCE_SECONDS = 60


class Moves:
    """Both ends of moves of one cell."""

    def __init__(self, settings: HostSettings, place: Place, secrets: Secrets, lease: SharedLease, files: Files):
        """Raises BadKey."""
        self._settings, self._lease, self._files = settings, lease, files
        self._bucket = Bucket(place, secrets)
        self._state = State(settings, place, secrets)
        self._registry = Registry(settings.registry)

    def send(self, household: Registered) -> None:
        """Give a household that is stopped to another cell, and forget it once that has it.

        Raises BucketError, NotSynced, ProgramFailed, OSError, apsw.Error; a further call then goes on.
        """
        target = household.moving_to
        assert target
        if self._bucket.get(rules.lease_name(target)) is None:
            self._registry.write(actions.stay, household.name, f"there is no cell {target} in this bucket")
            return
        # The registry too: who takes this cell over must not start it again.
        sync(self._settings, self._settings.registry)
        self._files.household(household.name)
        number = f"{self._settings.cell}-{household.id}-{household.created_at}"
        if not any(each.id == number for each in inbox.arrivals(self._bucket, target)):
            arrival = inbox.Arrival(
                id=number,
                name=household.name,
                host_name=household.host_name,
                state=household.state,
                source=self._settings.cell,
                epoch=self._lease.epoch,
            )
            inbox.put(self._bucket, target, arrival)
        answer = self._answer(target, number)
        if answer == inbox.TAKEN:
            folder = self._settings.data_dir(household.name)
            if folder.exists():
                set_aside(self._settings, folder)
            self._registry.write(queries.remove_household, household.id)
            log.info("moved to cell %s", target, extra={"household": household.name})
        else:
            self._registry.write(actions.stay, household.name, answer)
        inbox.remove(self._bucket, target, number)

    def _answer(self, target: str, number: str) -> str:
        while True:
            found = next((each for each in inbox.arrivals(self._bucket, target) if each.id == number), None)
            if found is None:
                raise BucketError("the move is not in the inbox any more")
            if found.answer and found.answered_in == self._epoch_of(target):
                return found.answer
            time.sleep(POLL_SECONDS)

    def _epoch_of(self, cell: str) -> int | None:
        found = self._bucket.get(rules.lease_name(cell))
        return msgspec.json.decode(found.content, type=Lease).epoch if found else None

    def receive(self) -> None:
        """Take what arrives. Raises as `send`; a further call then goes on."""
        for arrival in inbox.arrivals(self._bucket, self._settings.cell):
            if arrival.answered_in != self._lease.epoch:
                arrival.answer, arrival.answered_in = self._taken(arrival), self._lease.epoch
                inbox.put(self._bucket, self._settings.cell, arrival)

    def _taken(self, arrival: inbox.Arrival) -> str:
        """Take a household. It is answered only when its state is among this cell's in the bucket."""
        if not self._registry.read(actions.has_arrived, arrival.id):
            try:
                self._registry.read(actions.check_is_free, self._settings, arrival.name, arrival.host_name)
                if not self._state.restore(arrival.name, arrival.source, [arrival.epoch]):
                    return "its replica is not in the bucket"
                self._registry.write(
                    actions.receive, self._settings, arrival.id, arrival.name, arrival.host_name, arrival.state
                )
            except ApiError as problem:
                return problem.message
        self._sync_new(arrival.name)
        log.info("came from cell %s", arrival.source, extra={"household": arrival.name})
        return inbox.TAKEN

    def _sync_new(self, name: str) -> None:
        end = time.monotonic() + SYNC_PATIENCE_SECONDS
        while True:
            try:
                sync(self._settings, self._settings.registry)
                self._files.household(name)
            except NotSynced:
                if time.monotonic() > end:
                    raise
                time.sleep(POLL_SECONDS)
            else:
                return
