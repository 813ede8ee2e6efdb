"""The part of a text around what was searched for."""

import re
from collections.abc import Sequence

from appliance.kernel.text.folding import folded

# Characters before the word that was found, and of the whole excerpt.
BEFORE, LONGEST = 30, 120


def excerpt(text: str | None, words: Sequence[str]) -> str | None:
    """A part of a text, in one line, around its first word that begins with one of `words`; None without such a word.

    `words` are folded as the indexes fold them. A part that does not begin or end with the text has an ellipsis there.
    """
    flat = " ".join((text or "").split())
    hit = next((word for word in re.finditer(r"\w+", flat) if folded(word[0]).startswith(tuple(words))), None)
    if hit is None:
        return None
    start = 0 if hit.start() <= BEFORE else flat.find(" ", hit.start() - BEFORE, hit.start()) + 1 or hit.start()
    part = shortened(flat[start:], LONGEST)
    return f"…{part}" if start else part


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text in one line of at most so many characters, with an ellipsis where it was cut."""
    flat = " ".join(text.split())
    if len(flat) <= longest:
        return flat
    cut = flat[: longest - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"
