"""Errors as responses: a status and `{"error": …}`."""

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.errors import ApiError
from appliance.kernel.schema import dotted_path, validation_error

log = logging.getLogger(__name__)


DEFAULT_MESSAGES = {
    400: "request: is not valid",
    404: "not found",
    405: "method not allowed",
    415: "request: must be JSON",
}


def api_error_handler(_: Request[Any, Any, Any], error: ApiError) -> Response[dict[str, Any]]:
    """The status, the message and the further properties of an ApiError."""
    return Response({"error": error.message, **error.extra}, status_code=error.status)


def http_error_handler(request: Request[Any, Any, Any], problem: HTTPException) -> Response[dict[str, str]]:
    """Errors of the framework: unknown paths, wrong methods, missing or malformed parameters."""
    words = _validation(problem) if isinstance(problem, ValidationException) else None
    if problem.status_code == 413:
        words = too_large_message(request.route_handler.resolve_request_max_body_size() or 0)
    status = 400 if problem.status_code == 415 else problem.status_code
    return Response({"error": words or DEFAULT_MESSAGES.get(problem.status_code, problem.detail)}, status_code=status)


def too_large_message(limit: int) -> str:
    """The message for a body over a limit in bytes."""
    return f"the request body is too large: it may have at most {limit // 2**20} MB"


def unexpected_error_handler(request: Request[Any, Any, Any], problem: Exception) -> Response[dict[str, str]]:
    """Any other error: see `describe_error`."""
    status, words = describe_error(problem, request.method, request.url.path)
    return Response({"error": words}, status_code=status)


def describe_error(problem: Exception, method: str, path: str) -> tuple[int, str]:
    """The status and message for an error.

    A person can act on an error of the disk. Any other error is a bug: the log gets all of it, the caller nothing.
    """
    if isinstance(problem, ApiError):
        return problem.status, problem.message
    if explained := explain_sqlite_error(problem):
        log.error("request failed", extra={"method": method, "path": path, "reason": str(problem)})
        return explained.status, explained.message
    log.error("request failed", exc_info=problem, extra={"method": method, "path": path})
    return 500, "something went wrong on the server"


def _validation(problem: ValidationException) -> str | None:
    extra = problem.extra
    first = extra[0] if isinstance(extra, list) and extra else None
    if not isinstance(first, dict):
        missing = re.match(r"Missing required \w+ parameter '(.+?)'", problem.detail)
        return f"{missing[1]}: is required" if missing else problem.detail
    if first.get("key") == "data":
        return "request: a JSON body is required"
    return validation_error(first["message"], dotted_path(first.get("key", "request"))).message
