"""The size of the built UI as it is sent: the first load, and what the largest later screen adds to it."""

from benchmarks.report import Row, report
from tests.ui.bundle import first_load, loaded_before, messages_weight, needed, screens, scripts, sheets, weight


def main() -> None:
    """Print kB after gzip. The UI must have been built."""
    first = first_load() | needed("src/screens/board/Board.svelte")
    later = {screen: needed(screen) - loaded_before(screen) for screen in screens()}
    added = {screen: weight(scripts(more) | sheets(more)) for screen, more in later.items()}
    largest = max(added, key=lambda screen: added[screen])
    report(
        f"The UI over the network, {len(added)} screens",
        [
            Row(
                what="scripts, styles and German messages before the board is painted, brotli",
                value=(weight(scripts(first) | sheets(first), ".br") + messages_weight("de", "core")) / 1000,
                unit="kB",
                budget=90,
            ),
            Row(what=f"largest later screen, `{largest}`", value=added[largest] / 1000, unit="kB", budget=20),
        ],
    )


if __name__ == "__main__":
    main()
