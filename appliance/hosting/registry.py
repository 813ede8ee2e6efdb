"""The registry's file. It is opened for each access: a connection must not be open while a process is forked."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

import apsw

from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.migrations import migrate
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import Cipher
from appliance.kernel.scheduling.clock import Clock

SCHEMA = Path(__file__).parent / "schema"
P = ParamSpec("P")
T = TypeVar("T")


class Registry:
    """Access to the registry: each in a transaction of its own."""

    def __init__(self, path: Path):
        """`path` is the file, in a folder of its own."""
        self._path = path
        # Nothing in it is encrypted.
        self._cipher = Cipher(os.urandom(32))
        self._clock = Clock()

    def prepare(self) -> None:
        """Make the file, or bring it to the newest schema. Raises what `migrate` raises."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(self._open(apsw.SQLITE_OPEN_CREATE)) as connection:
            migrate(connection, SCHEMA, self._path.parent / "backups", self._clock.now())

    def read(self, query: Callable[Concatenate[Reader, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a query. Raises apsw.Error."""
        return self._run(query, "DEFERRED", *args, **kwargs)

    def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of an action, which is stored or did nothing. Raises what the action raises, and apsw.Error."""
        return self._run(action, "IMMEDIATE", *args, **kwargs)

    def _run(self, action: Callable[Concatenate[Tx, P], T], begin: str, *args: P.args, **kwargs: P.kwargs) -> T:
        with closing(self._open()) as connection:
            connection.transaction_mode = begin
            with connection:
                tx = Tx(connection, self._cipher, self._clock.now(), lambda _: ZoneInfo("UTC"))
                answer = action(tx, *args, **kwargs)
        return answer

    def _open(self, flags: int = 0) -> apsw.Connection:
        return open_connection(self._path, apsw.SQLITE_OPEN_READWRITE | flags)
