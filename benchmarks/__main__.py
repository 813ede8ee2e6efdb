"""`python -m benchmarks [--json FILE] [name ...]`: run every benchmark, or the named ones, and print their tables.

`python -m benchmarks --combine FILE ...` prints the tables of several such files as one, with medians.
"""

import argparse
import importlib
import pkgutil
from pathlib import Path

from benchmarks.report import combine, save, summarize

NOT_BENCHMARKS = {"__main__", "harness", "limited_server", "peers", "report", "server"}


def main() -> None:
    """Each benchmark is a module with a `main`."""
    found = sorted({module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])} - NOT_BENCHMARKS)
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=f"Benchmarks: {', '.join(found)}.")
    parser.add_argument("name", nargs="*", help="only these")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    parser.add_argument("--combine", type=Path, nargs="+", metavar="FILE", help="run nothing: print saved runs as one")
    chosen = parser.parse_args()
    if chosen.combine:
        combine(chosen.combine)
        return
    for name in chosen.name:
        if name not in found:
            parser.error(f"there is no benchmark {name}; there are: {', '.join(found)}")
    for name in chosen.name or found:
        importlib.import_module(f"benchmarks.{name}").main()
    summarize()
    if chosen.json:
        save(chosen.json)


if __name__ == "__main__":
    main()
