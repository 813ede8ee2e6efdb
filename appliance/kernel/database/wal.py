"""Counts the pages of a write-ahead log without SQLite, which skips unusable pages silently."""

from pathlib import Path
from struct import unpack

HEADER = 32
FRAME_HEADER = 24


def count_pages(path: Path) -> tuple[int, int]:
    """Pages and finished transactions that were written to a log since it last restarted; zeros without a log.

    Counts by the salts alone, so a page that was damaged afterwards counts too. (SQLite file format, section 4.1)
    """
    pages = transactions = 0
    try:
        with path.open("rb") as log:
            header = log.read(HEADER)
            if len(header) < HEADER:
                return 0, 0
            size, salts = unpack(">I", header[8:12])[0], header[16:24]
            while len(frame := log.read(FRAME_HEADER)) == FRAME_HEADER and frame[8:16] == salts:
                pages += 1
                transactions += frame[4:8] != b"\0\0\0\0"
                log.seek(size, 1)
    except FileNotFoundError:
        return 0, 0
    return pages, transactions
