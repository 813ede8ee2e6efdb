"""Arrange the board of the caller's screen."""

from appliance.board.layouts import queries, rules
from appliance.board.layouts.models import BoardLayouts, LayoutRequest
from appliance.kernel.database.transactions import Tx


def arrange(tx: Tx, orientation: str, request: LayoutRequest) -> BoardLayouts:
    """Replace an arrangement of the caller's screen, and return all of them. Raises BadRequest, NotFound."""
    known = rules.orientation(orientation)
    rules.check(request.widgets, known)
    queries.save(tx, tx.caller.key_id, known, request.widgets)
    tx.touch()
    return queries.layouts(tx, tx.caller.key_id)


def reset(tx: Tx, orientation: str) -> None:
    """Remove an arrangement of the caller's screen, so that the client arranges the board. Raises NotFound."""
    queries.remove(tx, tx.caller.key_id, rules.orientation(orientation))
    tx.touch()


def move(tx: Tx, from_key: str, to_key: str) -> None:
    """Keep the arrangements of a screen that gets another key."""
    queries.move(tx, from_key, to_key)
