"""Telling labwc that the touchscreen lies on the wall's output, so that touches turn with the picture."""

import logging
import os
import signal
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

log = logging.getLogger("kiosk")


def lay_touch_on(output: str, folder: Path) -> bool:
    """Write the output's name into labwc's rc.xml. Whether that changed it. Raises OSError."""
    path = folder / "rc.xml"
    try:
        tree = ElementTree.parse(path)
    except ElementTree.ParseError:
        # Somebody's own file, and labwc goes on without it.
        return False
    laid = [touch for touch in tree.getroot().iter("touch") if touch.get("mapToOutput") != output]
    for touch in laid:
        touch.set("mapToOutput", output)
    if laid:
        whole = path.with_suffix(".new")
        tree.write(whole, "utf-8", xml_declaration=True)
        whole.replace(path)
    return bool(laid)


def read_again() -> None:
    """Have labwc read its settings again."""
    with suppress(OSError, ValueError):
        os.kill(int(os.environ.get("LABWC_PID", "")), signal.SIGHUP)
