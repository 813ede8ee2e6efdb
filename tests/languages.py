"""`./run languages [TAG…]`: how complete each language is, and which of its texts to mend."""

import subprocess
import sys
from collections.abc import Sequence

from tests.check import UI, environment, script


def main(argv: Sequence[str]) -> int:
    """The exit code: 1 when a language has a fault, 2 for a language without a file."""
    return subprocess.run([*script("languages"), *argv], cwd=UI, env=environment(), check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
