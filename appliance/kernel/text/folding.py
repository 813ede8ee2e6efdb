"""Letters that a search, an order and a look-up by name treat alike."""

import unicodedata

# Small letters that Unicode does not decompose, and under which a reader expects them.
LETTERS = {"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ı": "i"}


def folded(text: str) -> str:
    """A text in small letters, without diacritics, and with plain forms of ligatures and of wide or raised characters.

    Every connection offers it to SQL as `folded(text)`: the indexes of the search hold such texts. Folding twice
    changes nothing more.
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text)
    # For a long text several times faster than one pass over its letters.
    for mark in filter(unicodedata.combining, set(plain)):
        plain = plain.replace(mark, "")
    plain = plain.casefold()
    for letter, others in LETTERS.items():
        plain = plain.replace(letter, others)
    return unicodedata.normalize("NFC", plain)
