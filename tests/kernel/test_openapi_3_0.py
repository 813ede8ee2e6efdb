"""Schemas of OpenAPI 3.1 in the words of 3.0."""

from typing import Any

import pytest

from appliance.kernel.http.openapi_3_0 import as_3_0, schema_3_0

NULL = {"type": "null"}
TEXT = {"type": "string"}
MEMBER = {"$ref": "#/components/schemas/Member"}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (TEXT, TEXT),
        (NULL, {"nullable": True, "enum": [None]}),
        ({"oneOf": [TEXT, NULL]}, {"type": "string", "nullable": True}),
        ({"oneOf": [NULL, TEXT], "maxLength": 5}, {"type": "string", "nullable": True, "maxLength": 5}),
        ({"oneOf": [TEXT], "minLength": 1}, {"type": "string", "minLength": 1}),
        ({"oneOf": [MEMBER]}, MEMBER),
        ({"oneOf": [MEMBER, NULL]}, {"allOf": [MEMBER], "nullable": True}),
        ({"oneOf": [MEMBER], "description": "Who."}, {"allOf": [MEMBER], "description": "Who."}),
        ({"oneOf": [TEXT, {}]}, TEXT),
        ({"oneOf": [{}, NULL]}, {"nullable": True}),
        ({"oneOf": [TEXT, MEMBER, NULL]}, {"oneOf": [TEXT, MEMBER], "nullable": True}),
        ({"oneOf": [{**TEXT, "enum": ["a"]}, NULL]}, {"type": "string", "enum": ["a", None], "nullable": True}),
        (
            {"type": ["null", "string"], "enum": ["a", None]},
            {"type": "string", "nullable": True, "enum": ["a", None]},
        ),
        ({"type": "boolean", "const": True}, {"type": "boolean", "enum": [True]}),
        (
            {"oneOf": [{"type": "number", "exclusiveMinimum": 0}]},
            {"type": "number", "minimum": 0, "exclusiveMinimum": True},
        ),
        ({"type": "string", "contentMediaType": "application/zip"}, {"type": "string", "format": "binary"}),
        ({"type": "object", "required": []}, {"type": "object"}),
        ({"type": "array", "items": {"oneOf": [TEXT, NULL]}}, {"type": "array", "items": {**TEXT, "nullable": True}}),
        (
            {"type": "object", "additionalProperties": {"oneOf": [TEXT, NULL]}},
            {"type": "object", "additionalProperties": {**TEXT, "nullable": True}},
        ),
        # Properties may have the names of keywords.
        (
            {"type": "object", "properties": {"type": {"oneOf": [TEXT, NULL]}, "const": TEXT, "required": TEXT}},
            {"type": "object", "properties": {"type": {**TEXT, "nullable": True}, "const": TEXT, "required": TEXT}},
        ),
    ],
)
def test_a_schema_is_said_in_the_words_of_3_0(written: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected == schema_3_0(written)


def test_the_schemas_of_parameters_and_bodies_are_converted_too() -> None:
    either: dict[str, Any] = {"schema": {"oneOf": [TEXT, NULL]}}
    document = {
        "openapi": "3.1.0",
        "paths": {"/notes": {"get": {"parameters": [{"name": "q", **either}], "responses": {"200": either}}}},
        "components": {"schemas": {"Note": {"type": "object", "required": []}}},
    }
    nullable = {"schema": {"type": "string", "nullable": True}}
    assert {
        "openapi": "3.0.0",
        "paths": {"/notes": {"get": {"parameters": [{"name": "q", **nullable}], "responses": {"200": nullable}}}},
        "components": {"schemas": {"Note": {"type": "object"}}},
    } == as_3_0(document)
