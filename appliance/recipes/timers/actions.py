"""Use cases of timers: every screen reads them, and rings by its own clock when one ends."""

from datetime import timedelta
from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, required_text
from appliance.recipes.timers import queries
from appliance.recipes.timers.models import CookingTimer, NewTimer

MAX_TIMERS = 20
# Nobody has stopped it: the kitchen is empty.
KEPT = timedelta(minutes=10)


def start(tx: Tx, request: NewTimer) -> CookingTimer:
    """Start a timer. A repeated request with the same id answers the one that runs. Raises BadRequest, Conflict."""
    title = required_text(request.title, "title")
    if request.id and (running := queries.maybe_timer(tx, str(request.id))):
        return running
    queries.remove_ended(tx, tx.now - KEPT)
    if len(queries.timers(tx)) >= MAX_TIMERS:
        raise Conflict(f"{MAX_TIMERS} timers run already: stop one", code="limit_reached", limit=MAX_TIMERS)

    timer = made(
        CookingTimer,
        request,
        id=str(request.id or uuid4()),
        title=title,
        ends_at=instant(tx.now + timedelta(seconds=request.seconds)),
    )
    queries.put(tx, timer)
    tx.touch()
    return timer


def stop(tx: Tx, timer_id: str) -> None:
    """Stop a timer, or what rings, on every screen. Raises NotFound."""
    if not queries.remove(tx, timer_id):
        raise NotFound()
    tx.touch()
