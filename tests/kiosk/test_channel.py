"""The conversation with the server, over a real socket, and what comes of it."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kiosk.admission import Admission
from kiosk.channel import LONGEST_LINE, Channel
from kiosk.told import House
from tests.kiosk.home import Home, Message
from tests.kiosk.stage import done

KEY = {"tell": "key", "key": "mtl_wall"}


def conversing(path: Path, script: Callable[[Home, Channel, list[Message]], None]) -> None:
    """Run a channel while `script` plays the server in a thread of its own."""

    async def converse() -> None:
        heard: list[Message] = []
        channel = Channel(path, heard.append, lambda: None, patience=0.05)
        running = asyncio.create_task(channel.run())
        with Home(path).running() as home:
            await asyncio.to_thread(script, home, channel, heard)
        running.cancel()

    done(converse())


def until(seen: Callable[[], Any]) -> None:
    async def look() -> None:
        while not seen():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(look(), 30))


def test_it_says_hello_and_hears_line_by_line(tmp_path: Path) -> None:
    def script(home: Home, channel: Channel, heard: list[Message]) -> None:
        home.connection()
        assert "hello" == home.hears(lambda _: True)["tell"]
        home.says(b'{"tell": "ho', b'use"}\n{"tell": "set', b'tings", "name": "K\xc3\xbcche"}\n')
        until(lambda: len(heard) == 2)
        assert [{"tell": "house"}, {"tell": "settings", "name": "Küche"}] == heard

    conversing(tmp_path / "wall.sock", script)


def test_what_nobody_understands_is_passed_over(tmp_path: Path) -> None:
    def script(home: Home, channel: Channel, heard: list[Message]) -> None:
        home.connection()
        home.says(b"{\n", b"[1]\n", b"\xff\xfe\n", b"\n", KEY)
        until(lambda: heard)
        assert [KEY] == heard

    conversing(tmp_path / "wall.sock", script)


def says_too_much(home: Home) -> None:
    # The wall hangs up before it has heard all of it.
    with suppress(OSError):
        home.says(b"x" * 2 * LONGEST_LINE)


@pytest.mark.parametrize("ends", [Home.hangs_up, says_too_much])
def test_it_connects_again(tmp_path: Path, ends: Callable[[Home], None]) -> None:
    def script(home: Home, channel: Channel, heard: list[Message]) -> None:
        home.connection()
        ends(home)
        home.connection()
        home.says(KEY)
        until(lambda: heard)
        assert [KEY] == heard

    conversing(tmp_path / "wall.sock", script)


def test_a_server_that_comes_late_is_found(tmp_path: Path) -> None:
    async def converse() -> None:
        heard: list[Message] = []
        connected = asyncio.Event()
        channel = Channel(tmp_path / "wall.sock", heard.append, connected.set, patience=0.05)
        assert not channel.say({"ask": "key"})
        running = asyncio.create_task(channel.run())
        await asyncio.sleep(0.2)
        with Home(tmp_path / "wall.sock").running() as home:
            await connected.wait()
            assert channel.say({"ask": "key"})
            await asyncio.to_thread(home.hears, lambda message: message.get("ask") == "key")
            running.cancel()
            # The socket is closed before its server is.
            await asyncio.wait({running})

    done(converse())


class Told:
    """An admission, and what it asked and told."""

    def __init__(self, *, alone: bool = False) -> None:
        self.asked = 0
        self.page: list[Message] = []
        self.admission = Admission(None if alone else self._ask, self.page.append)

    def _ask(self) -> None:
        self.asked += 1


CLAIM = {"code": "123456", "address": "http://10.0.0.2:8080/#/setup?code=123456"}


def test_a_page_that_has_a_key_is_left_alone() -> None:
    told = Told()
    told.admission.house(House(True))
    told.admission.hello(True)
    told.admission.answered("mtl_wall", None)
    assert (0, []) == (told.asked, told.page)


@pytest.mark.parametrize("house_first", [True, False])
def test_a_page_without_a_key_gets_one_in_a_claimed_house(house_first: bool) -> None:
    told = Told()
    steps = [lambda: told.admission.house(House(True)), lambda: told.admission.hello(False)]
    for step in steps if house_first else steps[::-1]:
        step()
    assert 1 == told.asked
    told.admission.answered("mtl_wall", None)
    assert [{"key": "mtl_wall"}] == told.page


def test_an_unclaimed_house_shows_how_it_is_claimed_and_gives_the_key_after() -> None:
    told = Told()
    told.admission.house(House(False, CLAIM))
    told.admission.hello(False)
    assert (0, [{"claim": CLAIM}]) == (told.asked, told.page)
    told.admission.house(House(False, {**CLAIM, "code": "654321"}))
    assert {"claim": {**CLAIM, "code": "654321"}} == told.page[-1]
    told.admission.house(House(True))
    assert 1 == told.asked
    told.admission.answered(None, "unclaimed")
    assert 2 == len(told.page)


def test_a_removed_wall_is_told_so() -> None:
    told = Told()
    told.admission.house(House(True))
    told.admission.hello(False)
    told.admission.answered(None, "removed")
    assert [{"key": None, "why": "removed"}] == told.page
    json.dumps(told.page)


def test_without_a_server_of_its_own_it_is_paired_as_any_other() -> None:
    told = Told(alone=True)
    told.admission.hello(False)
    assert [{"key": None, "why": "alone"}] == told.page
