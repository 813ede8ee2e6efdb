"""SQL of shopping trips and barcodes."""

from collections.abc import Iterable

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.lists.shopping.models import Barcode, StoredBarcode, Trip

TRIP = "SELECT store, started, last, aisles FROM shopping_trips"


def trips(db: Reader) -> list[Trip]:
    """Every trip, by store, newest first."""
    return db.all(Trip, f"{TRIP} ORDER BY store, started DESC")


def newest_trip(db: Reader, store: str) -> Trip | None:
    """The newest trip to a store, or None."""
    return db.maybe(Trip, f"{TRIP} WHERE store = ? ORDER BY started DESC LIMIT 1", store)


def put_trips(tx: Tx, trips: Iterable[Trip]) -> None:
    """Store trips."""
    tx.put_all("shopping_trips", map(asdict, trips), key="store, started")


def prune_trips(tx: Tx, of_store: int, stores: int) -> None:
    """Keep the newest trips of each store, and the stores that were visited last."""
    tx.run(
        "DELETE FROM shopping_trips WHERE (store, started) IN (SELECT store, started FROM (SELECT store, started,"
        " row_number() OVER (PARTITION BY store ORDER BY started DESC) AS place FROM shopping_trips) WHERE place > ?)"
        " OR store IN (SELECT store FROM shopping_trips GROUP BY store ORDER BY max(last) DESC LIMIT -1 OFFSET ?)",
        of_store,
        stores,
    )


def remove_trips(tx: Tx, store: str) -> bool:
    """Delete the trips to a store. False when there are none."""
    return tx.run("DELETE FROM shopping_trips WHERE store = ?", store) > 0


def barcodes(db: Reader) -> list[Barcode]:
    """Every barcode that has a name, last named first."""
    return db.all(Barcode, "SELECT code, title FROM barcodes ORDER BY named_at DESC, code")


def stored_barcodes(db: Reader) -> list[StoredBarcode]:
    """Every barcode with the instant at which it was named."""
    return db.all(StoredBarcode, "SELECT code, title, named_at FROM barcodes ORDER BY named_at, code")


def put_barcodes(tx: Tx, barcodes: Iterable[StoredBarcode]) -> None:
    """Store barcodes; a later name replaces an earlier one."""
    tx.run_many(
        "INSERT INTO barcodes (code, title, named_at) VALUES (:code, :title, :named_at)"
        " ON CONFLICT (code) DO UPDATE SET title = excluded.title, named_at = excluded.named_at"
        " WHERE excluded.named_at >= named_at",
        map(asdict, barcodes),
    )


def prune_barcodes(tx: Tx, kept: int) -> None:
    """Delete those named first beyond a number of all."""
    tx.run(
        "DELETE FROM barcodes WHERE code IN (SELECT code FROM barcodes ORDER BY named_at DESC, code LIMIT -1 OFFSET ?)",
        kept,
    )


def remove_barcode(tx: Tx, code: str) -> bool:
    """Delete a barcode. False when there is none."""
    return tx.run("DELETE FROM barcodes WHERE code = ?", code) > 0
