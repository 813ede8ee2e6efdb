"""The keys with which the demo household's past was written."""

from collections.abc import Iterator
from contextlib import contextmanager

from appliance.kernel.database.transactions import Caller, Tx

WALL = Caller(name="Wall", scope="display", kind="api")
PHONE = Caller(name="Mara", scope="admin", kind="api")


@contextmanager
def by(tx: Tx, caller: Caller) -> Iterator[None]:
    """What is written in this block is written with the key of `caller`."""
    before = tx.caller
    tx.caller = caller
    try:
        yield
    finally:
        tx.caller = before
