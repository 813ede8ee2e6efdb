"""Google's published description of its Calendar API, used to check requests and answers."""

import json
import re
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator

OBJECT, LIST = "object", "array"


@cache
def document() -> dict[str, Any]:
    """The discovery document that ships with google-api-python-client."""
    folder = resources.files("googleapiclient") / "discovery_cache" / "documents"
    document: dict[str, Any] = json.loads((folder / "calendar.v3.json").read_text("utf-8"))
    return document


class Call:
    """A method of the API that a request fits, with the parameters of its path."""

    def __init__(self, name: str, method: dict[str, Any], parameters: dict[str, str]):
        self.name = name
        self.method = method
        self.parameters = parameters

    def faults(self, query: dict[str, str], body: Any) -> list[str]:
        """What of a request the API does not know."""
        known = {**document()["parameters"], **self.method.get("parameters", {})}
        found = [f"{self.name}: no parameter {name}" for name in query if name not in known]
        for name, value in query.items():
            found += [f"{self.name}: {name}={value}"] if name in known and not _fits(known[name], value) else []
        wanted = self.method.get("request")
        if (wanted is None) != (body is None):
            return [*found, f"{self.name}: a body where none belongs, or none where one does"]
        # A field of a patch that is null is taken away.
        return found + (problems(wanted["$ref"], _without_nulls(body), self.name) if wanted else [])

    def wrong(self, answer: Any) -> list[str]:
        """What of an answer the API would not say."""
        schema = self.method.get("response")
        return problems(schema["$ref"], answer, f"{self.name} answer") if schema else []


def call(method: str, path: str) -> Call | None:
    """The method of the API behind a request, or None."""
    inner = path.removeprefix("/" + document()["servicePath"])
    for resource, described in document()["resources"].items():
        for name, each in described["methods"].items():
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", each["path"])
            if each["httpMethod"] == method and inner != path and (found := re.fullmatch(pattern, inner)):
                return Call(f"{resource}.{name}", each, found.groupdict())
    return None


def problems(schema: str, value: Any, where: str) -> list[str]:
    """How a value breaks a schema of the document."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{schema}", "$defs": _schemas()})
    return [f"{where}: {'.'.join(map(str, each.path))}: {each.message}" for each in validator.iter_errors(value)]


@cache
def _schemas() -> dict[str, Any]:
    return {name: _strict(schema) for name, schema in document()["schemas"].items()}


def _strict(schema: Any) -> Any:
    """The schema in JSON Schema's words; a property that is not described is a fault."""
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": f"#/$defs/{schema['$ref']}"}
    kept = {name: schema[name] for name in ("type", "enum", "pattern") if name in schema}
    if "properties" in schema:
        kept["properties"] = {name: _strict(each) for name, each in schema["properties"].items()}
        kept["additionalProperties"] = _strict(schema.get("additionalProperties", False))
    if "items" in schema:
        kept["items"] = _strict(schema["items"])
    return kept


def _fits(parameter: dict[str, Any], value: str) -> bool:
    if parameter["type"] == "integer":
        low, high = int(parameter.get("minimum", 0)), int(parameter.get("maximum", 2**31))
        return value.isdigit() and low <= int(value) <= high
    if parameter["type"] == "boolean":
        return value in ("true", "false")
    if parameter.get("format") == "date-time":
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value))
    return value in parameter.get("enum", [value])


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list) else value
