"""Matches request paths with path templates such as `/api/lists/{list_id}`."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, TypeVar

V = TypeVar("V")
CACHED_PATHS = 2048
LONGEST_CACHED = 200


class PathTemplates(Generic[V]):
    """Values by path template. A parameter is one whole segment.

    Where two templates match, the one whose first difference is a fixed segment counts.
    """

    def __init__(self, values: Mapping[str, V]):
        self._exact = {path: value for path, value in values.items() if "{" not in path}
        # By the number of segments. "{" comes after all letters, so fixed segments come first.
        self._templates: dict[int, list[tuple[list[str], V]]] = defaultdict(list)
        for path, value in sorted(values.items(), key=lambda each: each[0]):
            if "{" in path:
                segments = path.split("/")
                self._templates[len(segments)].append((segments, value))
        self._find_cached = lru_cache(CACHED_PATHS)(self._find)

    def find(self, path: str) -> V | None:
        """The value of a path, or None. A slash at the end does not count."""
        # A client may send many long paths; the cache must stay small.
        return self._find_cached(path) if len(path) <= LONGEST_CACHED else self._find(path)

    def _find(self, path: str) -> V | None:
        path = path.rstrip("/")
        if path in self._exact:
            return self._exact[path]
        segments = path.split("/")
        templates = self._templates.get(len(segments), [])
        return next((value for template, value in templates if _matches(template, segments)), None)


def _matches(template: list[str], segments: list[str]) -> bool:
    pairs = zip(template, segments, strict=True)
    return all(segment if fixed.startswith("{") else fixed == segment for fixed, segment in pairs)
