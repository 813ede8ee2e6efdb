"""Every SQL statement about the arrangements of boards."""

from collections.abc import Sequence

import msgspec

from appliance.board.layouts.models import BoardLayouts, Orientation, Widget
from appliance.kernel.database.transactions import Reader, Tx


class LayoutRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a board is arranged in one orientation."""

    orientation: Orientation
    widgets: list[Widget]


def layouts(db: Reader, key_id: str | None) -> BoardLayouts:
    """The arrangements of the screen with this key; None is the configured admin key."""
    rows = db.all(LayoutRow, "SELECT orientation, widgets FROM board_layouts WHERE key_id IS ?", key_id)
    return BoardLayouts(**{row.orientation: row.widgets for row in rows})


def save(tx: Tx, key_id: str | None, orientation: Orientation, widgets: Sequence[Widget]) -> None:
    """Replace an arrangement."""
    remove(tx, key_id, orientation)
    sql = "INSERT INTO board_layouts (key_id, orientation, widgets) VALUES (?, ?, ?)"
    tx.run(sql, key_id, orientation, list(widgets))


def remove(tx: Tx, key_id: str | None, orientation: Orientation) -> None:
    """Remove an arrangement, where there is one."""
    tx.run("DELETE FROM board_layouts WHERE key_id IS ? AND orientation = ?", key_id, orientation)


def move(tx: Tx, from_key: str, to_key: str) -> None:
    """Give the arrangements of one key to another."""
    tx.run("UPDATE board_layouts SET key_id = ? WHERE key_id = ?", to_key, from_key)
