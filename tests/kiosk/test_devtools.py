"""The conversation over the pipe, with the browser's end of it in the test's hands."""

import asyncio
import json
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kiosk.devtools import DevTools, DevToolsError

Message = dict[str, Any]
Answers = Callable[[Message], bytes]


def as_sent(*messages: Message) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\0" for message in messages)


@contextmanager
def browser_that(answers: Answers) -> Iterator[tuple[int, int]]:
    """The two descriptors to talk to it by. It hangs up on an empty answer."""
    commands, write = os.pipe()
    read, replies = os.pipe()

    def listen() -> None:
        with os.fdopen(commands, "rb") as source, os.fdopen(replies, "wb", buffering=0) as out:
            heard = b""
            while byte := source.read(1):
                heard += byte
                if byte == b"\0":
                    answer = answers(json.loads(heard[:-1]))
                    heard = b""
                    if not answer:
                        return
                    out.write(answer)

    browser = threading.Thread(target=listen, daemon=True)
    browser.start()
    yield read, write
    browser.join()


def said(answers: Answers, say: Callable[[DevTools], Awaitable[Any]]) -> Any:
    async def talk(read: int, write: int) -> Any:
        async with DevTools(read, write) as devtools:
            return await say(devtools)

    with browser_that(answers) as (read, write):
        return asyncio.run(talk(read, write))


def result(command: Message, value: Any) -> Message:
    return {"id": command["id"], "result": value}


def test_a_command_carries_its_session_and_parameters() -> None:
    def echo(command: Message) -> bytes:
        return as_sent(result(command, command))

    expected = {"id": 1, "method": "Page.navigate", "params": {"url": "about:blank"}, "sessionId": "S"}
    assert expected == said(echo, lambda devtools: devtools.call("Page.navigate", "S", url="about:blank"))


def test_each_command_gets_its_own_answer() -> None:
    kept: list[Message] = []

    def backwards(command: Message) -> bytes:
        kept.insert(0, result(command, {"of": command["method"]}))
        return as_sent(*kept) if len(kept) == 2 else as_sent({"method": "Page.loadEventFired", "params": {}})

    async def both(devtools: DevTools) -> list[Message]:
        return list(await asyncio.gather(devtools.call("First"), devtools.call("Second")))

    assert [{"of": "First"}, {"of": "Second"}] == said(backwards, both)


def test_an_answer_may_be_large() -> None:
    def large(command: Message) -> bytes:
        return as_sent(result(command, {"data": "x" * 3_000_000}))

    assert 3_000_000 == len(said(large, lambda devtools: devtools.call("Page.captureScreenshot"))["data"])


def test_a_refused_command_says_why() -> None:
    def refuse(command: Message) -> bytes:
        return as_sent({"id": command["id"], "error": {"code": -32601, "message": "'Wall.paint' wasn't found"}})

    with pytest.raises(DevToolsError, match=r"'Wall\.paint' wasn't found"):
        said(refuse, lambda devtools: devtools.call("Wall.paint"))


def test_silence_is_an_error() -> None:
    def unheard(command: Message) -> bytes:
        return as_sent({"method": "Inspector.detached", "params": {}})

    with pytest.raises(DevToolsError, match=r"no answer to Runtime\.evaluate"):
        said(unheard, lambda devtools: devtools.evaluate("1", "S", within=0.05))


def test_hanging_up_ends_what_is_waiting_and_what_comes_after() -> None:
    async def twice(devtools: DevTools) -> list[Any]:
        return [(await asyncio.gather(devtools.call("Browser.close"), return_exceptions=True))[0] for _ in range(2)]

    assert ["Chromium hung up"] * 2 == [str(error) for error in said(lambda command: b"", twice)]


def test_attach_waits_for_the_first_page() -> None:
    looks: list[int] = []

    def late(command: Message) -> bytes:
        if command["method"] == "Target.attachToTarget":
            assert {"targetId": "P", "flatten": True} == command["params"]
            return as_sent(result(command, {"sessionId": "S"}))
        looks.append(1)
        worker = {"type": "service_worker", "targetId": "W"}
        page = {"type": "page", "targetId": "P"}
        return as_sent(result(command, {"targetInfos": [worker] if len(looks) == 1 else [worker, page]}))

    assert "S" == said(late, lambda devtools: devtools.attach())
    assert 2 == len(looks)


def test_evaluate_gives_the_value() -> None:
    def three(command: Message) -> bytes:
        return as_sent(result(command, {"result": {"type": "number", "value": 3}}))

    assert 3 == said(three, lambda devtools: devtools.evaluate("1 + 2", "S"))


def test_evaluate_raises_what_the_page_threw() -> None:
    def thrown(command: Message) -> bytes:
        return as_sent(result(command, {"result": {"type": "object"}, "exceptionDetails": {"text": "Uncaught"}}))

    with pytest.raises(DevToolsError, match="Uncaught"):
        said(thrown, lambda devtools: devtools.evaluate("nowhere.x", "S"))
