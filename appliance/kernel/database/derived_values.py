"""Values computed from the database, kept and brought up to date by the changes that were recorded since."""

from collections.abc import Callable, Hashable, Sequence, Set
from typing import Any, TypeVar, cast

import msgspec

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader

T = TypeVar("T")
# After more changes than this a value is computed again.
MAX_READ = 200
# The value after some changes. The same object when no change concerns it, None when it must be computed again.
Update = Callable[[Reader, T, Sequence[Change]], T | None]


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A value, what it was computed for, and the rev of the state that it is of."""

    key: Hashable
    rev: int
    value: Any


class DerivedValues:
    """Keeps values by name.

    What no change records (weather, time) must be part of the key or not be kept. A value is never changed in place:
    a reader in a thread may still use it.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._read: tuple[int, int, list[Change]] = 0, 0, []

    def get(self, db: Reader, name: str, key: Hashable, compute: Callable[[Reader], T], update: Update[T]) -> T:
        """The value for a key, which replaces that for another key. Call it within one consistent read."""
        rev = int(db.value("SELECT seq FROM sqlite_sequence WHERE name = 'changes'") or 0)
        kept = self._kept.get(name)
        value: T | None = None
        if kept is not None and kept.key == key and kept.rev <= rev:
            changes = self._changes(db, kept.rev, rev) if kept.rev < rev else []
            value = cast(T, kept.value) if not changes and kept.rev == rev else None
            if changes:
                value = update(db, cast(T, kept.value), changes)
        if value is None:
            value = compute(db)
        # A reader in a thread may see an older state than that of the kept value.
        if kept is None or kept.rev <= rev:
            self._kept[name] = _Kept(key=key, rev=rev, value=value)
        return value

    def _changes(self, db: Reader, after: int, through: int) -> list[Change]:
        """The changes after one rev through another; none when there are too many, or some were deleted."""
        if through - after > MAX_READ:
            return []
        # Another thread may replace it meanwhile.
        read = self._read
        if read[:2] != (after, through):
            changes = db.all(
                Change, "SELECT rev, at, topic, data, who, entries FROM changes WHERE rev > ? ORDER BY rev", after
            )
            read = self._read = after, through, changes if len(changes) == through - after else []
        return read[2]


def kept_after(topics: Set[str | None]) -> Update[T]:
    """An update of a value that changes of these topics leave as it is."""

    def keep(_db: Reader, value: T, changes: Sequence[Change]) -> T | None:
        return value if all(change.topic in topics for change in changes) else None

    return keep
