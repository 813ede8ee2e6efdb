"""Compressed, too large, too slow and broken responses."""

import asyncio
import gzip
import zlib

import pytest

from tests.kernel.web import answer, fetch, fetch_error


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "GZIP"])
def test_gzip_is_undone(encoding):
    found, _ = fetch(answer(body=gzip.compress(b"hello" * 1_000), Content_Encoding=encoding), most_bytes=5_000)

    assert b"hello" * 1_000 == found.body


def test_deflate_is_undone():
    assert b"hello" == fetch(answer(body=zlib.compress(b"hello"), Content_Encoding="deflate"))[0].body


def test_an_empty_answer_needs_no_decoding():
    assert b"" == fetch(answer("304 Not Modified", Content_Encoding="gzip"))[0].body


def test_the_head_of_a_large_thing_may_be_asked_for():
    found, _ = fetch(answer(length=False, Content_Length="999999999"), method="HEAD", most_bytes=10)

    assert (200, b"") == (found.status, found.body)


async def _endless(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        await writer.drain()


@pytest.mark.parametrize(
    "oversized",
    [
        answer(body=b"x" * 1_001),
        answer(body=b"x" * 100_000, length=False),
        answer(length=False, Content_Length="9" * 19),
        answer(body=gzip.compress(b"\0" * 50_000_000), Content_Encoding="gzip"),
        _endless,
    ],
    ids=["with a length", "without one", "an absurd length", "hidden in gzip", "endless"],
)
def test_an_answer_that_is_too_large_is_cut_off(oversized):
    message, _ = fetch_error(oversized, most_bytes=1_000)

    assert "127.0.0.1 answered with more than 1000 bytes" == message


def test_an_answer_may_be_as_large_as_the_limit():
    assert 1_000 == len(fetch(answer(body=b"x" * 1_000), most_bytes=1_000)[0].body)
    packed = answer(body=gzip.compress(b"x" * 1_000), Content_Encoding="gzip")
    assert 1_000 == len(fetch(packed, most_bytes=1_000)[0].body)


async def _silent(writer):
    await asyncio.sleep(60)


async def _dripping(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.02)


async def _dripping_head(writer):
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-A: b\r\n")
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("slow", [_silent, _dripping, _dripping_head])
def test_a_server_that_never_finishes_is_given_up(slow):
    message, _ = fetch_error(slow, seconds=0.3)

    assert "127.0.0.1 did not answer in time" == message


def test_a_name_that_is_never_resolved_is_given_up():
    async def never(host, port):
        await asyncio.sleep(60)

    message, _ = fetch_error(answer(), url="http://ana:pw@cal.example:{port}/", options={"resolve": never}, seconds=0.2)

    assert "cal.example did not answer in time" == message


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not http at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 50_000 + b"\r\n",
        answer(body=gzip.compress(b"hello", mtime=0)[:-6], Content_Encoding="gzip"),
    ],
)
def test_a_broken_answer_is_no_answer(broken):
    message, _ = fetch_error(broken)

    assert message.startswith("127.0.0.1 broke off")


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "gzip"])
def test_an_unreadable_encoding_is_reported(encoding):
    message, _ = fetch_error(answer(body=b"no gzip", Content_Encoding=encoding))

    assert "127.0.0.1 answered in an encoding that cannot be read" == message


async def _hesitant(writer):
    await asyncio.sleep(0.3)
    writer.write(answer(body=b"at last"))


def test_how_long_a_server_may_be_silent_is_the_callers_choice():
    assert "127.0.0.1 did not answer in time" == fetch_error(_hesitant, silence=0.05)[0]
    assert b"at last" == fetch(_hesitant, silence=20)[0].body
