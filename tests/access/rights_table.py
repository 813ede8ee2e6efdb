"""`python -m tests.access.rights_table`: writes the table of docs/api.md that says who may call which endpoint."""

import sys
from collections import defaultdict
from pathlib import Path

from appliance.access.rights import Rights
from appliance.routes import endpoints

API = Path(__file__).resolve().parents[2] / "docs" / "api.md"
COMMAND = "python -m tests.access.rights_table"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
BEGIN, END = f"<!-- written by `{COMMAND}` -->\n", "<!-- end -->\n"


def table() -> str:
    """One row for each path, and rights that several methods share once."""
    found = list(endpoints())
    order = {path: position for position, (_, path, _) in enumerate(reversed(found))}
    rows = defaultdict(list)
    for method, path, rights in sorted(found, key=lambda each: (-order[each[1]], METHODS.index(each[0]))):
        rows[path, rights].append(method)
    lines = [f"| `{path}` | {', '.join(methods)} | {words(rights)} |" for (path, rights), methods in rows.items()]
    return "\n".join(["| path | methods | who |", "|---|---|---|", *lines, ""])


def words(rights: Rights) -> str:
    """Who may call an endpoint, for readers."""
    least = {"public": "everybody", "display": "display", "admin": "admin"}[rights.scope]
    pin = {"": "", "where set": " with the PIN", "always": " only with the PIN"}[rights.pin]
    pin += {"": "", "children_change_events": " or `childrenChangeEvents`"}[rights.free_with]
    query = ", key in the query" if rights.key_in_query else ""
    return least + pin + query + (", not a connected app" if rights.not_for_apps else "")


def with_table(text: str) -> str:
    """The page with the table as it is now. Raises ValueError when the page has no place for it."""
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    return before + BEGIN + table() + END + after


if __name__ == "__main__":
    API.write_text(with_table(API.read_text("utf-8")), "utf-8")
    sys.stdout.write(f"wrote {API.name}\n")
