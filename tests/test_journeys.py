"""How the browser journeys are written."""

import re
from pathlib import Path

JOURNEYS = Path(__file__).parent / "journeys"
FILL = re.compile(r"\.fill\(")


def test_journeys_type_key_by_key() -> None:
    """`fill` sets a value that no keyboard can type: it hides a field that loses the focus or drops a key."""
    found = [
        f"{path.name}:{number}"
        for path in sorted(JOURNEYS.glob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if FILL.search(line)
    ]
    assert [] == found, f"use type_into of tests/journeys/keys.py in {found}"
