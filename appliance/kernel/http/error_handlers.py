"""Errors as responses: a status and `{"error": …}`."""

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.errors import ApiError, BadRequest, PayloadTooLarge
from appliance.kernel.schema import dotted_path, validation_error

log = logging.getLogger(__name__)

# A path whose next part is a secret.
SECRET = re.compile(r"^(/api/feed/).+")


DEFAULT_MESSAGES = {
    400: "request: is not valid",
    404: "not found",
    405: "method not allowed",
    415: "request: must be JSON",
}


def api_error_handler(_: Request[Any, Any, Any], error: ApiError) -> Response[dict[str, Any]]:
    """The status, the message and the further properties of an ApiError."""
    return Response(error.body, status_code=error.status)


def http_error_handler(request: Request[Any, Any, Any], problem: HTTPException) -> Response[dict[str, Any]]:
    """Errors of the framework: unknown paths, wrong methods, missing or malformed parameters."""
    explained = _validation(request, problem) if isinstance(problem, ValidationException) else None
    if problem.status_code == 413:
        limit = request.route_handler.resolve_request_max_body_size() or 0
        explained = PayloadTooLarge(too_large_message(limit), code="file_too_large", limit=limit // 2**20)
    status = 400 if problem.status_code == 415 else problem.status_code
    if explained:
        return Response(explained.body, status_code=status)
    body = {"error": DEFAULT_MESSAGES.get(problem.status_code, problem.detail)}
    return Response(body, status_code=status, headers=_sorted_allow(problem.headers))


def too_large_message(limit: int) -> str:
    """The message for a body over a limit in bytes."""
    return f"the request body is too large: it may have at most {limit // 2**20} MB"


def unexpected_error_handler(request: Request[Any, Any, Any], problem: Exception) -> Response[dict[str, Any]]:
    """Any other error: see `describe_error`."""
    status, body = describe_error(problem, request.method, request.url.path)
    return Response(body, status_code=status)


def describe_error(problem: Exception, method: str, path: str) -> tuple[int, dict[str, Any]]:
    """The status and JSON of the response for an error.

    A person can act on an error of the disk. Any other error is a bug: the log gets all of it, the caller nothing.
    """
    if isinstance(problem, ApiError):
        return problem.status, problem.body
    path = without_secret(path)
    if explained := explain_sqlite_error(problem):
        log.error("request failed", extra={"method": method, "path": path, "reason": str(problem)})
        return explained.status, explained.body
    log.error("request failed", exc_info=problem, extra={"method": method, "path": path})
    return 500, {"error": "something went wrong on the server"}


def without_secret(path: str) -> str:
    """A path as it may be logged: of a published feed without its token."""
    return SECRET.sub(r"\1…", path)


def _validation(request: Request[Any, Any, Any], problem: ValidationException) -> ApiError | None:
    extra = problem.extra
    first = extra[0] if isinstance(extra, list) and extra else None
    if not isinstance(first, dict):
        missing = re.match(r"Missing required \w+ parameter '(.+?)'", problem.detail)
        return BadRequest("is required", at=missing[1], code="required") if missing else BadRequest(problem.detail)
    if first.get("key") == "data":
        return BadRequest("a JSON body is required", at="request")
    return validation_error(first["message"], dotted_path(_sent_name(request, first.get("key", "request"))))


def _sent_name(request: Request[Any, Any, Any], key: str) -> str:
    """A parameter's name in the request, for its name in Python, which may be another."""
    parameter = request.route_handler.parsed_fn_signature.parameters.get(key)
    return getattr(parameter and parameter.kwarg_definition, "name", None) or key


def _sorted_allow(headers: dict[str, str] | None) -> dict[str, str]:
    """The header of a 405. (RFC 9110, 15.5.6)"""
    methods = (headers or {}).get("allow", "")
    return {"allow": ", ".join(sorted(methods.split(", ")))} if methods else {}
