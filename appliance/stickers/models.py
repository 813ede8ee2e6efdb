"""Structs of sticker packs and the scrapbook."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel

Share = Annotated[float, Meta(ge=0, le=1)]
Scale = Annotated[float, Meta(ge=0.3, le=4)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
# Any whole number. The bound leaves room for "one more than the highest".
Depth = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Sticker = Annotated[str, Meta(min_length=1, max_length=32)]


class StickerSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A pack of the shop; `price` in points, before scaling."""

    id: str
    name: str
    cover: str
    price: int
    stickers: tuple[str, ...]


class Pack(ApiModel, kw_only=True):
    """A pack as offered to a member; `price` is scaled. (contract §9.1)"""

    id: str
    name: str
    cover: str
    stickers: tuple[str, ...]
    base_price: int
    price: int
    unlocked: bool


class BuyRequest(ApiModel, kw_only=True):
    """The request to buy a pack."""

    member_id: str


class Purchase(ApiModel, kw_only=True):
    """The unlocked pack and the remaining balance."""

    pack: Pack
    balance: int


class Placement(NumericApiModel, kw_only=True):
    """A sticker on a page: `x` and `y` are its centre as a share of the page, `rotation` is in degrees."""

    id: str
    member_id: str
    sticker: str
    x: float
    y: float
    scale: float
    rotation: float
    z: int
    placed_at: str


class NewPlacement(ApiModel, kw_only=True):
    """The request to place a sticker; in the middle and in front by default."""

    sticker: Sticker
    x: Share = 0.5
    y: Share = 0.5
    scale: Scale = 1
    rotation: Degrees = 0
    z: Maybe[Depth] = UNSET


class PlacementPatch(ApiModel, kw_only=True):
    """Any subset of a placed sticker's position, size, rotation and depth."""

    x: Maybe[Share] = UNSET
    y: Maybe[Share] = UNSET
    scale: Maybe[Scale] = UNSET
    rotation: Maybe[Degrees] = UNSET
    z: Maybe[Depth] = UNSET
