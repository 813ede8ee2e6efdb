"""How a recovery code is written, and how often one may be guessed. (contract §25, spec: Limits)"""

import re

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 12
CODES = 8
LIMIT_AT_ONE_ADDRESS = 10
LIMIT = 30


def grouped(code: str) -> str:
    """A code as it is shown and compared: upper case, in fours, whatever a person has typed between."""
    return "-".join(re.findall(".{1,4}", re.sub(r"[^A-Z0-9]", "", code.upper())))
