"""`python -m tests.ui.openapi_snapshot`: writes the API's paths and schemas that the UI's types are generated from.

The build of a wheel has no server to ask, so the schemas of /openapi.json are kept in a file beside the UI's sources.
It holds the types only, without texts: rewording a description does not change it. The UI's client takes the types of
requests and answers from its paths.
"""

import json
import logging
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop

SNAPSHOT = Path(__file__).resolve().parents[2] / "appliance" / "ui" / "openapi.json"
COMMAND = "python -m tests.ui.openapi_snapshot"
TEXTS = {"description", "examples", "title"}
REFERENCE = r'"#/components/schemas/(\w+)"'


def main() -> None:
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        application = build(Settings(data_dir=Path(folder) / "data"))
        loop = Loop()
        try:
            document = json.loads(Client(application.app, loop).get("/openapi.json").text)
        finally:
            loop.close()
            application.database.close()
    SNAPSHOT.write_text(snapshot(document), "utf-8")
    sys.stdout.write(f"wrote {SNAPSHOT.name}\n")


def snapshot(document: dict[str, Any]) -> str:
    """The paths and component schemas of an OpenAPI document as JSON text, sorted by name."""
    schemas = {name: without_texts(schema) for name, schema in document["components"]["schemas"].items()}
    paths = {
        path: {method: operation_types(operation) for method, operation in operations.items()}
        for path, operations in document["paths"].items()
    }
    operations = [operation for methods in paths.values() for operation in methods.values()]
    requested = names_in([operation.get("requestBody") for operation in operations], schemas)
    for name in names_in([operation["responses"] for operation in operations], schemas) - requested:
        schemas[name]["required"] = sorted(answered_fields(name, schemas[name]))
    kept = {
        "openapi": document["openapi"],
        "info": {"title": "Mantel", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    # One line for each path.
    lines = [f"  {json.dumps(path)}: {json.dumps(paths[path], sort_keys=True)}" for path in sorted(paths)]
    text = json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False)
    return text.replace('"paths": {}', '"paths": {\n' + ",\n".join(lines) + "\n }") + "\n"


def operation_types(operation: dict[str, Any]) -> dict[str, Any]:
    """The types of an operation: path and query, body, and what it answers when it succeeds."""
    parameters = [
        {key: each[key] for key in ("name", "in", "required", "schema")}
        for each in operation.get("parameters", [])
        if each["in"] in {"path", "query"}
    ]
    answers = {
        status: {"description": "", "content": answer["content"]} if "content" in answer else {"description": ""}
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    }
    body = {"requestBody": operation["requestBody"]} if "requestBody" in operation else {}
    types: dict[str, Any] = without_texts({"parameters": parameters, "responses": answers, **body})
    return types


def names_in(part: Any, schemas: dict[str, Any]) -> set[str]:
    """The names of the schemas that a part of the document uses, directly or in another schema."""
    found: set[str] = set()
    waiting = re.findall(REFERENCE, json.dumps(part))
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting.extend(re.findall(REFERENCE, json.dumps(schemas[name])))
    return found


def answered_fields(name: str, schema: dict[str, Any]) -> set[str]:
    """The fields that every answer of this type has: those with a default too, which the document calls optional."""
    fields = set(schema.get("properties", {}))
    for struct in subclasses(msgspec.Struct):
        own = {field.encode_name: field for field in msgspec.structs.fields(struct) if struct.__name__ == name}
        if set(own) == fields and not struct.__struct_config__.omit_defaults:
            return {each for each, field in own.items() if msgspec.UnsetType not in get_args(field.type)}
    return set(schema.get("required", ()))


def subclasses(base: type[Any]) -> Iterator[type[Any]]:
    for each in base.__subclasses__():
        yield each
        yield from subclasses(each)


def without_texts(schema: Any) -> Any:
    """The schema without its human-readable keywords. Property names are not keywords."""
    if isinstance(schema, list):
        return [without_texts(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without_texts(each) for name, each in value.items()}
        if key == "properties"
        else without_texts(value)
        for key, value in schema.items()
        if key not in TEXTS
    }


if __name__ == "__main__":
    main()
