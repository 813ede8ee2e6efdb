"""The photos of the demo household: drawn scenes of a family's year, the same each time."""

from collections.abc import Callable
from math import sin

from PIL import Image

from appliance.demo.pictures.canvas import Canvas

WIDE = (1500, 1000)
UPRIGHT = (1000, 1400)


def lake() -> Image.Image:
    """Mountains in a lake at sunset."""
    c = Canvas(*WIDE, seed=1)
    c.sky("#3b4a8f", "#f08a5d", "#ffd9a0", until=0.62)
    c.glow((0.63, 0.52), 0.42, "#fff0c2")
    c.disc((0.63, 0.52), 0.045, "#fff6dd")
    c.peaks(0.62, [(0.14, 0.24), (0.36, 0.33), (0.93, 0.27)], "#4d4a78", "#e9c8c4")
    c.peaks(0.62, [(0.02, 0.42), (0.26, 0.45), (0.78, 0.44)], "#3c3a63")
    c.hills(0.6, 0.02, "#2c2b4c", waves=5)
    c.water(0.62, "#3a3560")
    for x, y, high in ((0.04, 1.04, 0.5), (0.11, 1.07, 0.38), (0.96, 1.05, 0.55), (0.89, 1.08, 0.36)):
        c.pine((x, y), high, "#15162b")
    return c.finished()


def beach() -> Image.Image:
    """The sea with a sail, and a parasol on the sand."""
    c = Canvas(*WIDE, seed=2)
    c.sky("#4aa6dd", "#8fd0ee", "#dff3f5", until=0.48)
    for x, y, size in (
        (0.16, 0.15, 0.05),
        (0.22, 0.13, 0.07),
        (0.29, 0.16, 0.05),
        (0.72, 0.09, 0.04),
        (0.77, 0.1, 0.05),
    ):
        c.disc((x, y), size, "#ffffff", blur=0.12, opacity=0.9)
    c.shape([(0, 0.46), (1, 0.46), (1, 0.8), (0, 0.8)], "#2386b4")
    for row in range(9):
        y = 0.5 + row * 0.027
        for x in range(-1, 12):
            shift = (row % 3) * 0.04
            c.line([(x * 0.1 + shift, y), (x * 0.1 + 0.045 + shift, y)], "#5fb6d6", 0.003)
    c.shape([(0.67, 0.5), (0.79, 0.5), (0.765, 0.54), (0.69, 0.54)], "#f6f3ec")
    c.shape([(0.728, 0.2), (0.728, 0.48), (0.8, 0.48)], "#ffffff")
    c.shape([(0.72, 0.24), (0.72, 0.48), (0.665, 0.48)], "#f2695c")
    c.hills(0.73, 0.012, "#bfe3e0", waves=3)
    c.hills(0.76, 0.015, "#f0d9a8", waves=3)
    c.hills(0.9, 0.02, "#e6c98f", waves=2)
    c.line([(0.25, 0.5), (0.29, 0.93)], "#f7f2e6", 0.012)
    stripes = ("#e4572e", "#fff6e6")
    for part in range(6):
        left, right = 0.1 + part * 0.05, 0.1 + (part + 1) * 0.05
        # Between the top and the rim the cloth bends outwards.
        bend = [(x * 0.62 + 0.25 * 0.38, 0.44) for x in (left, right)]
        c.shape(
            [(0.25, 0.39), bend[0], (left, 0.57), ((left + right) / 2, 0.585), (right, 0.57), bend[1]],
            stripes[part % 2],
        )
    c.shape([(0.34, 0.9), (0.5, 0.87), (0.56, 0.93), (0.39, 0.965)], "#3f7cac")
    c.disc((0.68, 0.88), 0.05, "#ffd23f")
    c.disc((0.668, 0.865), 0.02, "#fff3b8", blur=0.2)
    return c.finished()


def winter() -> Image.Image:
    """A house in the snow at night."""
    c = Canvas(*WIDE, seed=3)
    c.sky("#0b1636", "#24407a", "#7a8fc4")
    c.stars(170, 0.6)
    c.glow((0.8, 0.18), 0.2, "#dfe8ff", 0.7)
    c.disc((0.8, 0.18), 0.05, "#f4f6ff")
    c.hills(0.62, 0.05, "#52689c", waves=2)
    for n in range(16):
        c.pine((n / 15, 0.68 + 0.03 * c.random.random()), 0.2 + 0.13 * c.random.random(), "#1f3358")
    c.hills(0.74, 0.03, "#c9d6f2", waves=1.5)
    c.shape([(0.37, 0.58), (0.57, 0.58), (0.57, 0.78), (0.37, 0.78)], "#5a3a2e")
    c.shape([(0.34, 0.6), (0.47, 0.42), (0.6, 0.6)], "#eef3ff")
    c.shape([(0.52, 0.4), (0.55, 0.4), (0.55, 0.53), (0.52, 0.49)], "#4a2f26")
    c.glow((0.42, 0.68), 0.16, "#ffcf70", 0.8)
    c.glow((0.52, 0.68), 0.16, "#ffcf70", 0.8)
    for x in (0.4, 0.5):
        c.shape([(x, 0.64), (x + 0.045, 0.64), (x + 0.045, 0.72), (x, 0.72)], "#ffe3a0")
        c.line([(x + 0.0225, 0.64), (x + 0.0225, 0.72)], "#5a3a2e", 0.006)
    c.hills(0.84, 0.03, "#e8eefb", waves=2)
    for x, high in ((0.1, 0.5), (0.22, 0.32), (0.88, 0.46)):
        c.pine((x, 0.94), high, "#14264a")
    for _ in range(150):
        c.disc((c.random.random(), c.random.random()), 0.002 + c.random.random() * 0.004, "#ffffff", opacity=0.8)
    return c.finished()


def autumn() -> Image.Image:
    """A path under trees in October."""
    c = Canvas(*UPRIGHT, seed=4)
    c.sky("#9fc4dd", "#f7dfae", "#f4b860")
    c.glow((0.5, 0.46), 0.6, "#fff3c8")
    c.hills(0.6, 0.02, "#c98a3c", waves=2)
    c.hills(0.66, 0.015, "#8d6a33", waves=1)
    c.shape([(0.47, 0.63), (0.53, 0.63), (0.86, 1), (0.12, 1)], "#d9b98a")
    for x, base, wide in (
        (0.36, 0.7, 0.02),
        (0.64, 0.7, 0.02),
        (0.2, 0.82, 0.035),
        (0.8, 0.82, 0.035),
        (0.0, 1, 0.07),
        (1.0, 1, 0.07),
    ):
        c.shape([(x - wide / 2, base), (x - wide / 3, 0.1), (x + wide / 3, 0.1), (x + wide / 2, base)], "#4b3527")
    leaves = ("#d1495b", "#edae49", "#e07a3f", "#f2c14e", "#b8442f", "#e8963a")
    for _ in range(620):
        side, y = c.random.random(), c.random.random() * 0.62
        x = side * 0.48 if c.random.random() < 0.5 else 1 - side * 0.48
        if abs(x - 0.5) > 0.06 + 0.3 * (y / 0.62) ** 2 * 0.6:
            c.disc((x, y), 0.012 + c.random.random() * 0.03, c.random.choice(leaves), opacity=0.92)
    for _ in range(260):
        y = 0.68 + c.random.random() * 0.32
        c.oval((c.random.random(), y), 0.006 + (y - 0.66) * 0.03, 0.003 + (y - 0.66) * 0.014, c.random.choice(leaves))
    return c.finished()


def balloons() -> Image.Image:
    """Hot-air balloons over fields in the morning."""
    c = Canvas(*WIDE, seed=5)
    c.sky("#6ec1e4", "#f9d5bb", "#fbe8c8")
    c.glow((0.12, 0.55), 0.5, "#fff6d6")
    c.hills(0.72, 0.05, "#9cc5a1", waves=1.5)
    c.hills(0.8, 0.04, "#7aa874", waves=2)
    c.hills(0.9, 0.03, "#e9c46a", waves=1)
    for n in range(14):
        c.line([(n / 13 - 0.15, 1.02), (0.32 + n / 13 * 0.36, 0.9)], "#d6ab4d", 0.004)
    for x, y, size, colors in (
        (0.3, 0.3, 0.17, ("#e63946", "#f1faee", "#457b9d")),
        (0.66, 0.22, 0.11, ("#f4a261", "#2a9d8f", "#e9c46a")),
        (0.83, 0.45, 0.07, ("#7b5ea7", "#f7d6e0", "#c8553d")),
        (0.52, 0.52, 0.05, ("#ffd166", "#ef476f", "#118ab2")),
    ):
        ratio = c.width / c.height
        for part in range(5):
            c.oval((x, y), size * (1 - part * 0.22) if part else size, size * 1.08, colors[part % 3])
        c.shape(
            [
                (x - size * 0.62 / ratio, y + size * 0.85),
                (x + size * 0.62 / ratio, y + size * 0.85),
                (x + size * 0.16 / ratio, y + size * 1.4),
                (x - size * 0.16 / ratio, y + size * 1.4),
            ],
            colors[0],
        )
        c.shape(
            [
                (x - size * 0.15 / ratio, y + size * 1.5),
                (x + size * 0.15 / ratio, y + size * 1.5),
                (x + size * 0.12 / ratio, y + size * 1.72),
                (x - size * 0.12 / ratio, y + size * 1.72),
            ],
            "#6b4423",
        )
    return c.finished()


def sunflowers() -> Image.Image:
    """Sunflowers close up."""
    c = Canvas(*UPRIGHT, seed=6)
    c.sky("#58a4d6", "#a7d8ea", "#7fb069")
    c.bokeh(26, ("#fff3b0", "#ffffff", "#d8f0a0"), 0.1)
    for x, y, size in (
        (0.16, 0.62, 0.13),
        (0.84, 0.56, 0.15),
        (0.5, 0.72, 0.1),
        (0.05, 0.85, 0.12),
        (0.95, 0.86, 0.13),
    ):
        c.line([(x, y), (x + 0.02, 1)], "#4e7d3a", 0.018)
        c.flower((x, y), size, "#e8a822", "#5b3a1e")
    c.line([(0.47, 0.4), (0.53, 1.02)], "#4a7a34", 0.045)
    c.shape([(0.51, 0.78), (0.72, 0.68), (0.86, 0.74), (0.7, 0.82)], "#5c9442")
    c.shape([(0.5, 0.86), (0.3, 0.76), (0.14, 0.84), (0.3, 0.9)], "#4f8639")
    c.flower((0.47, 0.38), 0.36, "#f0a818", "#6b421f", 21)
    c.flower((0.47, 0.38), 0.31, "#ffcb2e", "#5b3718", 19)
    for _ in range(150):
        at = (0.47 + (c.random.random() - 0.5) * 0.18, 0.38 + (c.random.random() - 0.5) * 0.13)
        c.disc(at, 0.004, c.random.choice(("#3f2510", "#8a5a2b", "#a8702f")))
    return c.finished()


def lighthouse() -> Image.Image:
    """A lighthouse in the evening."""
    c = Canvas(*UPRIGHT, seed=7)
    c.sky("#27305f", "#a35f86", "#f7b787", until=0.72)
    c.stars(40, 0.25)
    c.shape([(0.56, 0.235), (1.05, 0.12), (1.05, 0.33)], "#c98d9a")
    c.glow((0.55, 0.235), 0.3, "#ffe9a8")
    c.shape([(0, 0.7), (1, 0.7), (1, 1), (0, 1)], "#39406f")
    for _ in range(60):
        x, y = c.random.random(), 0.71 + c.random.random() * 0.29
        c.line([(x, y), (x + 0.03 + c.random.random() * 0.08, y)], "#8f6f95", 0.004)
    c.shape(
        [(0.12, 0.86), (0.26, 0.74), (0.44, 0.69), (0.68, 0.7), (0.86, 0.79), (1, 0.84), (1, 1), (0, 1), (0, 0.94)],
        "#2b2a45",
    )
    top, base = 0.29, 0.72
    for part in range(6):
        y0, y1 = top + (base - top) * part / 6, top + (base - top) * (part + 1) / 6
        w0, w1 = 0.055 + 0.035 * part / 6, 0.055 + 0.035 * (part + 1) / 6
        c.shape([(0.55 - w0, y0), (0.55 + w0, y0), (0.55 + w1, y1), (0.55 - w1, y1)], ("#d1495b", "#f6efe6")[part % 2])
    c.shape([(0.475, 0.275), (0.625, 0.275), (0.615, 0.295), (0.485, 0.295)], "#2b2a45")
    c.shape([(0.505, 0.205), (0.595, 0.205), (0.595, 0.275), (0.505, 0.275)], "#fff3c4")
    c.shape([(0.49, 0.21), (0.55, 0.155), (0.61, 0.21)], "#a8323f")
    c.shape([(0.31, 0.665), (0.44, 0.655), (0.44, 0.72), (0.31, 0.745)], "#e9dccb")
    c.shape([(0.29, 0.67), (0.37, 0.61), (0.46, 0.657)], "#a8323f")
    c.shape([(0.355, 0.675), (0.395, 0.672), (0.395, 0.705), (0.355, 0.71)], "#ffd97a")
    return c.finished()


def camp() -> Image.Image:
    """A tent and a fire under the stars."""
    c = Canvas(*WIDE, seed=8)
    c.sky("#0a1030", "#1f2b5c", "#54417a")
    c.stars(260, 0.75)
    c.peaks(0.76, [(0.2, 0.42), (0.5, 0.5), (0.82, 0.38)], "#1c2145")
    for n in range(22):
        c.pine((n / 21, 0.8), 0.12 + 0.16 * c.random.random(), "#131734")
    c.hills(0.8, 0.02, "#1e2a2f", waves=1)
    c.glow((0.68, 0.8), 0.5, "#f08a3c", 0.6)
    c.glow((0.33, 0.72), 0.34, "#ffd27a", 0.5)
    c.shape([(0.16, 0.86), (0.33, 0.5), (0.5, 0.86)], "#e07a3f")
    c.shape([(0.33, 0.5), (0.5, 0.86), (0.56, 0.82)], "#a8532b")
    c.shape([(0.27, 0.86), (0.33, 0.6), (0.39, 0.86)], "#ffe2a0")
    for dx in (-0.035, 0.035):
        c.line([(0.68 - dx, 0.845), (0.68 + dx, 0.875)], "#4a2d1d", 0.022)
    for size, color in ((0.1, "#e4572e"), (0.07, "#f3a13b"), (0.04, "#ffe08a")):
        c.shape(
            [
                (0.68 - size * 0.42, 0.85),
                (0.68 - size * 0.2, 0.85 - size),
                (0.68 - size * 0.05, 0.85 - size * 0.8),
                (0.68 + size * 0.12, 0.85 - size * 1.7),
                (0.68 + size * 0.42, 0.85),
            ],
            color,
        )
    for _ in range(26):
        c.disc((0.68 + (c.random.random() - 0.5) * 0.1, 0.3 + c.random.random() * 0.45), 0.0025, "#ffb35c", opacity=0.8)
    return c.finished()


def cake() -> Image.Image:
    """A birthday cake with candles."""
    c = Canvas(*UPRIGHT, seed=9)
    c.sky("#4a2545", "#8c4a6b", "#d98a6f")
    c.bokeh(46, ("#ffd27a", "#ff9fb2", "#fff0d0", "#9fd8cb"), 0.1)
    c.shape([(0, 0.84), (1, 0.84), (1, 1), (0, 1)], "#7a4b3a")
    c.oval((0.5, 0.86), 0.46, 0.06, "#f5efe8")
    for y, half, color in ((0.7, 0.36, "#f7c6d0"), (0.53, 0.26, "#fbe3d6")):
        c.shape([(0.5 - half, y), (0.5 + half, y), (0.5 + half, y + 0.15), (0.5 - half, y + 0.15)], color)
        c.oval((0.5, y + 0.15), half, 0.045, color)
        c.oval((0.5, y), half, 0.045, "#fff7f0")
        for n in range(9):
            x = 0.5 - half + half * 2 * (n + 0.5) / 9
            c.oval((x, y + 0.025), half / 9, 0.03 + 0.02 * (n % 3), "#fff7f0")
    for _ in range(30):
        at = (0.17 + c.random.random() * 0.66, 0.77 + c.random.random() * 0.08)
        c.disc(at, 0.009, c.random.choice(("#ef476f", "#ffd166", "#06d6a0", "#118ab2")))
    for n, color in enumerate(("#ef476f", "#118ab2", "#06d6a0", "#ffd166", "#7b5ea7")):
        x = 0.34 + n * 0.08
        y = 0.51 + (0.012 if n in (1, 3) else 0.02 if n == 2 else 0)
        c.shape([(x - 0.011, y - 0.13), (x + 0.011, y - 0.13), (x + 0.011, y), (x - 0.011, y)], color)
        c.glow((x, y - 0.155), 0.11, "#ffdf8a", 0.9)
        c.shape([(x - 0.012, y - 0.145), (x, y - 0.185), (x + 0.012, y - 0.145), (x, y - 0.132)], "#fff1b8")
    return c.finished()


def kite() -> Image.Image:
    """A kite over the dunes."""
    c = Canvas(*UPRIGHT, seed=10)
    c.sky("#2f8fd0", "#8ccdf0", "#e6f4f1")
    for x, y, size in ((0.14, 0.3, 0.06), (0.24, 0.27, 0.09), (0.35, 0.3, 0.07), (0.8, 0.52, 0.05), (0.88, 0.5, 0.07)):
        c.disc((x, y), size, "#ffffff", blur=0.14, opacity=0.92)
    c.line([(0.66, 0.27), (0.58, 0.45), (0.44, 0.62), (0.32, 0.8)], "#f4f4f4", 0.0035)
    for points, color in (
        ([(0.66, 0.09), (0.78, 0.18), (0.66, 0.18)], "#ef476f"),
        ([(0.66, 0.09), (0.54, 0.18), (0.66, 0.18)], "#ffd166"),
        ([(0.54, 0.18), (0.66, 0.18), (0.66, 0.31)], "#06d6a0"),
        ([(0.78, 0.18), (0.66, 0.18), (0.66, 0.31)], "#7b5ea7"),
    ):
        c.shape(points, color)
    for n in range(5):
        x, y = 0.67 + 0.035 * sin(n * 1.4), 0.34 + n * 0.035
        c.shape([(x - 0.025, y - 0.01), (x, y), (x - 0.025, y + 0.01)], "#ef476f")
        c.shape([(x + 0.025, y - 0.01), (x, y), (x + 0.025, y + 0.01)], "#ffd166")
    c.shape([(0, 0.8), (1, 0.77), (1, 0.86), (0, 0.86)], "#3c93b8")
    c.hills(0.86, 0.03, "#ecd7a5", waves=1.5)
    for x, shirt, high in ((0.32, "#e4572e", 0.13), (0.24, "#2f6f8f", 0.09)):
        y = 0.9
        c.line([(x - 0.012, y), (x - 0.006, y - high * 0.45)], "#39406f", 0.018)
        c.line([(x + 0.012, y), (x + 0.006, y - high * 0.45)], "#39406f", 0.018)
        c.shape(
            [
                (x - 0.026, y - high * 0.4),
                (x + 0.026, y - high * 0.4),
                (x + 0.02, y - high * 0.82),
                (x - 0.02, y - high * 0.82),
            ],
            shirt,
        )
        c.disc((x, y - high * 0.93), 0.024, "#f0c3a0")
    c.hills(0.95, 0.02, "#dcc184", waves=2)
    for _ in range(46):
        x, y = c.random.random(), 0.94 + c.random.random() * 0.07
        c.line([(x, y), (x + (c.random.random() - 0.4) * 0.03, y - 0.05)], "#7c9a5b", 0.004)
    return c.finished()


# In the order in which they are drawn, which is the reverse of that of the photos page.
SCENES: dict[str, Callable[[], Image.Image]] = {
    scene.__name__: scene for scene in (winter, camp, cake, autumn, sunflowers, balloons, kite, lighthouse, beach, lake)
}
