"""`python -m benchmarks.peers [--rounds N] [--folder FOLDER] [--python PYTHON] [--no-install]`: the same household.

Prints CPU per request as a multiple of Mantel's, seconds to the first answer, and memory. The programs take turns.
Home Assistant is installed in FOLDER with the Python given; where that fails, the table has no column for it.
"""

import argparse
import statistics
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.peers import home_assistant, mantel, radicale
from benchmarks.peers.home_assistant_install import PYTHON, NotInstalledError, install, installed
from benchmarks.peers.server import Peer

FOLDER = Path("build/peers")


def main() -> None:
    """Start each program with the household, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where Home Assistant is, or goes ({FOLDER})")
    parser.add_argument("--python", default=PYTHON, help=f"for Home Assistant ({PYTHON})")
    parser.add_argument("--no-install", action="store_true", help="use Home Assistant only if it is there already")
    options = parser.parse_args()
    programs: list[Callable[[Path], Peer]] = [mantel.run, radicale.run]
    place = options.folder.absolute() / "home-assistant"
    try:
        _provide(place, options.python, options.no_install)
        programs.append(partial(home_assistant.run, program=place))
    except NotInstalledError as error:
        print(f"Home Assistant is left out: {error}.")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        peers = []
        for number, run in enumerate(programs):
            own = Path(folder) / str(number)
            own.mkdir()
            peers.append(run(own))
            stack.callback(peers[-1].stop)
        _print(peers, options.rounds)


def _provide(place: Path, python: str, no_install: bool) -> None:
    if installed(place):
        return
    if no_install:
        raise NotInstalledError("it is not installed, and --no-install was given")
    install(place, python)


def _print(peers: list[Peer], rounds: int) -> None:
    own = peers[0]
    idle = [peer.memory_mb() for peer in peers]
    print(f"| CPU per request | {own.name}, ms | " + " | ".join(peer.name for peer in peers[1:]) + " |")
    print("|---" * (len(peers) + 1) + "|")
    for what in own.requests:
        costs = [[peer.cpu_ms(what) if what in peer.requests else 0.0 for peer in peers] for _ in range(rounds)]
        ours = statistics.median(cost[0] for cost in costs)
        others = [statistics.median(cost[at] / cost[0] for cost in costs) for at in range(1, len(peers))]
        print(f"| {what} | {ours:.2f} | " + " | ".join(f"{each:.1f}x" if each else "–" for each in others) + " |")
    used = [peer.memory_mb() for peer in peers]
    print("| start, s | " + " | ".join(f"{peer.started_s:.2f}" for peer in peers) + " |")
    print("| start, s of CPU | " + " | ".join(f"{peer.start_cpu_s:.2f}" for peer in peers) + " |")
    print("| memory (PSS) idle, MB | " + " | ".join(f"{each:.0f}" for each in idle) + " |")
    print("| memory (PSS) after this run, MB | " + " | ".join(f"{each:.0f}" for each in used) + " |")


if __name__ == "__main__":
    main()
