"""What counts as one emoji, and as an avatar."""

import re

from apsw import unicode

from appliance.kernel.errors import BadRequest

LONGEST_EMOJI = 32  # UTF-8 bytes
KEYCAP = "\u20e3"


def is_emoji(text: str) -> bool:
    """Whether a text is one emoji. (contract §1.3)

    That is one grapheme cluster of at most 32 bytes with a pictographic character, a flag letter or the keycap mark.
    """
    return len(text) <= LONGEST_EMOJI and _is_one_picture(text) and len(text.encode()) <= LONGEST_EMOJI


def check_emoji(emoji: object, at: str = "emoji") -> None:
    """Raises BadRequest for a text that is not one emoji. `at` is its place in the request."""
    if isinstance(emoji, str) and not is_emoji(emoji):
        raise BadRequest("must be a single emoji", at=at, code="not_an_emoji")


def is_avatar(text: str) -> bool:
    """Whether a text is an avatar: one emoji, or one or two ASCII letters. (contract §1.3)"""
    return bool(re.fullmatch(r"[A-Za-z]{1,2}", text)) or is_emoji(text)


def _is_one_picture(text: str) -> bool:
    return unicode.grapheme_length(text) == 1 and (
        unicode.is_extended_pictographic(text) or unicode.is_regional_indicator(text) or KEYCAP in text
    )
