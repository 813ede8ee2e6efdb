"""Tables of figures beside their budgets, as Markdown on the screen and as JSON for comparisons."""

import json
import statistics
from pathlib import Path

import msgspec
from msgspec.structs import replace


class Row(msgspec.Struct, kw_only=True, frozen=True):
    """One figure. `budget` is the most it may be, or with `at_least` the least; None for a figure without a budget.

    `unit` follows the figure: `x` for a multiple of something measured in the same run, else `s`, `ms`, `MB` and so on.
    """

    what: str
    value: float
    unit: str = "x"
    budget: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """`holds` or `missed`; empty without a budget."""
        if self.budget is None:
            return ""
        holds = self.value >= self.budget if self.at_least else self.value <= self.budget
        return "holds" if holds else "missed"

    @property
    def limit(self) -> str:
        """The budget with its unit; empty without one."""
        if self.budget is None:
            return ""
        return f"{'at least ' if self.at_least else ''}{_text(self.budget, self.unit)}"


class Table(msgspec.Struct, kw_only=True, frozen=True):
    """The figures of one benchmark."""

    title: str
    rows: list[Row]


_reported: list[Table] = []


def report(title: str, rows: list[Row]) -> None:
    """Print a table, and keep it for `save`."""
    _reported.append(Table(title=title, rows=rows))
    print(f"\n### {title}\n\n| what | measured | budget | verdict |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row.what} | {_text(row.value, row.unit)} | {row.limit} | {row.verdict} |", flush=True)


def summarize() -> None:
    """Print how many budgets hold, and a table of those that are missed."""
    judged = [(table.title, row) for table in _reported for row in table.rows if row.budget is not None]
    missed = [(title, row) for title, row in judged if row.verdict == "missed"]
    print(f"\n### Budgets\n\n{len(judged) - len(missed)} of {len(judged)} hold.")
    if missed:
        print("\n| missed | measured | budget | table |\n|---|---|---|---|")
    for title, row in missed:
        print(f"| {row.what} | {_text(row.value, row.unit)} | {row.limit} | {title} |")


def save(path: Path) -> None:
    """Write every table that was reported to a JSON file: title, and for each row its figure, budget and verdict."""
    tables = [
        {"title": table.title, "rows": [{**msgspec.to_builtins(row), "verdict": row.verdict} for row in table.rows]}
        for table in _reported
    ]
    path.write_text(json.dumps(tables, indent=2, ensure_ascii=False) + "\n")


def combine(paths: list[Path]) -> None:
    """Print the tables of several saved runs of the same benchmarks as one: each figure, the median and its verdict."""
    runs = [json.loads(path.read_text()) for path in paths]
    for tables in zip(*runs, strict=True):
        print(f"\n### {tables[0]['title']}\n\n| what | {len(runs)} runs | median | budget | verdict |")
        print("|---|---|---|---|---|")
        for saved in zip(*(table["rows"] for table in tables), strict=True):
            rows = [msgspec.convert(row, Row) for row in saved]
            middle = replace(rows[0], value=statistics.median(row.value for row in rows))
            values = ", ".join(_text(row.value, row.unit) for row in rows)
            print(
                f"| {middle.what} | {values} | {_text(middle.value, middle.unit)} | {middle.limit} | {middle.verdict} |"
            )


def _text(value: float, unit: str) -> str:
    digits = 0 if value == 0 or abs(value) >= 20 else 1 if abs(value) >= 3 else 2
    return f"{value:,.{digits}f}{'' if unit in ('', 'x') else ' '}{unit}"
