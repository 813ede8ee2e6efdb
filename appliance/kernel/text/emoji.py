"""What counts as one emoji, and as an avatar."""

import re
from functools import lru_cache

LONGEST_EMOJI = 32  # UTF-8 bytes


def is_emoji(text: str) -> bool:
    """Whether a text is one emoji. (contract §1.3)

    That is one grapheme cluster of at most 32 bytes with a pictographic character, a flag letter or the keycap mark.
    """
    return len(text) <= LONGEST_EMOJI and _is_one_picture(text) and len(text.encode()) <= LONGEST_EMOJI


def is_avatar(text: str) -> bool:
    """Whether a text is an avatar: one emoji, or one or two ASCII letters. (contract §1.3)"""
    return bool(re.fullmatch(r"[A-Za-z]{1,2}", text)) or is_emoji(text)


@lru_cache(maxsize=256)
def _is_one_picture(text: str) -> bool:
    # Imported on first use: its tables take several megabytes.
    import regex

    return bool(
        regex.fullmatch(r"\X", text) and regex.search(r"[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]", text)
    )
