"""The OpenAPI document in version 3.0, which older generators of clients read too. (contract §3)

Litestar writes 3.1, whose schemas are those of JSON Schema. Version 3.0 writes null, constants, exclusive bounds and
files in other words, and knows no empty `required`. (OpenAPI 3.0.0, Schema Object)
"""

from typing import Any

VERSION = "3.0.0"
NULL = {"type": "null"}


def as_3_0(document: dict[str, Any]) -> dict[str, Any]:
    """The same document in version 3.0."""
    components = document["components"]
    schemas = {name: schema_3_0(schema) for name, schema in components["schemas"].items()}
    paths = _with_schemas(document["paths"])
    return {**document, "openapi": VERSION, "paths": paths, "components": {**components, "schemas": schemas}}


def schema_3_0(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of version 3.1 in version 3.0."""
    changed = _with_parts(schema)
    if changed == NULL:
        return {"nullable": True, "enum": [None]}
    if isinstance(kinds := changed.get("type"), list):
        (changed["type"],) = (kind for kind in kinds if kind != "null")
        changed["nullable"] = "null" in kinds
    if "const" in changed:
        changed["enum"] = [changed.pop("const")]
    for bound, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if bound in changed:
            changed |= {limit: changed[bound], bound: True}
    if changed.get("required") == []:
        del changed["required"]
    if changed.pop("contentMediaType", None):
        changed["format"] = "binary"
    return _without_null_option(changed) if "oneOf" in changed else changed


def _with_schemas(value: Any) -> Any:
    """A part of the document outside the schemas, with every schema in it converted."""
    if isinstance(value, list):
        return [_with_schemas(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {name: schema_3_0(part) if name == "schema" else _with_schemas(part) for name, part in value.items()}


def _with_parts(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the schemas in it converted. An option that is null stays for `_without_null_option`."""
    changed = dict(schema)
    for name in ("items", "additionalProperties"):
        if isinstance(part := schema.get(name), dict):
            changed[name] = schema_3_0(part)
    for name in ("oneOf", "anyOf", "allOf"):
        if name in schema:
            changed[name] = [option if option == NULL else schema_3_0(option) for option in schema[name]]
    if "properties" in schema:
        changed["properties"] = {name: schema_3_0(part) for name, part in schema["properties"].items()}
    return changed


def _without_null_option(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with `nullable` instead of the option null. A single other option needs no `oneOf`.

    An option without keywords is dropped: Litestar takes the dots of `tuple[str, ...]` for a second type, and a text
    would match both options.
    """
    options = [option for option in schema["oneOf"] if option and option != NULL] or [{}]
    nullable = {"nullable": True} if NULL in schema["oneOf"] else {}
    rest = {name: value for name, value in schema.items() if name != "oneOf"} | nullable
    if len(options) > 1:
        return {**rest, "oneOf": options}
    (only,) = options
    if "$ref" in only:
        # Keywords beside a `$ref` are ignored.
        return {**rest, "allOf": [only]} if rest else only
    if nullable and "enum" in only:
        only = {**only, "enum": [*only["enum"], None]}
    return {**only, **rest}
