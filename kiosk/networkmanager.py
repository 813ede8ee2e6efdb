"""NetworkManager over the system bus: a conversation as long as one request, so that either side may restart."""

import asyncio
from types import TracebackType
from typing import Any, Self

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import AuthError, InvalidAddressError
from dbus_fast.unpack import unpack_variants

NAME = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
SETTINGS_PATH = f"{PATH}/Settings"
DEVICE = f"{NAME}.Device"
WIRELESS = f"{DEVICE}.Wireless"
ACCESS_POINT = f"{NAME}.AccessPoint"
ACTIVE = f"{NAME}.Connection.Active"
SETTINGS = f"{NAME}.Settings"
PROFILE = f"{SETTINGS}.Connection"
NOWHERE = "/"

ANSWER_SECONDS = 10.0
ABSENT = {
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
}

Signal = tuple[str, str, list[Any]]
"""The path of what it is about, interface and member, and what it says."""


class AbsentError(Exception):
    """There is no system bus on this machine, or no NetworkManager on it."""


class ErrorAnswer(Exception):
    """NetworkManager refused, or did not answer. Only the `name` of its error is kept: the words may quote settings."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NetworkManager:
    """One conversation. Raises AbsentError at its beginning, and any request may raise AbsentError or ErrorAnswer."""

    def __init__(self, address: str | None = None) -> None:
        self._address = address
        self.signals: asyncio.Queue[Signal] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        try:
            self._bus = MessageBus(self._address, BusType.SYSTEM, auth_timeout=ANSWER_SECONDS)
            await self._bus.connect()
        except (OSError, EOFError, AuthError, InvalidAddressError, TimeoutError):
            raise AbsentError from None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bus.disconnect()

    async def call(self, path: str, interface: str, member: str, signature: str = "", *words: Any) -> list[Any]:
        """What a method answers, without the bus's own wrappings."""
        asked = Message(NAME, path, interface, member, signature=signature, body=list(words))
        return await self._answer(asked)

    async def properties(self, path: str, interface: str) -> dict[str, Any]:
        return dict((await self.call(path, "org.freedesktop.DBus.Properties", "GetAll", "s", interface))[0])

    async def listen(self) -> None:
        """From now on everything that changes its state lands in `signals`, in order."""
        rule = f"type='signal',sender='{NAME}',member='StateChanged'"
        bus = "org.freedesktop.DBus"
        self._bus.add_message_handler(self._heard)
        await self._answer(Message(bus, "/org/freedesktop/DBus", bus, "AddMatch", signature="s", body=[rule]))

    def _heard(self, message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.member == "StateChanged":
            self.signals.put_nowait((message.path or "", message.interface or "", list(message.body)))

    async def _answer(self, asked: Message) -> list[Any]:
        try:
            answer = await asyncio.wait_for(self._bus.call(asked), ANSWER_SECONDS)
        except TimeoutError:
            raise ErrorAnswer("org.freedesktop.DBus.Error.NoReply") from None
        except (OSError, EOFError):
            raise AbsentError from None
        if answer is None:
            raise AbsentError
        if answer.message_type is MessageType.ERROR:
            if answer.error_name in ABSENT:
                raise AbsentError
            raise ErrorAnswer(answer.error_name or "")
        return list(unpack_variants(answer.body))
