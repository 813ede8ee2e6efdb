"""ICC profiles for tests, written here so that they depend on no library. Source: ICC.1:2022."""

from struct import pack

# Columns of red, green and blue in XYZ for D50.
DISPLAY_P3 = [(0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407)]
ADOBE_RGB = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]


def rgb(columns: list[tuple[float, float, float]], gamma: float = 2.2) -> bytes:
    """A profile of an RGB space whose curves are a plain gamma."""
    curve = pack(">4sIIH", b"curv", 0, 1, round(gamma * 256)) + b"\0\0"
    xyz = {
        f"{name}XYZ": pack(">4sIiii", b"XYZ ", 0, *map(_fixed, column))
        for name, column in zip("rgb", columns, strict=True)
    }
    return _profile(b"mntr", b"RGB ", b"XYZ ", xyz | {f"{name}TRC": curve for name in "rgb"})


def grey(gamma: float) -> bytes:
    curve = pack(">4sIIH", b"curv", 0, 1, round(gamma * 256)) + b"\0\0"
    return _profile(b"mntr", b"GRAY", b"XYZ ", {"kTRC": curve})


def cmyk(lab: dict[tuple[int, int, int, int], tuple[int, int, int]]) -> bytes:
    """A profile of a press. `lab` gives the colour of some inks (0 or 1 each) as encoded bytes; others are black."""
    inks = [(c, m, y, k) for c in (0, 1) for m in (0, 1) for y in (0, 1) for k in (0, 1)]
    grid = b"".join(bytes(lab.get(ink, (0, 128, 128))) for ink in inks)
    identity = bytes(range(256))
    table = pack(">4sI4B", b"mft1", 0, 4, 3, 2, 0) + pack(">9i", *map(_fixed, (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    return _profile(b"prtr", b"CMYK", b"Lab ", {"A2B0": table + identity * 4 + grid + identity * 3})


def _profile(kind: bytes, space: bytes, connection: bytes, tags: dict[str, bytes]) -> bytes:
    table, body = pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        table += pack(">4sII", name.encode(), start + len(body), len(data))
        body += padded
    header = pack(">I4sI4s4s4s", start + len(body), bytes(4), 0x02400000, kind, space, connection)
    header += bytes(12) + b"acsp" + bytes(28) + pack(">3i", *map(_fixed, (0.9642, 1, 0.8249)))
    return header.ljust(128, b"\0") + table + body


def _fixed(value: float) -> int:
    return round(value * 65536)
