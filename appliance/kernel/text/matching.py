"""The order of names, and whole words in a text."""

import re
import unicodedata

from appliance.kernel.text.folding import folded


def sort_key(name: str) -> tuple[str, str, str]:
    """Orders names as a reader expects: letters first, then their accents, then capitals. (contract §39)"""
    return folded(name), unicodedata.normalize("NFKD", name.casefold()), name.swapcase()


def has_word(text: str, word: str) -> bool:
    """Whether the text contains the word as a whole. (contract §10)

    Compared literally, in any case, with no letter or digit of any script on either side. A blank word is in no text.
    """
    word = word.strip()
    return bool(word) and bool(_whole_word(unicodedata.normalize("NFC", word)).search(_composed(text)))


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _whole_word(word: str) -> re.Pattern[str]:
    # [^\W_] is a letter or digit of any script: \w is these and the underscore.
    return re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", re.IGNORECASE)
