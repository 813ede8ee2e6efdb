"""The scans of a JPEG: a decoder goes over the whole picture for each, and a small file may have 300,000 of them."""

import re

# A marker is FF and a byte; FF 00 is a value, D0 to D7 are restarts within a scan. (ITU-T T.81 B.1.1)
MARKER = re.compile(rb"\xff+([^\x00\xff])", re.S)
START_OF_SCAN, END_OF_IMAGE = 0xDA, 0xD9
WITHOUT_LENGTH = {0x01, 0xD8, *range(0xD0, 0xD8)}
MAX_SCANS = 100
# Of all scans together. A progressive picture of a phone has ten scans.
MAX_SCANNED_PIXELS = 2_000_000_000


def has_too_many_scans(content: bytes, pixels: int) -> bool:
    """True for a JPEG that takes too long to decode. `pixels` are those of the picture."""
    most = min(MAX_SCANS, MAX_SCANNED_PIXELS // max(1, pixels))
    scans, at = 0, 0
    while (match := MARKER.search(content, at)) and scans <= most:
        marker, at = match[1][0], match.end()
        if marker == END_OF_IMAGE:
            break
        if marker in WITHOUT_LENGTH:
            continue
        scans += marker == START_OF_SCAN
        at += int.from_bytes(content[at : at + 2], "big")
    return scans > most
