"""Budgets of the tables that a display key can fill: rows and bytes of text, checked when a write makes them larger."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

import msgspec

from appliance.kernel.database.transactions import P, Reader, T, Tx
from appliance.kernel.errors import Conflict


class TableBudget(msgspec.Struct, frozen=True, kw_only=True):
    """How much a table may hold.

    `table` has triggers that keep its row in `table_sizes`. `what` names its rows in the plural, `remedy` says how to
    make room, both for a person.
    """

    table: str
    entries: int
    bytes: int
    what: str
    remedy: str


class TableSize(msgspec.Struct, frozen=True, kw_only=True):
    """Rows and bytes of text."""

    entries: int
    bytes: int


def table_sizes(db: Reader, *tables: str) -> dict[str, TableSize]:
    """The sizes of some tables that are counted, in one statement."""
    marks = ", ".join("?" * len(tables))
    rows = db.rows(f"SELECT name, entries, bytes FROM table_sizes WHERE name IN ({marks})", *tables)
    return {name: TableSize(entries=entries, bytes=size) for name, entries, size in rows}


def within_budget(
    *budgets: TableBudget,
) -> Callable[[Callable[Concatenate[Tx, P], T]], Callable[Concatenate[Tx, P], T]]:
    """Make an action raise Conflict when it takes a table over its budget, which rolls the action back.

    An action that makes a full table smaller, or leaves its size, succeeds: that is how room is made.
    """
    tables = [budget.table for budget in budgets]

    def decorate(action: Callable[Concatenate[Tx, P], T]) -> Callable[Concatenate[Tx, P], T]:
        @wraps(action)
        def checked(tx: Tx, /, *args: P.args, **kwargs: P.kwargs) -> T:
            before = table_sizes(tx, *tables)
            result = action(tx, *args, **kwargs)
            after = table_sizes(tx, *tables)
            for budget in budgets:
                _check(budget, before[budget.table], after[budget.table])
            return result

        return checked

    return decorate


def _check(budget: TableBudget, before: TableSize, after: TableSize) -> None:
    if after.entries > max(budget.entries, before.entries):
        raise Conflict(
            f"the household has {budget.entries:,} {budget.what}, which is the limit: {budget.remedy}",
            code="limit_reached",
            limit=budget.entries,
        )
    if after.bytes > max(budget.bytes, before.bytes):
        limit = f"{budget.bytes // 1_000_000} MB"
        raise Conflict(
            f"the texts of all {budget.what} take {limit}, which is the limit: {budget.remedy}", code="no_room"
        )
