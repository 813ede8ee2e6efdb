"""What following rules costs, in steps of about a microsecond of a quiet x86 core, and the bounds of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from appliance.kernel.errors import BadRequest

# What all rules of one request may cost: about a tenth of a second, for they are computed in the event loop.
MAX_STEPS_A_REQUEST = 100_000


class TooCostly(BadRequest):
    """The rules of one request need more computing than a request may take."""


class Exhausted(Exception):
    """The steps of a meter are used up."""


class Meter:
    """Steps that are left for one rule, or for a request."""

    def __init__(self, steps: int):
        self.left = steps

    def spend(self, steps: int) -> None:
        """Spend steps of a rule, and of the request if one is limited. Raises Exhausted, TooCostly."""
        self.left -= steps
        if request := _request.get():
            request.left -= steps
            if request.left < 0:
                raise TooCostly("needs too much computing, ask for a shorter range", at="to")
        if self.left < 0:
            raise Exhausted


_request: ContextVar[Meter | None] = ContextVar("steps_of_request", default=None)


@contextmanager
def limited(steps: int = MAX_STEPS_A_REQUEST) -> Iterator[Meter]:
    """Bound what all rules within cost together; beyond it they raise TooCostly.

    Within another `limited` the outer one counts.
    """
    if outer := _request.get():
        yield outer
        return
    meter = Meter(steps)
    token = _request.set(meter)
    try:
        yield meter
    finally:
        _request.reset(token)
