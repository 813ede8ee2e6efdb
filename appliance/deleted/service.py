"""Restore what was deleted: here, or at the provider of an event."""

from collections.abc import Awaitable, Callable, Mapping

from appliance.deleted import actions
from appliance.deleted.models import Deletion, Kind, Restored
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Tx


class Restorer:
    """Restores things of every kind with functions of later domains, which this one may not import.

    `restore_event` also creates events again at their provider; it returns the id. `restore` is that of the actions,
    within the bounds of later domains. `complete` has, by kind, what is left to do in its transaction.
    """

    def __init__(
        self,
        restore_event: Callable[[Session, Deletion], Awaitable[str]],
        restore: Callable[[Tx, str, actions.Complete | None], Restored],
        complete: Mapping[Kind, actions.Complete],
    ):
        self._restore_event = restore_event
        self._restore = restore
        self._complete = complete

    async def restore(self, session: Session, deletion_id: str) -> Restored:
        """Restore something. Raises NotFound, Conflict, and BadGateway when the provider of an event fails."""
        deletion = actions.deletion(session.read, deletion_id)
        if deletion.kind == "event":
            return Restored(kind="event", id=await self._restore_event(session, deletion))
        return await session.write(self._restore, deletion_id, self._complete.get(deletion.kind))
