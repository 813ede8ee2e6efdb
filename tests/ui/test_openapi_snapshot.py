"""The UI's types are generated from the API that the server has."""

import json

from tests.client import Client
from tests.ui.openapi_snapshot import COMMAND, SNAPSHOT, snapshot, without_texts


def test_the_snapshot_matches_the_api(anybody: Client) -> None:
    current = snapshot(json.loads(anybody.get("/openapi.json").text))
    assert SNAPSHOT.read_text("utf-8") == current, f"the API has changed; update the snapshot: {COMMAND}"


def test_texts_are_left_out_but_not_properties_of_the_same_name() -> None:
    schema = {
        "title": "Note",
        "description": "A note.",
        "properties": {"title": {"type": "string", "description": "Shown."}, "description": {"type": "string"}},
    }
    expected = {"properties": {"title": {"type": "string"}, "description": {"type": "string"}}}
    assert expected == without_texts(schema)


def test_answers_have_the_fields_that_have_a_default() -> None:
    schemas = json.loads(SNAPSHOT.read_text("utf-8"))["components"]["schemas"]
    assert {"pending", "steps", "late"} <= set(schemas["ChoreDay"]["required"])
    # Left out where it is not set, and where a request need not say it.
    assert "declined" not in schemas["Event"]["required"]
    assert "birthday" not in schemas["NewMember"]["required"]
