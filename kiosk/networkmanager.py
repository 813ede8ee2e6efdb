"""A D-Bus client for NetworkManager. It connects per request, so that either side may restart."""

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
PROPERTIES = "org.freedesktop.DBus.Properties"
# D-Bus has no null: NetworkManager writes "no object" as this path.
NO_OBJECT = "/"

REPLY_SECONDS = 10.0
ABSENT_ERRORS = {
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
}

Signal = tuple[str, str, list[Any]]
"""The object path and the interface that sent the signal, and its arguments."""


class AbsentError(Exception):
    """This machine has no system bus, or no NetworkManager on it."""


class ReplyError(Exception):
    """NetworkManager answered with an error, or not at all.

    Only the error's `name` is kept: its message may quote settings, and so a password.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NetworkManager:
    """One connection to the bus. Connecting raises AbsentError; each call raises AbsentError or ReplyError."""

    def __init__(self, address: str | None = None) -> None:
        self._address = address
        self.signals: asyncio.Queue[Signal] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        try:
            self._bus = MessageBus(self._address, BusType.SYSTEM, auth_timeout=REPLY_SECONDS)
            await self._bus.connect()
        except (OSError, EOFError, AuthError, InvalidAddressError, TimeoutError):
            raise AbsentError from None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bus.disconnect()

    async def call(self, path: str, interface: str, member: str, signature: str = "", *arguments: Any) -> list[Any]:
        """Call a method and return its reply, with D-Bus variants unpacked."""
        return await self._send(Message(NAME, path, interface, member, signature=signature, body=list(arguments)))

    async def properties(self, path: str, interface: str) -> dict[str, Any]:
        """All properties of an object's interface, with D-Bus variants unpacked."""
        return dict((await self.call(path, PROPERTIES, "GetAll", "s", interface))[0])

    async def subscribe(self) -> None:
        """Put every StateChanged signal into `signals` from now on, in order."""
        rule = f"type='signal',sender='{NAME}',member='StateChanged'"
        bus = "org.freedesktop.DBus"
        self._bus.add_message_handler(self._on_bus_message)
        await self._send(Message(bus, "/org/freedesktop/DBus", bus, "AddMatch", signature="s", body=[rule]))

    def _on_bus_message(self, message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.member == "StateChanged":
            self.signals.put_nowait((message.path or "", message.interface or "", list(message.body)))

    async def _send(self, message: Message) -> list[Any]:
        try:
            reply = await asyncio.wait_for(self._bus.call(message), REPLY_SECONDS)
        except TimeoutError:
            raise ReplyError("org.freedesktop.DBus.Error.NoReply") from None
        except (OSError, EOFError):
            raise AbsentError from None
        if reply is None:
            raise AbsentError
        if reply.message_type is MessageType.ERROR:
            if reply.error_name in ABSENT_ERRORS:
                raise AbsentError
            raise ReplyError(reply.error_name or "")
        return list(unpack_variants(reply.body))
