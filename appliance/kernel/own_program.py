"""How this program starts itself again, for work whose libraries or memory the server should not keep."""

import sys


def own_program() -> list[str]:
    """This program, as it was started: the one file, or the package."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "appliance"]
