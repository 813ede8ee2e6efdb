"""What people of a household do while its hosts change."""

import json
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any, Protocol

from appliance.kernel.http.local_connection import UnixConnection
from tests.hosting.host import Cell
from tests.photos.pictures import picture

# Far more often than a household writes; a list has room for that for a minute and a half.
PAUSE_SECONDS = 0.05


class Machine(Protocol):
    """A host, or what is in front of it."""

    name: str

    def request(self, household: str, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """Status and decoded JSON of a request. Raises OSError when it does not answer."""


class Writes:
    """Somebody adds items to a list, one after the other, on whichever machine answers."""

    def __init__(self, hosts: Sequence[Machine], key: str):
        self.answered: list[str] = []
        self.answered_by: dict[str, list[str]] = {host.name: [] for host in hosts}
        self.refused: list[tuple[int, str]] = []
        self._hosts, self._key, self._enough = hosts, key, Event()
        self._list = hosts[0].request("berg", "POST", "/api/lists", {"name": "Shopping", "kind": "todo"}, key)[1]["id"]
        self._thread = Thread(target=self._write, daemon=True)

    def __enter__(self) -> "Writes":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()

    def _write(self) -> None:
        number = 0
        while not self._enough.is_set():
            for host in self._hosts:
                number += 1
                with suppress(OSError, HTTPException):
                    body = {"title": f"item {number}"}
                    status, answer = host.request("berg", "POST", f"/api/lists/{self._list}/items", body, self._key)
                    if status == 201:
                        self.answered.append(f"item {number}")
                        self.answered_by[host.name].append(f"item {number}")
                    else:
                        self.refused.append((status, answer["error"]))
            self._enough.wait(PAUSE_SECONDS)

    def stored(self, host: Machine) -> list[str]:
        """The titles in the order in which they were written."""
        items = host.request("berg", "GET", f"/api/lists/{self._list}", key=self._key)[1]["items"]
        return sorted((each["title"] for each in items), key=lambda title: int(title.split()[1]))


def names(host: Cell, key: str, household: str = "berg") -> list[str]:
    """The members of a household."""
    return [each["name"] for each in host.request(household, "GET", "/api/members", key=key)[1]]


def add_member(host: Cell, key: str, name: str, household: str = "berg") -> int:
    """The status of the answer."""
    return host.request(household, "POST", "/api/members", {"name": name, "color": "#aa3344"}, key)[0]


def add_photo(host: Cell, key: str) -> str:
    """The id of a new photo."""
    return photo_at(host.folder / "sockets/berg/web.sock", key)


def photo_at(socket: Path, key: str) -> str:
    """The id of a new photo of the household that a socket belongs to."""
    connection = UnixConnection(socket, 120)
    headers = {"Host": "berg.example.org", "Content-Type": "image/jpeg", "Authorization": f"Bearer {key}"}
    with closing(connection):
        connection.request("POST", "/api/photos", picture(), headers)
        answer = connection.getresponse()
        content = json.loads(answer.read())
    assert 201 == answer.status, content
    return str(content["id"])
