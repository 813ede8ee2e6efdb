"""The configuration of labwc, the compositor: maps the touchscreen to the output, so that both rotate together."""

import logging
import os
import signal
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

log = logging.getLogger("kiosk")


def map_touch_to_output(output: str, config_dir: Path) -> bool:
    """Write the output's name into labwc's rc.xml. Return whether the file changed. Raises OSError."""
    path = config_dir / "rc.xml"
    try:
        tree = ElementTree.parse(path)
    except ElementTree.ParseError:
        # The owner edited the file. labwc ignores an invalid file and still starts.
        return False
    outdated = [touch for touch in tree.getroot().iter("touch") if touch.get("mapToOutput") != output]
    for touch in outdated:
        touch.set("mapToOutput", output)
    if outdated:
        new_file = path.with_suffix(".new")
        tree.write(new_file, "utf-8", xml_declaration=True)
        new_file.replace(path)
    return bool(outdated)


def reload_config() -> None:
    """Make labwc read its configuration again."""
    with suppress(OSError, ValueError):
        os.kill(int(os.environ.get("LABWC_PID", "")), signal.SIGHUP)
