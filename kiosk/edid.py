"""The size of a screen's picture, from its EDID (VESA E-EDID 1.4, the base block of 128 bytes)."""

from pathlib import Path

SYSFS_DIR = Path("/sys/class/drm")
HEADER = b"\x00\xff\xff\xff\xff\xff\xff\x00"
BLOCK_BYTES = 128
# The first detailed timing is the preferred mode. Its size is in millimetres, elsewhere it is in centimetres.
FIRST_TIMING = 54
WIDTH_CM, HEIGHT_CM = 21, 22
SHORTEST_MM, LONGEST_MM = 40, 3000
# Televisions and adapters write a ratio of the sides where the size should be: 16:9 and 16:10, in any of these units.
RATIOS = {(16, 9), (16, 10)}

Size = tuple[int, int]


def parse_size(edid: bytes) -> Size | None:
    """Width and height in millimetres, of the screen before it is rotated; None when the EDID does not say."""
    block = edid[:BLOCK_BYTES]
    if len(block) < BLOCK_BYTES or not block.startswith(HEADER) or sum(block) % 256:
        return None
    return _detailed_size(block) or plausible((block[WIDTH_CM] * 10, block[HEIGHT_CM] * 10))


def read_size(output: str, sysfs_dir: Path = SYSFS_DIR) -> Size | None:
    """The size of the screen at this output, such as HDMI-A-1; None when it is not known."""
    for file in sorted(sysfs_dir.glob(f"card*-{output}/edid")):
        try:
            if size := parse_size(file.read_bytes()):
                return size
        except OSError:
            continue
    return None


def plausible(size: Size) -> Size | None:
    """None for a size that no screen has, and for a ratio in place of a size."""
    width, height = size
    is_ratio = any((width, height) == (across * unit, up * unit) for across, up in RATIOS for unit in (1, 10, 100))
    if is_ratio or min(size) < SHORTEST_MM or max(size) > LONGEST_MM:
        return None
    return size


def _detailed_size(block: bytes) -> Size | None:
    timing = block[FIRST_TIMING : FIRST_TIMING + 18]
    if timing[:2] == b"\x00\x00":
        # A descriptor of another kind, such as the name of the screen.
        return None
    width, height, high_bits = timing[12:15]
    return plausible((width | (high_bits & 0xF0) << 4, height | (high_bits & 0x0F) << 8))
