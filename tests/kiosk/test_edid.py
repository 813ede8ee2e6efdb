"""The size of a screen from its EDID."""

from pathlib import Path

import pytest

from kiosk.edid import parse_size, read_size

# A screen of 24 inches, 1920 x 1080: 527 by 296 mm in its first detailed timing, 53 by 30 cm in its basic parameters.
PREFERRED_MODE = "02 3A 80 18 71 38 2D 40 58 2C 45 00 0F 28 21 00 00 1E"
SCREEN = bytes.fromhex(
    "00 FF FF FF FF FF FF 00"
    "10 AC 7A A0 4C 35 30 30 1E 1A"  # maker, product, serial number, week and year
    "01 04 A5 35 1E 78"  # EDID 1.4, digital, 53 by 30 cm, gamma
    "22 6C 3C A9 55 4D 9D 25 0F 50 54"  # features, colours
    "A5 4B 00 71 4F 81 80 A9 C0 D1 C0 01 01 01 01 01 01 01 01"  # timings
    + PREFERRED_MODE
    + "00 00 00 FF 00 50 41 4E 45 4C 0A 20 20 20 20 20 20 20"  # serial number as text
    "00 00 00 FC 00 4D 41 4E 54 45 4C 20 32 34 0A 20 20 20"  # name
    "00 00 00 FD 00 32 4B 1E 53 11 00 0A 20 20 20 20 20 20"  # ranges of frequencies
    "00 70"  # no further block, checksum
)


def with_checksum(block: bytes | bytearray) -> bytes:
    return bytes(block[:127]) + bytes([-sum(block[:127]) % 256])


def changed(**fields: bytes) -> bytes:
    """The EDID with other bytes: `at21=b"…"` writes from byte 21 on."""
    block = bytearray(SCREEN)
    for at, values in fields.items():
        start = int(at.removeprefix("at"))
        block[start : start + len(values)] = values
    return with_checksum(block)


def test_the_size_is_that_of_the_preferred_mode() -> None:
    assert len(SCREEN) == 128
    assert SCREEN == with_checksum(SCREEN)
    assert (527, 296) == parse_size(SCREEN)


def test_further_blocks_do_not_matter() -> None:
    assert (527, 296) == parse_size(SCREEN + bytes(128))


def test_without_a_detailed_timing_the_size_is_in_centimetres() -> None:
    assert (530, 300) == parse_size(changed(at54=bytes(18)))


def test_a_timing_without_a_size_leaves_the_centimetres() -> None:
    assert (530, 300) == parse_size(changed(at66=bytes(3)))


@pytest.mark.parametrize(
    "edid",
    [
        b"",
        SCREEN[:127],
        bytes(128),
        SCREEN[:127] + b"\x00",
        # A projector has no size.
        changed(at66=bytes(3), at21=bytes(2)),
        # A television whose size is a ratio: 160 by 90 mm, and 16 by 9 cm.
        changed(at66=bytes((160, 90, 0)), at21=bytes((16, 9))),
    ],
    ids=["empty", "short", "no header", "checksum", "no size", "ratio"],
)
def test_an_edid_that_does_not_say_the_size(edid: bytes) -> None:
    assert parse_size(edid) is None


def test_the_size_is_read_for_the_walls_output(tmp_path: Path) -> None:
    for connector, edid in (("card0-HDMI-A-1", b""), ("card1-HDMI-A-1", SCREEN), ("card1-DSI-1", b"")):
        (tmp_path / connector).mkdir()
        (tmp_path / connector / "edid").write_bytes(edid)
    assert (527, 296) == read_size("HDMI-A-1", tmp_path)
    assert read_size("DSI-1", tmp_path) is None
    assert read_size("HDMI-A-2", tmp_path) is None
