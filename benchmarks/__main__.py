"""`python -m benchmarks [name ...]`: run every benchmark, or the named ones, and print their tables."""

import importlib
import pkgutil
import sys
from pathlib import Path

NOT_BENCHMARKS = {"__main__", "harness", "limited_server", "server"}


def main() -> None:
    """Each benchmark is a module with a `main`."""
    found = sorted({module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])} - NOT_BENCHMARKS)
    for name in sys.argv[1:] or found:
        if name not in found:
            sys.exit(f"there is no benchmark {name}; there are: {', '.join(found)}")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
