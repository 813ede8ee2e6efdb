"""The codes of errors: each has a text in the UI's messages, which names only values that the error carries."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from appliance.kernel import errors
from tests.client import Client

ROOT = Path(__file__).parent.parent.parent
MESSAGES = msgspec.json.decode((ROOT / "appliance/ui/src/messages/en/rest.json").read_bytes())["errors"]
# The UI gives these to errors without a code, by their status.
BY_STATUS = {"unauthorized", "not_found", "server_error"}


def test_every_code_has_a_text_and_every_text_a_code() -> None:
    found = {code for code, _ in codes()}
    assert set() == found - MESSAGES.keys(), "add a text to the section `errors` of messages/en/rest.json"
    assert set() == MESSAGES.keys() - found - BY_STATUS


def test_a_text_names_what_each_error_with_its_code_carries() -> None:
    lacking = {
        (code, name)
        for code, values in codes()
        if values is not None
        for name in set(re.findall(r"\{(\w+)\}", MESSAGES[code])) - values
    }
    assert set() == lacking


def test_codes_are_in_snake_case() -> None:
    assert [] == [code for code, _ in codes() if not re.fullmatch(r"[a-z]+(_[a-z]+)*", code)]


def codes() -> Iterator[tuple[str, set[str] | None]]:
    """Each code in the source with the values of its error; None where a table gives the code."""
    names = {name for name, value in vars(errors).items() if isinstance(value, type)}
    for path in sorted((ROOT / "appliance").glob("[!u]*/**/*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                values = {str(each.arg): each.value for each in node.keywords if each.arg}
                called = ast.unparse(node.func).rpartition(".")[2]
                code = values.get("code")
                if (called in names or called == "__init__") and isinstance(code, ast.Constant):
                    yield str(code.value), values.keys() - {"code"}
            elif isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == ["CODES"]:
                if isinstance(node.value, ast.Dict):
                    yield from ((str(ast.literal_eval(each)), None) for each in node.value.values)
                yield from (("source_failed", None), ("source_refused", None))


def test_an_error_carries_its_code(client: Client, family: dict[str, Any]) -> None:
    unnamed = client.post("/api/members", json={"name": "", "color": "#112233"})
    assert (400, {"error": "name: must not be empty", "code": "empty"}) == (unnamed.status_code, unnamed.json())
    long = client.patch("/api/settings", json={"familyName": "x" * 201})
    assert ("too_long", 200) == (long.json()["code"], long.json()["limit"])
