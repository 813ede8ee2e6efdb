"""SQL of unlocked packs and scrapbook pages."""

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.stickers.models import Placement

COLUMNS = ", ".join(Placement.__struct_fields__)


def owned(db: Reader, member_id: str) -> set[str]:
    """The ids of the packs a member bought."""
    return {pack_id for (pack_id,) in db.rows("SELECT pack_id FROM unlocked_packs WHERE member_id = ?", member_id)}


def page(db: Reader, member_id: str) -> list[Placement]:
    """A member's stickers, back to front."""
    sql = f"SELECT {COLUMNS} FROM scrapbook WHERE member_id = ? ORDER BY z, placed_at, rowid"
    return db.all(Placement, sql, member_id)


def placement(db: Reader, member_id: str, placement_id: str) -> Placement:
    """One sticker of a member's page. Raises NotFound."""
    return db.one(Placement, f"SELECT {COLUMNS} FROM scrapbook WHERE id = ? AND member_id = ?", placement_id, member_id)


def count(db: Reader, member_id: str) -> int:
    """How many stickers are on a page."""
    return int(db.value("SELECT count(*) FROM scrapbook WHERE member_id = ?", member_id))


def front(db: Reader, member_id: str) -> int:
    """The depth of the sticker in front; 0 on an empty page."""
    return int(db.value("SELECT coalesce(max(z), 0) FROM scrapbook WHERE member_id = ?", member_id))


def put_owned(tx: Tx, member_id: str, pack_id: str, unlocked_at: str) -> None:
    """Store that a member has a pack; a stored time stays."""
    values = {"member_id": member_id, "pack_id": pack_id, "unlocked_at": unlocked_at}
    tx.put("unlocked_packs", values, key="member_id, pack_id", kept=["unlocked_at"])


def put(tx: Tx, placement: Placement) -> None:
    """Store a sticker on its page; a stored one keeps its member, its picture and its time."""
    tx.put("scrapbook", asdict(placement), kept=["member_id", "sticker", "placed_at"])


def remove(tx: Tx, member_id: str, placement_id: str) -> bool:
    """Delete a sticker from a page. False when there is none."""
    return tx.run("DELETE FROM scrapbook WHERE id = ? AND member_id = ?", placement_id, member_id) > 0
