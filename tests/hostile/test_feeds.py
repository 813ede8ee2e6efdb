"""Feeds made to exhaust memory: read or rejected with a message, within a few times their own size."""

import resource
import sys
from multiprocessing import get_context

import pytest

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import read
from appliance.kernel.errors import BadGateway
from tests.calendar.providers.test_ics import BERLIN, WINDOW

HEAD, TAIL = b"BEGIN:VCALENDAR\r\n", b"END:VCALENDAR\r\n"
EVENT = b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261201T100000Z\r\n%sEND:VEVENT\r\n"
SIZE = 1_000_000

# A bomb is read in a process of its own, whose memory the system measures; tracing each allocation takes six times as
# long. The processes are forked from one that has only imported this module, so that they hold no memory to reuse.
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])


def filled(line: bytes) -> bytes:
    """As many of a line as fit."""
    return line * (SIZE // len(line))


BOMBS = {
    "deep components": b"BEGIN:VEVENT\r\n" * 50_000 + b"END:VEVENT\r\n" * 50_000,
    "deep components of many names": b"".join(b"BEGIN:X-%d\r\n" % number for number in range(50_000)),
    "ends without beginnings": filled(b"END:VEVENT\r\n"),
    "one endless line": EVENT % (b"SUMMARY:" + b"x" * SIZE + b"\r\n"),
    "one endless folded line": EVENT % (b"SUMMARY:x\r\n" + filled(b" x\r\n")),
    "one endless name": EVENT % (b"X" * SIZE + b":1\r\n"),
    "one endless parameter": EVENT % (b"SUMMARY;X=" + b"x" * SIZE + b":1\r\n"),
    "many parameters": EVENT % (b"SUMMARY" + filled(b";X=1") + b":1\r\n"),
    "an open quote": EVENT % (b'SUMMARY;X="' + b"x;:," * (SIZE // 4) + b"\r\n"),
    "many properties": EVENT % filled(b"X-PROP:1\r\n"),
    "many exceptions": EVENT % (b"RRULE:FREQ=DAILY\r\n" + filled(b"EXDATE:20261202T100000Z\r\n")),
    "many dates in a line": EVENT % (b"RDATE:" + filled(b"20261202T100000Z,") + b"20261202T100000Z\r\n"),
    "many rules": EVENT % filled(b"RRULE:FREQ=DAILY\r\n"),
    "a long rule": EVENT % (b"RRULE:FREQ=YEARLY;BYSETPOS=" + filled(b"1,") + b"1\r\n"),
    "a huge count": EVENT % (b"RRULE:FREQ=DAILY;COUNT=" + b"9" * 5000 + b"\r\n"),
    "a huge duration": EVENT % (b"DURATION:P" + b"9" * 5000 + b"D\r\n"),
    "many alarms": EVENT % filled(b"BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"),
    "a zone of many rules": b"BEGIN:VTIMEZONE\r\nTZID:X\r\n"
    + filled(
        b"BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY\r\n"
        b"TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\n"
    )
    + b"END:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=X:20261201T100000\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n",
    "many zones of many rules": b"".join(
        b"BEGIN:VTIMEZONE\r\nTZID:%d\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=DAILY\r\n"
        b"TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        b"BEGIN:VEVENT\r\nUID:%d\r\nDTSTART;TZID=%d:20261201T100000\r\nEND:VEVENT\r\n" % (number, number, number)
        for number in range(1_500)
    ),
    "one UID, many copies": EVENT % b"RRULE:FREQ=DAILY\r\n" * 4_500,
    "one UID, many copies without a rule": EVENT % b"" * 9_000,
    "one UID, many starts": b"".join(
        b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260901T%02d%02d%02dZ\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n"
        % (number // 3600, number // 60 % 60, number % 60)
        for number in range(12_000)
    ),
    "one UID, many starts without a rule": b"".join(
        b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:202612%02dT%02d%02d%02dZ\r\nEND:VEVENT\r\n"
        % (number // 3600 // 24 + 1, number // 3600 % 24, number // 60 % 60, number % 60)
        for number in range(0, 2_000_000, 200)
    ),
    "one UID, many starts and old changes": b"".join(
        b"BEGIN:VEVENT\r\nUID:1\r\nSEQUENCE:1\r\nDTSTART:20260901T00%02d%02dZ\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n"
        b"BEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID:20261201T00%02d%02dZ\r\nDTSTART:20261201T10%02d%02dZ\r\nEND:VEVENT\r\n"
        % ((number // 60, number % 60) * 3)
        for number in range(1_500)
    ),
    "many dates, many rules": EVENT
    % (
        b"".join(
            b"RRULE:FREQ=DAILY;BYHOUR=%d;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55\r\n" % hour for hour in range(24)
        )
        + b"RDATE:"
        + b",".join(b"20261202T%02d%02d%02dZ" % (n // 3600, n // 60 % 60, n % 60) for n in range(40_000))
        + b"\r\n"
    ),
    "bytes of no alphabet": EVENT % (b"SUMMARY:" + bytes(range(128, 256)) * 5000 + b"\r\n"),
    "half a pair of every kind": EVENT % (b"SUMMARY:" + b"\xed\xa0\x80\xf0\x9f\xc0\xaf\xff\xfe" * 50_000 + b"\r\n"),
    "nothing but zeros": EVENT % (b"SUMMARY:" + bytes(SIZE) + b"\r\n"),
    "two alphabets": "SUMMARY:x\r\n".encode("utf-16") * 50_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_does_not_go_off(name: str) -> None:
    with PROCESSES.Pool(1) as process:
        message, most = process.apply(read_bomb, [name])

    assert len(message) < 500
    assert most < 60 * len(file_of(name)) + 20_000_000


def read_bomb(name: str) -> tuple[str, int]:
    """Read the file in this process: the error message, and the bytes of memory that it needed at most."""
    file, message = file_of(name), ""
    before = most_memory()
    try:
        read(split_components(file), BERLIN, WINDOW)
    except BadGateway as error:
        message = error.message
    return message, most_memory() - before


def file_of(name: str) -> bytes:
    return HEAD + BOMBS[name] + TAIL


def most_memory() -> int:
    """The most memory that this process has had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
