"""The order of the aisles of a store, learnt from the order in which things were taken."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from appliance.kernel.scheduling.clock import instant, moment
from appliance.lists.shopping.models import MAX_AISLES, Trip

# So long after the last thing a new trip begins.
PAUSE = timedelta(hours=2)
# Of each store the newest trips count.
MAX_TRIPS = 8
MAX_STORES = 100
MAX_BARCODES = 2_000


def order(trips: Sequence[Trip]) -> tuple[str, ...]:
    """The aisles of a store in order; `trips` are its last ones, newest first.

    Of two neighbours that one comes first which came first on more of the trips that had both; where these are as many,
    the newest trip decides. So one detour changes nothing that several trips agree on.
    """
    aisles = _together(trips)
    for _ in aisles:
        for at in range(len(aisles) - 1):
            if _lead(aisles[at + 1], aisles[at], trips) > 0:
                aisles[at], aisles[at + 1] = aisles[at + 1], aisles[at]
    return tuple(aisles)


def continued(newest: Trip | None, store: str, aisle: str, now: datetime) -> Trip:
    """The trip that a thing was taken on: the newest one of the store, or a new one after a pause.

    Only the first thing of an aisle counts: who goes back for the milk does not move the dairy.
    """
    if newest is None or now - moment(newest.last) > PAUSE or len(newest.aisles) >= MAX_AISLES:
        return Trip(store=store, started=instant(now), last=instant(now), aisles=(aisle,))
    known = newest.aisles if aisle in newest.aisles else (*newest.aisles, aisle)
    return replace(newest, last=instant(now), aisles=known)


def _together(trips: Sequence[Trip]) -> list[str]:
    """The aisles of the newest trip; those of an older one each after the aisle that came before it there."""
    aisles: list[str] = []
    for trip in trips:
        place = 0
        for aisle in trip.aisles:
            if aisle not in aisles:
                aisles.insert(place, aisle)
            place = aisles.index(aisle) + 1
    return aisles


def _lead(first: str, second: str, trips: Sequence[Trip]) -> int:
    """On how many more trips one aisle came before another than after it."""
    both = [trip.aisles for trip in trips if first in trip.aisles and second in trip.aisles]
    return sum(1 if aisles.index(first) < aisles.index(second) else -1 for aisles in both)
