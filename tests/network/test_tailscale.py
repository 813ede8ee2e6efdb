"""Tailscale is found by its local API, here a small server on a socket."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from appliance.network.tailscale import Tailscale, find
from tests.client import Client

RUNNING = {"BackendState": "Running", "Self": {"DNSName": "mantel.tail1234.ts.net."}, "Version": "1.80"}
SERVED = {"Web": {"mantel.tail1234.ts.net:443": {"Handlers": {"/": {"Proxy": "http://127.0.0.1:8080"}}}}}
NAME = "mantel.tail1234.ts.net"


def found_with(answers: dict[str, Any], socket: Path, port: int) -> Tailscale:
    """What is found beside a program that answers `status` and `serve-config`; 403 for what is not in `answers`."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        name = path.removeprefix("/localapi/v0/").partition("?")[0]
        body = json.dumps(answers.get(name)).encode()
        status = "200 OK" if name in answers else "403 Forbidden"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async def look() -> Tailscale:
        async with await asyncio.start_unix_server(answer, socket):
            return await find(socket, port)

    return asyncio.run(look())


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"status": RUNNING, "serve-config": None}, Tailscale(state="running", name=NAME)),
        ({"status": RUNNING, "serve-config": SERVED}, Tailscale(state="running", name=NAME, served=True)),
        ({"status": RUNNING, "serve-config": {"Web": None}}, Tailscale(state="running", name=NAME)),
        ({"status": {"BackendState": "NeedsLogin"}, "serve-config": {}}, Tailscale(state="stopped")),
        ({"status": ["something else"], "serve-config": {}}, Tailscale(state="absent")),
        ({}, Tailscale(state="absent")),
    ],
)
def test_its_state_is_what_its_program_answers(tmp_path: Path, answers: dict[str, Any], expected: Tailscale) -> None:
    assert expected == found_with(answers, tmp_path / "tailscaled.sock", 8080)


def test_another_port_is_not_this_server(tmp_path: Path) -> None:
    answers = {"status": RUNNING, "serve-config": SERVED}
    assert not found_with(answers, tmp_path / "tailscaled.sock", 80).served


def test_without_its_socket_it_is_absent(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("none", "file"):
        assert Tailscale(state="absent") == asyncio.run(find(tmp_path / name, 8080))


def test_only_an_admin_may_ask(client: Client, anybody: Client) -> None:
    assert "absent" == client.get("/api/home/tailscale").json()["state"]
    assert 401 == anybody.get("/api/home/tailscale").status_code
