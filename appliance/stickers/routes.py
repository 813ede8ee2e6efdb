"""REST endpoints of the sticker shop and the scrapbook."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done
from appliance.stickers import actions
from appliance.stickers.models import BuyRequest, NewPlacement, Pack, Placement, PlacementPatch, Purchase


@get("/stickers/packs", operation_id="listStickerPacks", summary="The sticker shop", opt=DISPLAY | ETAG_BY_REV)
async def list_packs(session: CurrentSession, memberId: FromQuery[str | None] = None) -> list[Pack]:
    """Every pack with its scaled price, and whether this member has it."""
    return actions.packs(session.read, memberId)


@post(
    "/stickers/packs/{pack_id:str}/buy",
    operation_id="buyStickerPack",
    summary="Buy a pack",
    status_code=200,
    opt=DISPLAY,
)
async def buy(
    session: CurrentSession, pack_id: FromPath[str], data: JSONBody[BuyRequest], idempotency_key: IdempotencyKey = None
) -> Purchase:
    """402 with `balance` and `price` without enough points, 403 while the shop is closed, 409 when already unlocked."""
    return await session.write_once(idempotency_key, Purchase, actions.buy, pack_id, data.member_id)


@get(
    "/stickers/scrapbook/{member_id:str}",
    operation_id="getScrapbook",
    summary="A member's scrapbook page",
    opt=DISPLAY | ETAG_BY_REV,
)
async def page(session: CurrentSession, member_id: FromPath[str]) -> list[Placement]:
    """The stickers back to front."""
    return actions.page(session.read, member_id)


@post("/stickers/scrapbook/{member_id:str}", operation_id="placeSticker", summary="Place a sticker", opt=DISPLAY)
async def place(
    session: CurrentSession,
    member_id: FromPath[str],
    data: JSONBody[NewPlacement],
    idempotency_key: IdempotencyKey = None,
) -> Placement:
    """The sticker must be in an unlocked pack. Without `z` it lies in front of all others."""
    return await session.write_once(idempotency_key, Placement, actions.place, member_id, data)


@patch(
    "/stickers/scrapbook/{member_id:str}/{placement_id:str}",
    operation_id="moveSticker",
    summary="Move a sticker",
    opt=DISPLAY,
)
async def move(
    session: CurrentSession, member_id: FromPath[str], placement_id: FromPath[str], data: JSONBody[PlacementPatch]
) -> Placement:
    """Any subset of x, y, scale, rotation and z."""
    return await session.write(actions.move, member_id, placement_id, data)


@delete(
    "/stickers/scrapbook/{member_id:str}/{placement_id:str}",
    operation_id="removeSticker",
    summary="Remove a sticker from the page",
    status_code=200,
    opt=DISPLAY,
)
async def remove(session: CurrentSession, member_id: FromPath[str], placement_id: FromPath[str]) -> Done:
    """The pack stays unlocked."""
    await session.write(actions.remove, member_id, placement_id)
    return Done()


ROUTES = Router(path="/api", route_handlers=[list_packs, buy, page, place, move, remove], tags=["Stickers"])
