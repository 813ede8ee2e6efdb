"""The writes of the last minutes that can be undone, in memory: a restart forgets them."""

import secrets
from collections import OrderedDict
from datetime import datetime, timedelta

import msgspec

from appliance.calendar.undo.models import AnyUndo, Kept
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import NotFound

KEPT_FOR = timedelta(minutes=10)
MAX_KEPT, MAX_BYTES, MAX_BYTES_OF_ONE = 500, 8_000_000, 1_000_000


class UndoLog:
    """Gives each write a token with which the same key can undo it once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0

    def keep(self, session: Session, undo: AnyUndo | None) -> str | None:
        """The token of a write; None where there is too much to keep."""
        size = len(msgspec.json.encode(undo))
        if undo is None or size > MAX_BYTES_OF_ONE:
            return None
        now = session.read.now
        token = secrets.token_urlsafe(18)
        self._kept[token] = Kept(key=_key(session.caller), at=now, undo=undo, size=size)
        self._bytes += size
        while self._kept and (
            len(self._kept) > MAX_KEPT or self._bytes > MAX_BYTES or _is_old(next(iter(self._kept.values())), now)
        ):
            self.forget(next(iter(self._kept)))
        return token

    def find(self, session: Session, token: str) -> AnyUndo:
        """The write with this token. Raises NotFound when it is unknown, old, or of another key."""
        kept = self._kept.get(token)
        if kept is None or kept.key != _key(session.caller) or _is_old(kept, session.read.now):
            raise NotFound("unknown, or more than 10 minutes ago", code="undo_too_late")
        return kept.undo

    def forget(self, token: str) -> None:
        """Forget a write, because it was undone."""
        if kept := self._kept.pop(token, None):
            self._bytes -= kept.size


def _key(caller: Caller) -> tuple[str | None, str]:
    return caller.key_id, caller.name


def _is_old(kept: Kept, now: datetime) -> bool:
    return not timedelta() <= now - kept.at <= KEPT_FOR
