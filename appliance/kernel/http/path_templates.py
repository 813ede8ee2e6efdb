"""Matches request paths with path templates such as `/api/lists/{list_id}`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, TypeVar

V = TypeVar("V")
CACHED_PATHS = 2048
LONGEST_CACHED = 200


class PathTemplates(Generic[V]):
    """Values by path template. A parameter is one segment; a path without parameters comes before one with them."""

    def __init__(self, values: Mapping[str, V]):
        self._exact = {path: value for path, value in values.items() if "{" not in path}
        self._patterns = [(_pattern(path), value) for path, value in sorted(values.items()) if "{" in path]
        self._find_cached = lru_cache(CACHED_PATHS)(self._find)

    def find(self, path: str) -> V | None:
        """The value of a path, or None. A slash at the end does not count."""
        # A client may send many long paths; the cache must stay small.
        return self._find_cached(path) if len(path) <= LONGEST_CACHED else self._find(path)

    def _find(self, path: str) -> V | None:
        path = path.rstrip("/")
        if path in self._exact:
            return self._exact[path]
        return next((value for pattern, value in self._patterns if pattern.fullmatch(path)), None)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^/]*\\\}", "[^/]+", re.escape(template)))
