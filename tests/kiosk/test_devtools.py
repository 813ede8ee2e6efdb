"""The DevTools client, with a fake browser at the other end of the pipe."""

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


def encode(*messages: Message) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\0" for message in messages)


@contextmanager
def fake_browser(answers: Answers) -> Iterator[tuple[int, int]]:
    """Yields the descriptors to read and to write. It closes the pipe when the answer is empty."""
    commands, write = os.pipe()
    read, replies = os.pipe()

    def listen() -> None:
        with os.fdopen(commands, "rb") as source, os.fdopen(replies, "wb", buffering=0) as out:
            received = b""
            while byte := source.read(1):
                received += byte
                if byte == b"\0":
                    answer = answers(json.loads(received[:-1]))
                    received = b""
                    if not answer:
                        return
                    out.write(answer)

    browser = threading.Thread(target=listen, daemon=True)
    browser.start()
    yield read, write
    browser.join()


def run_client(answers: Answers, client: Callable[[DevTools], Awaitable[Any]]) -> Any:
    async def connect(read: int, write: int) -> Any:
        async with DevTools(read, write) as devtools:
            return await client(devtools)

    with fake_browser(answers) as (read, write):
        return asyncio.run(connect(read, write))


def result(command: Message, value: Any) -> Message:
    return {"id": command["id"], "result": value}


def test_a_command_carries_its_session_and_parameters() -> None:
    def echo(command: Message) -> bytes:
        return encode(result(command, command))

    expected = {"id": 1, "method": "Page.navigate", "params": {"url": "about:blank"}, "sessionId": "S"}
    assert expected == run_client(echo, lambda devtools: devtools.call("Page.navigate", "S", url="about:blank"))


def test_answers_are_matched_by_id() -> None:
    results: list[Message] = []

    def answer_in_reverse(command: Message) -> bytes:
        results.insert(0, result(command, {"of": command["method"]}))
        return encode(*results) if len(results) == 2 else encode({"method": "Page.loadEventFired", "params": {}})

    async def both(devtools: DevTools) -> list[Message]:
        return list(await asyncio.gather(devtools.call("First"), devtools.call("Second")))

    assert [{"of": "First"}, {"of": "Second"}] == run_client(answer_in_reverse, both)


def test_a_large_answer_is_received() -> None:
    def large(command: Message) -> bytes:
        return encode(result(command, {"data": "x" * 3_000_000}))

    assert 3_000_000 == len(run_client(large, lambda devtools: devtools.call("Page.captureScreenshot"))["data"])


def test_a_rejected_command_raises_its_message() -> None:
    def reject(command: Message) -> bytes:
        return encode({"id": command["id"], "error": {"code": -32601, "message": "'Wall.paint' wasn't found"}})

    with pytest.raises(DevToolsError, match=r"'Wall\.paint' wasn't found"):
        run_client(reject, lambda devtools: devtools.call("Wall.paint"))


def test_a_missing_answer_is_an_error() -> None:
    def send_event_only(command: Message) -> bytes:
        return encode({"method": "Inspector.detached", "params": {}})

    with pytest.raises(DevToolsError, match=r"no answer to Runtime\.evaluate"):
        run_client(send_event_only, lambda devtools: devtools.evaluate("1", "S", timeout=0.05))


def test_a_closed_pipe_fails_pending_and_later_commands() -> None:
    async def twice(devtools: DevTools) -> list[Any]:
        return [(await asyncio.gather(devtools.call("Browser.close"), return_exceptions=True))[0] for _ in range(2)]

    assert ["Chromium closed the connection"] * 2 == [str(error) for error in run_client(lambda command: b"", twice)]


def test_attach_waits_for_the_first_page() -> None:
    polls: list[int] = []

    def page_on_second_poll(command: Message) -> bytes:
        if command["method"] == "Target.attachToTarget":
            assert {"targetId": "P", "flatten": True} == command["params"]
            return encode(result(command, {"sessionId": "S"}))
        polls.append(1)
        worker = {"type": "service_worker", "targetId": "W"}
        page = {"type": "page", "targetId": "P"}
        return encode(result(command, {"targetInfos": [worker] if len(polls) == 1 else [worker, page]}))

    assert "S" == run_client(page_on_second_poll, lambda devtools: devtools.attach_to_page())
    assert 2 == len(polls)


def test_evaluate_returns_the_value() -> None:
    def three(command: Message) -> bytes:
        return encode(result(command, {"result": {"type": "number", "value": 3}}))

    assert 3 == run_client(three, lambda devtools: devtools.evaluate("1 + 2", "S"))


def test_evaluate_raises_the_error_of_the_page() -> None:
    def throw(command: Message) -> bytes:
        return encode(result(command, {"result": {"type": "object"}, "exceptionDetails": {"text": "Uncaught"}}))

    with pytest.raises(DevToolsError, match="Uncaught"):
        run_client(throw, lambda devtools: devtools.evaluate("nowhere.x", "S"))
