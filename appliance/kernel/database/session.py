"""The database for one caller."""

from collections.abc import Callable
from functools import cached_property
from typing import Concatenate, TypeVarTuple, cast

import msgspec

from appliance.kernel import time_budget
from appliance.kernel.database import idempotency
from appliance.kernel.database.database import Database
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Caller, P, Reader, T, Tx

Ts = TypeVarTuple("Ts")
ENCODED_AT_ONCE = 200


class Session:
    """`read` to read, and `write` to act for the caller.

    `address` is the caller's network address, by which limits count. It grants nothing; an admin sees it
    of a device that waits to be paired.
    """

    def __init__(self, database: Database, caller: Caller, address: str = "unknown"):
        self.caller = caller
        self.address = address
        self._database = database

    @cached_property
    def read(self) -> Reader:
        """A reader of the newest committed state. The present time is that of its first use."""
        return self._database.read

    @property
    def rev(self) -> int:
        """The household's revision, which rises with every write."""
        return self._database.rev

    @property
    def derived(self) -> DerivedValues:
        """What is kept of the household's data from one request to another, whoever asks."""
        return self._database.derived

    async def read_in_thread(
        self, question: Callable[Concatenate[Reader, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Answer a question that takes long, in a thread and from one state; reads and writes go on meanwhile."""
        return await self._database.read_in_thread(question, *args, **kwargs)

    async def answer(self, question: Callable[Concatenate[Reader, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Answer a question that is usually quick, in the event loop. One that takes long is answered in a thread."""
        try:
            with time_budget.limited():
                return question(self.read, *args, **kwargs)
        except time_budget.OutOfTime:
            return await self.read_in_thread(question, *args, **kwargs)

    async def json_answer(self, question: Callable[Concatenate[Reader, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As `answer`, for an endpoint that returns it: from a thread it comes as a msgspec.Raw, encoded already."""
        try:
            with time_budget.limited():
                return question(self.read, *args, **kwargs)
        except time_budget.OutOfTime:
            return cast(T, await self.read_in_thread(lambda db: encoded(question(db, *args, **kwargs))))

    async def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an action in one transaction. Returns its result after the commit."""
        return await self._database.write_as(self.caller, action, *args, **kwargs)

    async def write_once(self, key: str | None, answers: type[T], action: Callable[[Tx, *Ts], T], *args: *Ts) -> T:
        """`write`, but a second call with the same key within a day answers what the first one answered.

        `answers` is the type of the action's result. Without a key it is `write`. Raises BadRequest for a malformed
        key, Conflict for a key that was used for another action or other arguments.
        """
        if key is None:
            return await self.write(action, *args)
        idempotency.check_key(key)
        return await self.write(idempotency.run_once, key, answers, action, args)


def encoded(value: object) -> msgspec.Raw:
    """A value as JSON; a long list in parts, because no other thread runs during one call of the encoder."""
    if not isinstance(value, list) or len(value) <= ENCODED_AT_ONCE:
        return msgspec.Raw(msgspec.json.encode(value))
    parts = (value[start : start + ENCODED_AT_ONCE] for start in range(0, len(value), ENCODED_AT_ONCE))
    return msgspec.Raw(b"[" + b",".join(msgspec.json.encode(part)[1:-1] for part in parts) + b"]")
