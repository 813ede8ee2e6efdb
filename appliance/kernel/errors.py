"""Refusals: what an action raises when a wish cannot be granted, with the status each one stands for."""

from typing import Any, ClassVar


class ApiError(Exception):
    """A wish that is refused. `message` tells a person what to do; `extra` joins the answer's body beside `error`."""

    status: ClassVar[int] = 400

    def __init__(self, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.message = message
        self.extra = extra


class BadRequest(ApiError):
    """400. `at` is the dotted path of the field at fault; without one the word `request` stands in.

    `at=None` leaves the message as it is, for refusals that speak of the whole wish. (contract §1.1)
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
    """403: the key is good, but not for this."""

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
    """409: the wish does not fit what is stored."""

    status = 409


class TooManyRequests(ApiError):
    """429: a limit on guessing was reached."""

    status = 429


class BadGateway(ApiError):
    """502: a foreign server failed or said no; nothing was stored."""

    status = 502


class ServiceUnavailable(ApiError):
    """503: the household's file cannot be read or is held by somebody else."""

    status = 503


class InsufficientStorage(ApiError):
    """507: the disk did not take it; nothing was stored."""

    status = 507
