"""Change the wall's settings, and issue its key."""

from appliance.access import actions as access
from appliance.board.layouts import actions as board_layouts
from appliance.kernel.database.transactions import Caller, Reader, Tx
from appliance.kernel.errors import Conflict, Forbidden
from appliance.wall import queries, rules
from appliance.wall.models import KeyAnswer, WallPatch, WallSettings

KEY_NAME = "This wall"


def check_access(db: Reader, caller: Caller) -> None:
    """Raises Forbidden unless the caller is an admin or the wall of this machine."""
    key = queries.find_key(db)
    if not rules.may_access(caller.scope, caller.key_id, key.id if key else None):
        raise Forbidden("display key cannot access this route", code="parents_only")


def change_settings(tx: Tx, patch: WallPatch) -> WallSettings:
    """Change some of the settings and return all of them. Raises Forbidden, BadRequest."""
    check_access(tx, tx.caller)
    changed = rules.apply_patch(patch, queries.get_settings(tx))
    queries.save_settings(tx, changed)
    tx.touch()
    return changed


def issue_key(tx: Tx) -> KeyAnswer:
    """Issue a display key for the wall of this machine and revoke its earlier one. Only the SHA-256 is stored.

    There is no key while the household is unclaimed, and none after an admin removed it, until `allow_key`.
    """
    if not access.is_claimed(tx):
        if queries.delete_key(tx):
            tx.touch()
        return KeyAnswer(key=None, why="unclaimed")
    earlier = queries.find_key(tx)
    if earlier and earlier.removed:
        return KeyAnswer(key=None, why="removed")

    issued = access.issue(tx, KEY_NAME, "display", "api")
    queries.save_key(tx, issued.id)
    if earlier and earlier.id:
        board_layouts.move(tx, earlier.id, issued.id)
        access.revoke_key(tx, earlier.id)
    else:
        tx.record("display.paired", {"keyId": issued.id, "name": issued.name})
    return KeyAnswer(key=issued.key)


def allow_key(tx: Tx) -> None:
    """Allow a new key after an admin removed the last one. Raises Conflict when none was removed."""
    key = queries.find_key(tx)
    if key is None or not key.removed:
        raise Conflict("this wall's key was not removed")

    queries.delete_key(tx)
    tx.touch()
