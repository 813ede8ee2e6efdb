"""Errors that become a response: what an action raises, with the HTTP status."""

from typing import Any, ClassVar


class ApiError(Exception):
    """A request that fails. `message` is for a person; `extra` are properties of the response beside `error`.

    One of them is `code`, in snake case, where a person can meet the error: clients word it in their language. A code
    stays when the message changes. The other properties are the values that its text names.
    """

    status: ClassVar[int] = 400

    def __init__(self, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.message = message
        self.extra = extra

    @property
    def body(self) -> dict[str, Any]:
        """The JSON of the response."""
        return {"error": self.message, **self.extra}


class BadRequest(ApiError):
    """400. `at` is the dotted path of the invalid field, put before the message. (contract §1.1)

    `at=None` leaves the message as it is, for errors of the whole request.
    """

    def __init__(self, message: str, at: str | None = None, **extra: Any) -> None:
        super().__init__(f"{at}: {message}" if at else message, **extra)


class Unauthorized(ApiError):
    """401: a missing, unknown or expired key."""

    status = 401

    def __init__(self, message: str = "unauthorized", **extra: Any) -> None:
        super().__init__(message, **extra)


class PaymentRequired(ApiError):
    """402: a purchase with too few points."""

    status = 402


class Forbidden(ApiError):
    """403: the key is valid, but not allowed to do this."""

    status = 403


class NotFound(ApiError):
    """404: an unknown id."""

    status = 404

    def __init__(self, message: str = "not found", **extra: Any) -> None:
        super().__init__(message, **extra)


class RequestTimeout(ApiError):
    """408: the body did not arrive in time."""

    status = 408


class Conflict(ApiError):
    """409: the request conflicts with what is stored."""

    status = 409


class PayloadTooLarge(ApiError):
    """413: the body, or what it contains, is larger than the limit."""

    status = 413


class UnsupportedMediaType(ApiError):
    """415: the body is of a kind that the endpoint does not take."""

    status = 415


class UnprocessableContent(ApiError):
    """422: the body is of the right kind, but damaged."""

    status = 422


class TooManyRequests(ApiError):
    """429: a limit of requests was reached."""

    status = 429


class BadGateway(ApiError):
    """502: an external server failed or rejected the request; nothing was stored."""

    status = 502


class ServiceUnavailable(ApiError):
    """503: the household's file cannot be read, or another process holds it."""

    status = 503


class InsufficientStorage(ApiError):
    """507: the disk failed or is full; nothing was stored."""

    status = 507
