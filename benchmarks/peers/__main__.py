"""`python -m benchmarks.peers [--rounds N]`: the same household in another program.

Prints CPU per request as a multiple of Mantel's, seconds to the first answer, and memory. The programs take turns.
"""

import argparse
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.peers import mantel, radicale
from benchmarks.peers.server import Peer

PROGRAMS = (mantel.run, radicale.run)


def main() -> None:
    """Start each program with the household, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        peers = []
        for number, run in enumerate(PROGRAMS):
            own = Path(folder) / str(number)
            own.mkdir()
            peers.append(run(own))
            stack.callback(peers[-1].stop)
        _print(peers, options.rounds)


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
    print("| memory (PSS) idle, MB | " + " | ".join(f"{each:.0f}" for each in idle) + " |")
    print("| memory (PSS) after this run, MB | " + " | ".join(f"{each:.0f}" for each in used) + " |")


if __name__ == "__main__":
    main()
