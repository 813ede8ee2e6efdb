"""Budgets of the tables that a display key can fill: rows and bytes of text, checked when a write makes them larger."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

import msgspec

from appliance.kernel.database.transactions import P, Reader, T, Tx
from appliance.kernel.errors import Conflict


class TableBudget(msgspec.Struct, frozen=True, kw_only=True):
    """How much tables may hold together.

    `tables` have triggers that keep their row in `table_sizes`. `what` names the rows in the plural, and `remedy` says
    how to make room; both are for a person.
    """

    tables: tuple[str, ...]
    entries: int
    bytes: int
    what: str
    remedy: str


class TableSize(msgspec.Struct, frozen=True, kw_only=True):
    """Rows and bytes of text."""

    entries: int
    bytes: int


def table_size(db: Reader, tables: tuple[str, ...]) -> TableSize:
    """The size of tables together."""
    return db.one(
        TableSize,
        "SELECT sum(entries) AS entries, sum(bytes) AS bytes FROM table_sizes"
        " WHERE name IN (SELECT value FROM json_each(?))",
        tables,
    )


def within_budget(
    *budgets: TableBudget,
) -> Callable[[Callable[Concatenate[Tx, P], T]], Callable[Concatenate[Tx, P], T]]:
    """Make an action raise Conflict when it takes tables over a budget, which rolls it back.

    An action that makes full tables smaller, or leaves their size, succeeds: that is how room is made.
    """

    def decorate(action: Callable[Concatenate[Tx, P], T]) -> Callable[Concatenate[Tx, P], T]:
        @wraps(action)
        def checked(tx: Tx, /, *args: P.args, **kwargs: P.kwargs) -> T:
            before = [table_size(tx, budget.tables) for budget in budgets]
            result = action(tx, *args, **kwargs)
            for budget, size in zip(budgets, before, strict=True):
                _check(budget, size, table_size(tx, budget.tables))
            return result

        return checked

    return decorate


def _check(budget: TableBudget, before: TableSize, after: TableSize) -> None:
    if after.entries > max(budget.entries, before.entries):
        raise Conflict(f"the household has {budget.entries:,} {budget.what}, which is the limit: {budget.remedy}")
    if after.bytes > max(budget.bytes, before.bytes):
        limit = f"{budget.bytes // 1_000_000} MB"
        raise Conflict(f"the texts of all {budget.what} take {limit}, which is the limit: {budget.remedy}")
