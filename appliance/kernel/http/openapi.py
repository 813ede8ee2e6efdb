"""The machine-readable description at /openapi.json: what Litestar knows, plus the answers every route shares."""

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

ERRORS = {
    "400": "The request is not valid; the text names the field.",
    "401": "The key is missing, unknown or expired.",
    "403": "This key may not do that.",
    "404": "There is nothing with that id.",
}
TOO_LARGE = {"413": "The body is larger than this route takes."}
ANY_OTHER = {"default": "Refused; the text says why, and what to do."}
PROBLEM = {
    "type": "object",
    "properties": {"error": {"type": "string", "description": "What went wrong, for a person."}},
    "required": ["error"],
}


def description() -> HTTPRouteHandler:
    """The route; the document is made at the first request and kept."""
    kept: list[bytes] = []

    @get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
        if not kept:
            kept.append(msgspec.json.encode(with_errors(request.app.openapi_schema.to_schema())))
        return Response(kept[0], media_type="application/json")

    return openapi


def with_errors(document: dict[str, Any]) -> dict[str, Any]:
    """Add the error answers and the key that calls need, in place."""
    components = document.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"key": []}]
    shape = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in document["paths"].values():
        for operation in path.values():
            too_large = TOO_LARGE if "requestBody" in operation else {}
            for status, words in (ERRORS | too_large | ANY_OTHER).items():
                operation["responses"][status] = {"description": words, "content": shape}
    return document
