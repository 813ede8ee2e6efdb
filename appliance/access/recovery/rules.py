"""How a recovery code is written, and the limits of attempts. (contract §25; contract: Limits)"""

import re

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 12
CODES = 8
LIMIT_PER_ADDRESS = 10
LIMIT = 30


def grouped(code: str) -> str:
    """A code as it is shown and compared: upper case, in groups of four; other characters are ignored."""
    return "-".join(re.findall(".{1,4}", re.sub(r"[^A-Z0-9]", "", code.upper())))
