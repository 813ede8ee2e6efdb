"""What commands find out about the server that runs on their data folder: its settings, and where it is reached."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from appliance.kernel.data_dir_lock import server_details
from appliance.network.addresses import ANY, home_origins
from appliance.settings import Settings

# What decides where a server is reached. A command has often other variables than the server.
SHARED = ("host", "port", "unix_socket", "https_port", "hostname_local", "mdns", "public_url")
TIMEOUT_SECONDS = 5


def details(settings: Settings) -> bytes:
    """What a server tells the commands, for the lock of its data folder."""
    return msgspec.json.encode({name: getattr(settings, name) for name in SHARED}, enc_hook=str)


def with_details(settings: Settings) -> Settings | None:
    """The settings with those of the server that runs on the data folder; None when none runs."""
    content = server_details(settings.data_dir)
    try:
        known = msgspec.json.decode(content) if content else None
        if not known:
            return None
        known["unix_socket"] = Path(known["unix_socket"]) if known["unix_socket"] else None
        return msgspec.structs.replace(settings, **{name: known[name] for name in SHARED})
    except (msgspec.MsgspecError, KeyError):
        return None  # of another version


def origins(settings: Settings) -> list[str]:
    """Where devices find a server of these settings, the address that each of them can open first.

    A server that runs knows more: its name when another device had the first, and whether HTTPS is ready.
    """
    home = _ask(settings)
    if home is None:
        known, public = home_origins(settings), settings.public_url
    else:
        known, public = [*home["http"], *home["https"]], home["publicUrl"]
    if not settings.mdns:
        known = [origin for origin in known if not str(urlsplit(origin).hostname).endswith(".local")]
    known += [public] if public and public not in known else []
    return known or [f"http://localhost:{settings.port}"]


def _ask(settings: Settings) -> dict[str, Any] | None:
    from http.client import HTTPException  # the server's start needs none of it

    from appliance.kernel.http.local_connection import connection_to

    host = "127.0.0.1" if settings.host in ANY else settings.host
    connection = connection_to(host, settings.port, settings.unix_socket, TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/api/home", headers={"Host": "localhost"})
        answer = connection.getresponse()
        content = answer.read()
        return msgspec.json.decode(content) if answer.status == 200 else None
    except (OSError, HTTPException, msgspec.MsgspecError):
        return None
    finally:
        connection.close()
