"""Use cases of shopping: the order of a store's aisles, and the names of barcodes."""

from itertools import groupby

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import convert, required_text
from appliance.lists.models import AisleOrder, Taken
from appliance.lists.shopping import queries, rules
from appliance.lists.shopping.models import Barcode, BarcodeName, KnownCode, StoredBarcode


def orders(db: Reader) -> tuple[AisleOrder, ...]:
    """The aisles of every store that the family has walked through, in the learnt order."""
    by_store = groupby(queries.trips(db), key=lambda trip: trip.store)
    return tuple(AisleOrder(store=store, aisles=rules.order(list(trips))) for store, trips in by_store)


def learn(tx: Tx, taken: Taken) -> None:
    """Note that something was taken from an aisle now. The caller records the change. Raises BadRequest."""
    store, aisle = (taken.store or "").strip(), required_text(taken.aisle, "taken.aisle")
    newest = queries.newest_trip(tx, store)
    trip = rules.continued(newest, store, aisle, tx.now)
    queries.put_trips(tx, [trip])
    if newest is None or trip.started != newest.started:
        queries.prune_trips(tx, rules.MAX_TRIPS, rules.MAX_STORES)


def forget_order(tx: Tx, store: str) -> None:
    """Forget the order of a store's aisles. Raises NotFound where none was learnt."""
    if not queries.remove_trips(tx, store.strip()):
        raise NotFound()

    tx.touch()


def name_barcode(tx: Tx, code: str, request: BarcodeName) -> Barcode:
    """Remember what the thing with a barcode is called. Raises BadRequest."""
    convert({"code": code}, KnownCode)
    title = required_text(request.title, "title")

    queries.put_barcodes(tx, [StoredBarcode(code=code, title=title, named_at=instant(tx.now))])
    queries.prune_barcodes(tx, rules.MAX_BARCODES)
    tx.touch()
    return Barcode(code=code, title=title)


def forget_barcode(tx: Tx, code: str) -> None:
    """Forget the name of a barcode. Raises NotFound."""
    if not queries.remove_barcode(tx, code):
        raise NotFound()

    tx.touch()
