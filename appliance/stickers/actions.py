"""Use cases of the sticker shop and the scrapbook."""

from uuid import uuid4

import msgspec

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import Conflict, Forbidden, NotFound, PaymentRequired
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.stickers import queries, rules
from appliance.stickers.models import NewPlacement, Pack, Placement, PlacementPatch, Purchase


def packs(db: Reader, member_id: str | None) -> list[Pack]:
    """Every pack in the order of the shop, as offered to a member.

    Without a known member only free packs are unlocked.
    """
    scale = household_queries.settings(db).sticker_price_scale
    owned = queries.owned(db, member_id) if member_id else set()
    return [rules.offer(sheet, owned, scale) for sheet in rules.SHEETS]


def buy(tx: Tx, pack_id: str, member_id: str) -> Purchase:
    """Charge a member for a pack and unlock it. (contract §9.2, checks in its order)

    Raises NotFound, Forbidden, Conflict, and PaymentRequired with `balance` and `price`.
    """
    sheet = rules.sheet(pack_id)
    if sheet is None:
        raise NotFound("pack not found")
    settings = household_queries.settings(tx)
    if not settings.stickers_enabled:
        raise Forbidden("the sticker shop is closed; a parent can open it in the settings", code="shop_closed")
    people_queries.check_member(tx, member_id)
    owned = queries.owned(tx, member_id)
    if rules.is_unlocked(sheet, owned):
        raise Conflict("Already unlocked", code="already_unlocked")
    pack = rules.offer(sheet, owned | {sheet.id}, settings.sticker_price_scale)
    balance = points.balance(tx, member_id).balance
    if balance < pack.price:
        raise PaymentRequired("Not enough points", balance=balance, price=pack.price, code="not_enough_points")

    if pack.price:
        points.spend(tx, member_id, pack.price, "sticker_pack", pack.id)
    queries.put_owned(tx, member_id, pack.id, instant(tx.now))
    tx.record("sticker.changed", {"memberId": member_id, "packId": pack.id})
    return Purchase(pack=pack, balance=balance - pack.price)


def page(db: Reader, member_id: str) -> list[Placement]:
    """A member's stickers, back to front. Raises NotFound."""
    people_queries.check_member(db, member_id)
    return queries.page(db, member_id)


def place(tx: Tx, member_id: str, request: NewPlacement) -> Placement:
    """Place a sticker on a page. Raises NotFound, Forbidden, Conflict. (contract §9.3)"""
    people_queries.check_member(tx, member_id)
    if not rules.may_place(request.sticker, queries.owned(tx, member_id)):
        raise Forbidden("this sticker is not unlocked", code="not_unlocked")
    if queries.count(tx, member_id) >= rules.MAX_PER_PAGE:
        raise Conflict(
            f"the page is full: it holds {rules.MAX_PER_PAGE} stickers", code="page_full", limit=rules.MAX_PER_PAGE
        )

    placement = made(
        Placement,
        request,
        id=str(uuid4()),
        member_id=member_id,
        z=patched(request.z, queries.front(tx, member_id) + 1),
        placed_at=instant(tx.now),
    )
    queries.put(tx, placement)
    tx.record("sticker.changed", {"memberId": member_id, "id": placement.id})
    return placement


def move(tx: Tx, member_id: str, placement_id: str, request: PlacementPatch) -> Placement:
    """Change a placed sticker. Raises NotFound."""
    placement = msgspec.structs.replace(queries.placement(tx, member_id, placement_id), **sent_fields(request))

    queries.put(tx, placement)
    tx.record("sticker.changed", {"memberId": member_id, "id": placement_id})
    return placement


def remove(tx: Tx, member_id: str, placement_id: str) -> None:
    """Remove a sticker from its page. Raises NotFound."""
    if not queries.remove(tx, member_id, placement_id):
        raise NotFound()

    tx.record("sticker.changed", {"memberId": member_id, "id": placement_id})
