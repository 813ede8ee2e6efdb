"""Copies of rows as they are stored, to compare them and to put them back."""

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import Conflict

# Values by column name, not decoded.
Row = dict[str, Any]


def copied(db: Reader, table: str, column: str, values: Iterable[str]) -> list[Row]:
    """The rows of a table that have one of these values in a column, in the order of the table."""
    return list(db.records(f"SELECT * FROM {table} WHERE {column} IN (SELECT value FROM json_each(?))", list(values)))


def put_back(tx: Tx, rows: Sequence[Row], *, table: str, key: str) -> None:
    """Store copies: insert the rows that are gone, and set every column of those that are there by their key.

    Raises Conflict when a row needs another one that is gone.
    """
    try:
        for row in rows:
            tx.put(table, row, key=key)
    except apsw.ConstraintError:
        raise Conflict("something that belongs to this was deleted since", code="deleted_meanwhile") from None
