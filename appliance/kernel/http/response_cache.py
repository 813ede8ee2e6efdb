"""Responses that were sent, for the next equal request. (see ETagMiddleware)"""

from collections.abc import Callable
from typing import Any

import msgspec

# Together and for one response, in bytes. A month of a busy household is 100 kB.
MAX_BYTES = 2 * 1024 * 1024
MAX_RESPONSE_BYTES = 256 * 1024
# What a response costs beside its body and the texts of its request: headers, tuples.
OVERHEAD_BYTES = 2_000


class CachedResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A response with status 200."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


class ResponseCache:
    """Keeps responses until the next commit. At its bound it starts again from empty."""

    def __init__(self, commits: Callable[[], int]):
        """`commits` is a number that changes with every write."""
        self.commits = commits
        self._made_at = 0
        self._responses: dict[tuple[Any, ...], CachedResponse] = {}
        self._bytes = 0

    def get(self, request: tuple[Any, ...]) -> CachedResponse | None:
        """The response to a request, if nothing was written since it was made."""
        return self._responses.get(request) if self._made_at == self.commits() else None

    def put(self, request: tuple[Any, ...], response: CachedResponse, commits: int) -> None:
        """Keep a response whose making began at `commits`, unless something was written meanwhile or it is large."""
        if commits != self.commits():
            return
        size = OVERHEAD_BYTES + len(response.body) + sum(len(each) for each in request if each)
        if size > MAX_RESPONSE_BYTES:
            return
        if self._made_at != commits or self._bytes + size > MAX_BYTES:
            self._responses, self._bytes, self._made_at = {}, 0, commits
        if request not in self._responses:
            self._bytes += size
        self._responses[request] = response
