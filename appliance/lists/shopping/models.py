"""Structs of shopping: trips through stores, and what the family calls things with a barcode."""

from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel
from appliance.lists.models import Title

# Of one trip.
MAX_AISLES = 60
# EAN-8, UPC-A, EAN-13 and ITF-14, and what stores print on their own labels.
Code = Annotated[str, Meta(pattern=r"^[0-9A-Za-z-]{4,64}$(?!\n)")]


class Trip(ApiModel, kw_only=True):
    """One walk through a store: the aisles in the order in which the first thing of each was taken.

    `store` is empty for no particular one. `started` and `last` are instants: of the first and the last thing.
    """

    store: str
    started: str
    last: str
    aisles: tuple[str, ...]


class Barcode(ApiModel, kw_only=True):
    """What the family calls the thing with a barcode."""

    code: str
    title: str


class StoredBarcode(Barcode, kw_only=True):
    """A barcode with the instant at which it was named."""

    named_at: str


class BarcodeName(ApiModel, kw_only=True):
    """The name of a thing with a barcode."""

    title: Title


class KnownCode(msgspec.Struct, kw_only=True):
    """A barcode of a path, so that it is checked as the field of a body is."""

    code: Code
