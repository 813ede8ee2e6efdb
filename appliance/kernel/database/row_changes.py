"""Rows as a write has changed them, also by foreign keys and triggers, and the way back.

SQLite's session extension follows the write (https://sqlite.org/sessionintro.html). Its changesets name no columns, and
applied they stop at a row whose parent is gone: here they are stored by column name and taken back row by row.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import apsw
import msgspec

from appliance.kernel.database.transactions import Reader, Tx

Values = dict[str, Any]


class RowChange(msgspec.Struct, frozen=True, kw_only=True):
    """A row before and after a write, by column name. `key` is its primary key.

    `before` is None for a row that was added, `after` for one that was removed; otherwise both have what was changed.
    """

    table: str
    key: Values
    before: Values | None
    after: Values | None


class CannotRestore(Exception):
    """The row that matters cannot be put back. `parent` is the table and the key of another that it needs first."""

    def __init__(self, parent: tuple[str, Any] | None = None):
        super().__init__(parent)
        self.parent = parent


class _Reference(msgspec.Struct, frozen=True):
    """A foreign key: the columns, and those of the parent."""

    parent: str
    columns: list[str]
    parent_columns: list[str]
    is_cleared: bool


def changes_of(tx: Tx, changeset: bytes) -> list[RowChange]:
    """The changes in a changeset."""
    names = {}
    found = []
    for change in apsw.Changeset.iter(changeset):
        if change.name not in names:
            names[change.name] = _columns(tx, change.name)
        columns = names[change.name]
        before, after = (_named(columns, values) for values in (change.old, change.new))
        whole = before if before and change.op != "INSERT" else after
        assert whole is not None
        key = {columns[index]: whole[columns[index]] for index in sorted(change.pk_columns)}
        if before is not None and after is not None:
            before = {name: before[name] for name in after}
        found.append(RowChange(table=change.name, key=key, before=before, after=after))
    return found


def undo(tx: Tx, changes: Iterable[RowChange], *, root: tuple[str, str], stamps: Collection[str] = ()) -> None:
    """Take changes back, as far as what they left is still there.

    `root` is the table and the id of the row that matters. Raises CannotRestore when that cannot be put back; others
    are left out where their parent is gone, or come back without their reference to it. A value that was changed since
    stays, but for JSON arrays: what the write removed from one comes back. `stamps` are columns of which a later change
    does not count.
    """
    order = {name: place for place, (name,) in enumerate(tx.rows("SELECT name FROM sqlite_schema ORDER BY rowid"))}
    by_table: dict[str, list[RowChange]] = defaultdict(list)
    for change in changes:
        by_table[change.table].append(change)
    # A table is made after those that it refers to.
    tables = sorted((name for name in by_table if name in order), key=order.__getitem__)
    references = {name: _references(tx, name) for name in tables}
    for name in reversed(tables):
        for change in by_table[name]:
            if change.before is None:
                tx.run(f"DELETE FROM {name} WHERE {_matching(change.key)}", *change.key.values())
    for name in tables:
        removed = [change for change in by_table[name] if change.after is None]
        own = [reference.columns for reference in references[name] if reference.parent == name]
        for change in sorted(removed, key=lambda change: any(_has(change.before or {}, columns) for columns in own)):
            _insert(tx, change, references[name], is_root=_is(change, root))
    for name in tables:
        for change in by_table[name]:
            if change.before is not None and change.after is not None:
                _change_back(tx, change, references[name], stamps if _is(change, root) else None)


def merged(before: object, after: object, now: object) -> object:
    """An array without what a write added to it, and with what it removed, whatever else was done to it since."""
    if not (isinstance(before, list) and isinstance(after, list) and isinstance(now, list)):
        return now
    kept = [value for value in now if value in before or value not in after]
    for index, value in enumerate(before):
        if value not in after and value not in kept:
            followers = [kept.index(other) for other in before[index + 1 :] if other in kept]
            kept.insert(min(followers, default=len(kept)), value)
    return kept


def _insert(tx: Tx, change: RowChange, references: Sequence[_Reference], *, is_root: bool) -> None:
    known = set(_columns(tx, change.table))
    row = {name: value for name, value in (change.before or {}).items() if name in known}
    for reference in references:
        if not _has(row, reference.columns) or _parent_exists(tx, reference, row):
            continue
        if reference.is_cleared:
            row |= dict.fromkeys(reference.columns)
        elif is_root:
            raise CannotRestore((reference.parent, row[reference.columns[0]]))
        else:
            return
    names = ", ".join(row)
    added = tx.run(f"INSERT OR IGNORE INTO {change.table} ({names}) VALUES ({_parameters(row)})", **row)
    if is_root and not added:
        raise CannotRestore()


def _change_back(tx: Tx, change: RowChange, references: Sequence[_Reference], stamps: Collection[str] | None) -> None:
    """`stamps` is None for a row that does not matter."""
    is_root = stamps is not None
    before, after = change.before or {}, change.after or {}
    found = next(tx.records(f"SELECT * FROM {change.table} WHERE {_matching(change.key)}", *change.key.values()), None)
    if found is None:
        if is_root:
            raise CannotRestore((change.table, next(iter(change.key.values()))))
        return
    wanted: Values = {}
    for name, value in before.items():
        if name not in found:
            continue
        if found[name] == after[name]:
            wanted[name] = value
        elif _is_array(found[name]) and (_is_array(value) or _is_array(after[name])):
            wanted[name] = _merged_text(value, after[name], found[name])
            if is_root and wanted[name] == found[name]:
                raise CannotRestore()
        elif stamps is not None and name not in stamps:
            raise CannotRestore()
    for reference in references:
        result = found | wanted
        is_gone = _has(result, reference.columns) and not _parent_exists(tx, reference, result)
        if is_gone and any(name in wanted for name in reference.columns):
            wanted = {name: value for name, value in wanted.items() if name not in reference.columns}
    if wanted:
        changed = ", ".join(f"{name} = ?" for name in wanted)
        tx.run(
            f"UPDATE OR IGNORE {change.table} SET {changed} WHERE {_matching(change.key)}",
            *wanted.values(),
            *change.key.values(),
        )


def _columns(db: Reader, table: str) -> list[str]:
    return db.all(str, "SELECT name FROM pragma_table_info(?) ORDER BY cid", table)


def _references(db: Reader, table: str) -> list[_Reference]:
    sql = 'SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq'
    found: dict[int, _Reference] = {}
    for number, parent, column, parent_column, on_delete in db.rows(sql, table):
        reference = found.setdefault(number, _Reference(parent, [], [], on_delete == "SET NULL"))
        reference.columns.append(column)
        reference.parent_columns.append(parent_column)
    return list(found.values())


def _parent_exists(db: Reader, reference: _Reference, row: Values) -> bool:
    columns = " AND ".join(f"{name} = ?" for name in reference.parent_columns)
    values = [row[name] for name in reference.columns]
    return db.value(f"SELECT 1 FROM {reference.parent} WHERE {columns}", *values) is not None


def _named(columns: Sequence[str], values: tuple[Any, ...] | None) -> Values | None:
    if values is None:
        return None
    # A column that was added to the table since the beginning of the session has no value.
    return {
        name: value for name, value in zip(columns, values, strict=False) if not isinstance(value, type(apsw.no_change))
    }


def _is(change: RowChange, root: tuple[str, str]) -> bool:
    return (change.table, next(iter(change.key.values()))) == root


def _has(row: Values, columns: Iterable[str]) -> bool:
    return all(row.get(name) is not None for name in columns)


def _is_array(value: object) -> bool:
    return isinstance(value, str) and value.startswith("[")


def _merged_text(before: Any, after: Any, now: Any) -> str | None:
    values = [msgspec.json.decode(value) if _is_array(value) else [] for value in (before, after, now)]
    result = merged(*values)
    return msgspec.json.encode(result).decode() if result or _is_array(before) else None


def _matching(key: Values) -> str:
    return " AND ".join(f"{name} = ?" for name in key)


def _parameters(row: Values) -> str:
    return ", ".join(f":{name}" for name in row)
