"""Shapes of sticker packs and the scrapbook."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

Share = Annotated[float, Meta(ge=0, le=1)]
Scale = Annotated[float, Meta(ge=0.3, le=4)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
# Any whole number will do; the bound keeps "one more than the highest" storable.
Depth = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Sticker = Annotated[str, Meta(min_length=1, max_length=32)]


class Sheet(msgspec.Struct, frozen=True):
    """A pack as the shop stocks it: `price` before scaling, in points."""

    id: str
    name: str
    cover: str
    price: int
    stickers: tuple[str, ...]


class Pack(ApiModel):
    """A pack as offered to a member. `price` is the scaled one. (contract §9.1)"""

    id: str
    name: str
    cover: str
    stickers: tuple[str, ...]
    base_price: int
    price: int
    unlocked: bool


class Buy(ApiModel):
    """The wish for a pack."""

    member_id: str


class Bought(ApiModel):
    """The pack, now unlocked, and what is left."""

    pack: Pack
    balance: int


class Placement(ApiModel):
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


class NewPlacement(ApiModel):
    """The wish for a sticker on the page; in the middle and in front unless it says otherwise."""

    sticker: Sticker
    x: Share = 0.5
    y: Share = 0.5
    scale: Scale = 1
    rotation: Degrees = 0
    z: Maybe[Depth] = UNSET


class PlacementPatch(ApiModel):
    """Any subset of where a sticker is and how it lies."""

    x: Maybe[Share] = UNSET
    y: Maybe[Share] = UNSET
    scale: Maybe[Scale] = UNSET
    rotation: Maybe[Degrees] = UNSET
    z: Maybe[Depth] = UNSET
