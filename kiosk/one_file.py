"""The one-file program: what it sets in the environment for itself must not reach the programs that it starts."""

from collections.abc import MutableMapping

# The folder of its unpacked libraries, for the dynamic linker. Chromium would load them instead of the system's.
LIBRARIES = "LD_LIBRARY_PATH"
ORIGINAL = "LD_LIBRARY_PATH_ORIG"


def restore(environment: MutableMapping[str, str]) -> None:
    """Give back the environment that the one-file program was started in. This process has its libraries already."""
    environment.pop(LIBRARIES, None)
    if ORIGINAL in environment:
        environment[LIBRARIES] = environment.pop(ORIGINAL)
    for name in [name for name in environment if name.startswith("_PYI")]:
        del environment[name]
