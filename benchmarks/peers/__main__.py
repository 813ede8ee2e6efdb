"""`python -m benchmarks.peers [--home-assistant VENV] [--rounds N]`: the same household in other programs.

Prints CPU per request as a multiple of Mantel's, seconds to the first answer, and memory. The programs take turns.
"""

import argparse
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.peers import home_assistant, mantel, radicale
from benchmarks.peers.server import Peer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--home-assistant", type=Path, metavar="VENV", help="where Home Assistant is installed")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        peers = []
        for name in ("mantel", "radicale", "home-assistant"):
            own = Path(folder) / name
            own.mkdir()
            if name == "mantel":
                peers.append(mantel.run(own))
            elif name == "radicale":
                peers.append(radicale.run(own))
            elif options.home_assistant:
                peers.append(home_assistant.run(own, options.home_assistant.resolve()))
        for peer in peers:
            stack.callback(peer.stop)
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
