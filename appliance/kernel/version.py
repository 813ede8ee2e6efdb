"""The version of the installed program."""

import re
from functools import cache
from importlib import metadata


# Reading it from the disk is slow.
@cache
def version() -> str:
    """As it is released: `1.0.0-beta.1`, which the metadata of Python packages write `1.0.0b1`."""
    return re.sub(r"(?<=\d)b(?=\d+$)", "-beta.", metadata.version("mantel"))
