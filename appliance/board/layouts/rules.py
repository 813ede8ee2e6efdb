"""Which arrangements of a board there can be."""

from collections.abc import Sequence
from itertools import combinations

from appliance.board.layouts.models import Orientation, Widget
from appliance.kernel.errors import BadRequest, NotFound

# Columns and rows of the grid.
GRIDS: dict[Orientation, tuple[int, int]] = {"landscape": (24, 16), "portrait": (16, 24)}


def orientation(name: str) -> Orientation:
    """The orientation with this name. Raises NotFound."""
    for known in GRIDS:
        if known == name:
            return known
    raise NotFound()


def check(widgets: Sequence[Widget], orientation: Orientation) -> None:
    """Raises BadRequest for a widget that leaves the grid or covers another one, and for an id that is there twice."""
    columns, rows = GRIDS[orientation]
    for at, widget in enumerate(widgets):
        if widget.x + widget.width > columns:
            raise BadRequest(f"must end within {columns} columns", at=f"widgets.{at}.width")
        if widget.y + widget.height > rows:
            raise BadRequest(f"must end within {rows} rows", at=f"widgets.{at}.height")
    for (_, one), (at, other) in combinations(enumerate(widgets), 2):
        if one.id == other.id:
            raise BadRequest("must be there once", at=f"widgets.{at}.id")
        if overlap(one, other):
            raise BadRequest(f"must not cover {one.id}", at=f"widgets.{at}")


def overlap(one: Widget, other: Widget) -> bool:
    """Whether two widgets have a cell in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down
