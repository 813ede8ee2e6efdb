"""What is added to Litestar's OpenAPI document: names of schemas, errors and keys."""

from collections.abc import Mapping
from typing import Any, Protocol

ERRORS = {
    "400": "The request is not valid; the text names the field.",
    "401": "The key is missing, unknown or expired.",
    "403": "This key may not do that.",
    "404": "There is nothing with that id.",
}
TOO_LARGE = {"413": "The body is larger than this endpoint accepts."}
ANY_OTHER = {"default": "An error; the text says why, and what to do."}
PROBLEM = {
    "type": "object",
    "title": "Problem",
    "properties": {
        "error": {"type": "string", "description": "What went wrong, in English."},
        "code": {"type": "string", "description": "A stable name of the error, where a person can meet it."},
    },
    "required": ["error"],
}
SECURITY_SCHEMES = {
    "key": {"type": "http", "scheme": "bearer"},
    # A browser that is sent to an address can carry a key only in it.
    "keyInQuery": {"type": "apiKey", "in": "query", "name": "key"},
}
SCHEMAS = "#/components/schemas/"
MODULE_MARK = "_models_"


class Rights(Protocol):
    """What is read of an endpoint's rights."""

    @property
    def scope(self) -> str:
        """`public` where no key is needed."""

    @property
    def key_in_query(self) -> bool:
        """Whether the key may be in the query."""


def with_unique_titles(document: dict[str, Any]) -> dict[str, Any]:
    """Give every schema its own name as its title: two models of one name become `PointsStanding`, `NetworkStanding`.

    Client generators name their classes by the title, and drop what comes second.
    """
    schemas = document["components"]["schemas"]
    names = {f"{SCHEMAS}{name}": f"{SCHEMAS}{_title(name)}" for name in schemas}
    document["components"]["schemas"] = {_title(name): schema for name, schema in schemas.items()}
    for name, schema in document["components"]["schemas"].items():
        schema["title"] = name
    _rename_references(document, names)
    return document


def with_errors(document: dict[str, Any]) -> dict[str, Any]:
    """Add the error answers that all endpoints share, in place."""
    document["components"]["schemas"]["Problem"] = PROBLEM
    content = {"application/json": {"schema": {"$ref": f"{SCHEMAS}Problem"}}}
    for path in document["paths"].values():
        for operation in path.values():
            too_large = TOO_LARGE if "requestBody" in operation else {}
            for status, words in (ERRORS | too_large | ANY_OTHER).items():
                operation["responses"][status] = {"description": words, "content": content}
            for response in operation["responses"].values():
                _correct_headers(response.get("headers", {}))
    return document


def with_security(document: dict[str, Any], rights: Mapping[tuple[str, str], Rights]) -> dict[str, Any]:
    """Say which key each endpoint needs, in place. `rights` are by method and path template."""
    document["components"]["securitySchemes"] = SECURITY_SCHEMES
    document["security"] = [{"key": []}]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            needed = rights[method.upper(), path]
            if needed.scope == "public":
                operation["security"] = []
            elif needed.key_in_query:
                operation["security"] = [{"key": []}, {"keyInQuery": []}]
    return document


def _title(name: str) -> str:
    module, mark, model = name.rpartition(MODULE_MARK)
    return "".join(part.capitalize() for part in module.split("_")) + model if mark else name


def _rename_references(value: Any, names: dict[str, str]) -> None:
    if isinstance(value, dict):
        if value.get("$ref") in names:
            value["$ref"] = names[value["$ref"]]
        for part in value.values():
            _rename_references(part, names)
    elif isinstance(value, list):
        for part in value:
            _rename_references(part, names)


def _correct_headers(headers: dict[str, Any]) -> None:
    """Litestar describes `Last-Modified` as RFC 3339; it is an HTTP date. (RFC 9110, 5.6.7)"""
    if "last-modified" in headers:
        headers["last-modified"]["schema"] = {"type": "string"}
