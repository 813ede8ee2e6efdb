"""The database as one caller uses it."""

from collections.abc import Callable
from typing import Concatenate

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import P, T, Tx, Who


class Session:
    """The database as one caller meets it: `read` to ask, `write` to act in the caller's name.

    `address` is where the caller is, as limits count it; never shown and never a reason to trust.
    """

    def __init__(self, database: Database, who: Who, address: str = "unknown"):
        self.who = who
        self.address = address
        self.read = database.read
        self._database = database

    @property
    def rev(self) -> int:
        """The household's revision: rises on every write."""
        return self._database.rev

    async def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an action whole in one transaction; the answer arrives after the commit."""
        return await self._database.write_as(self.who, action, *args, **kwargs)
