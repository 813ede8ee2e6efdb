"""Verbs on the wall: its settings, its key, and how the machine is."""

import shutil
from pathlib import Path

from appliance.access import actions as access
from appliance.calendar.calendars import queries as calendars
from appliance.kernel.database.transactions import Caller, Reader, Tx
from appliance.kernel.errors import Conflict, Forbidden
from appliance.kernel.scheduling.clock import instant
from appliance.wall import queries, rules
from appliance.wall.models import Clock, Disk, Handed, Machine, WallPatch, WallSettings

NAME = "This wall"


def admit(db: Reader, caller: Caller) -> None:
    """Raises Forbidden unless the caller is an admin or this machine's own screen."""
    key = queries.key(db)
    if not rules.is_own(caller.scope, caller.key_id, key.id if key else None):
        raise Forbidden("display key cannot access this route")


def change_settings(tx: Tx, patch: WallPatch) -> WallSettings:
    """Change any subset of the settings; answers all of them. Raises Forbidden, Invalid."""
    admit(tx, tx.caller)
    changed = rules.accepted(patch, queries.settings(tx))
    queries.put_settings(tx, changed)
    tx.touch()
    return changed


def hand_over_key(tx: Tx) -> Handed:
    """A display key for this machine's own screen; the one it had before ends. Only its SHA-256 is stored.

    None for a house that nobody has claimed, and none again once a parent has removed it.
    """
    if not access.is_claimed(tx):
        if queries.forget_key(tx):
            tx.touch()
        return Handed(None, "unclaimed")
    held = queries.key(tx)
    if held and held.removed:
        return Handed(None, "removed")

    made = access.issue(tx, NAME, "display", "api")
    queries.put_key(tx, made.id)
    if held and held.id:
        access.revoke_key(tx, held.id)
    else:
        tx.record("display.paired", {"keyId": made.id, "name": made.name})
    return Handed(made.key)


def allow_key(tx: Tx) -> None:
    """Let the screen fetch a key again, after one was removed. Raises Conflict when none was."""
    held = queries.key(tx)
    if held is None or not held.removed:
        raise Conflict("this wall's key was not removed")

    queries.forget_key(tx)
    tx.touch()


def machine(db: Reader, folder: Path, clock: Clock) -> Machine:
    """What the server sees of the machine. `folder` lies on the disk that is looked at."""
    usage = shutil.disk_usage(folder)
    return Machine(Disk(usage.total, usage.free), clock, instant(db.now), rules.last_sync(calendars.calendars(db)))
