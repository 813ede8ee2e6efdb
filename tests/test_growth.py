"""Every table has a bound, and docs/reliability.md names it."""

import importlib
import re
from pathlib import Path

import pytest

from appliance.kernel.database.database import Database

DOCUMENT = (Path(__file__).parent.parent / "docs" / "reliability.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", re.M)
LIMIT = re.compile(r"`([a-z_]+(?:\.[a-z_]+)*)\.([A-Z][A-Z_]+)`")


def table_of_growth() -> dict[str, tuple[str, str]]:
    """By table: who adds rows, and what bounds them."""
    chapter = DOCUMENT.partition("## What may grow\n")[2].partition("\n## ")[0]
    return {name: (who.strip(), bound.strip()) for name, who, bound in ROW.findall(chapter)}


def test_every_table_is_named_with_its_bound(database: Database) -> None:
    rows = database.read.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert sorted(str(name) for (name,) in rows) == sorted(table_of_growth())


@pytest.mark.parametrize(("module", "name"), sorted(set(LIMIT.findall(DOCUMENT))))
def test_every_limit_exists(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(f"appliance.{module}"), name)


def test_what_clients_without_admin_rights_add_is_bounded_by_a_limit_or_another_table() -> None:
    tables = table_of_growth()
    for table, (who, bound) in tables.items():
        if "anybody" in who or "display keys" in who or "every write" in who:
            others = set(re.findall(r"\w+", bound)) & {*tables, "member", "members", "key"}
            assert LIMIT.search(bound) or others, table
