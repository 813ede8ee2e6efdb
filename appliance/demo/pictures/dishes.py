"""The pictures of the demo household's recipes: a plate from above, drawn the same each time."""

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image

from appliance.demo.pictures.canvas import Canvas

SIZE = (1200, 900)
# A circle is as wide as high: the picture is wider.
FLAT = SIZE[1] / SIZE[0]
MIDDLE = (0.5, 0.5)


def pizza() -> Image.Image:
    """A whole pizza on a board."""
    c = _table("#6b4a35", seed=21)
    c.disc((0.505, 0.515), 0.44, "#2e1c12", blur=0.04, opacity=0.5)
    for radius, color in ((0.43, "#c98d4c"), (0.41, "#e3b26c"), (0.365, "#c8452e"), (0.345, "#f3d27c")):
        c.disc(MIDDLE, radius, color)
    _scatter(c, 26, 0.31, (0.018, 0.045), ("#fbe9b4", "#fff4d2", "#eebf63"))
    _scatter(c, 13, 0.3, (0.04, 0.046), ("#b5301f", "#c23c28"))
    _leaves(c, 9, 0.28, "#3f7d3a")
    return c.finished()


def lasagne() -> Image.Image:
    """A piece of lasagne on a plate."""
    c = _plate("#3d5a6c", seed=22)
    for n, color in enumerate(("#c8452e", "#f0d492", "#a93a26", "#f0d492", "#c8452e")):
        down = n * 0.045
        c.shape([(0.33, 0.44 + down), (0.67, 0.44 + down), (0.67, 0.5 + down), (0.33, 0.5 + down)], color)
    c.shape([(0.33, 0.45), (0.37, 0.3), (0.63, 0.3), (0.67, 0.45)], "#eab656")
    for n in range(9):
        at = (0.38 + c.random.random() * 0.24, 0.33 + c.random.random() * 0.09)
        c.oval(at, 0.022 + (n % 3) * 0.01, 0.012, ("#c97f2f", "#f7d88a", "#d9983f")[n % 3])
    _leaves(c, 3, 0.06, "#3f7d3a", around=(0.5, 0.36))
    return c.finished()


def pancakes() -> Image.Image:
    """A pile of pancakes with berries."""
    c = _plate("#8fb7c9", seed=23)
    for n in range(5):
        y = 0.6 - n * 0.045
        c.oval((0.5, y + 0.022), 0.25, 0.12, "#a8672b")
        c.oval((0.5, y), 0.25, 0.12, "#e2a758" if n < 4 else "#eab567")
    c.oval((0.5, 0.415), 0.19, 0.085, "#d89442")
    c.shape([(0.46, 0.37), (0.53, 0.37), (0.545, 0.43), (0.475, 0.43)], "#fbe690")
    _scatter(c, 7, 0.26, (0.022, 0.028), ("#3c4f8f", "#4d62a8", "#b7283f"), least=0.2)
    return c.finished()


def curry() -> Image.Image:
    """Curry beside rice in a bowl."""
    c = _bowl("#7d5a3c", "#d99a2b", seed=24)
    c.disc((0.36, 0.5), 0.17, "#f6f1e2")
    _scatter(c, 60, 0.15, (0.007, 0.01), ("#ffffff", "#e8e0c9"), around=(0.36, 0.5))
    _scatter(c, 11, 0.15, (0.025, 0.036), ("#ee7a24", "#f08d3a"), around=(0.6, 0.5))
    _scatter(c, 9, 0.16, (0.03, 0.045), ("#4f8a3b", "#6aa14d"), around=(0.6, 0.5))
    _scatter(c, 11, 0.16, (0.016, 0.02), ("#e8cf94",), around=(0.6, 0.5))
    return c.finished()


def soup() -> Image.Image:
    """Red lentil soup with cream and herbs."""
    c = _bowl("#56708a", "#d9672a", seed=25)
    _scatter(c, 40, 0.27, (0.009, 0.016), ("#e98243", "#c9551d", "#f09a55"))
    turns = [n / 4 for n in range(36)]
    c.line([(0.5 + 0.02 * n * cos(n), 0.5 + 0.02 * n * sin(n) / FLAT) for n in turns], "#fbf1de", 0.018)
    _leaves(c, 6, 0.16, "#3f7d3a")
    return c.finished()


def fish() -> Image.Image:
    """Fish fingers, mashed potatoes and peas."""
    c = _plate("#b8795a", seed=26)
    for n in range(4):
        y = 0.32 + n * 0.085
        c.shape([(0.53, y), (0.72, y - 0.03), (0.73, y + 0.03), (0.54, y + 0.06)], "#a9641f")
        c.shape([(0.53, y), (0.72, y - 0.03), (0.727, y + 0.015), (0.537, y + 0.045)], "#dd9a3e")
    c.disc((0.39, 0.42), 0.14, "#ecd88f")
    c.disc((0.385, 0.41), 0.1, "#f6e8b0", blur=0.2)
    _scatter(c, 44, 0.11, (0.017, 0.02), ("#6fae3c", "#88c350", "#5c9930"), around=(0.43, 0.68))
    return c.finished()


def _table(wood: str, seed: int) -> Canvas:
    c = Canvas(*SIZE, seed=seed)
    c.sky(wood, wood, wood)
    for n in range(5):
        c.line([(0, n * 0.22 + 0.06), (1, n * 0.22 + 0.07)], "#4a3526", 0.004)
    c.glow((0.2, 0.1), 0.8, "#ffe9c9", 0.4)
    return c


def _plate(cloth: str, seed: int) -> Canvas:
    c = _table(cloth, seed)
    c.disc((0.505, 0.52), 0.46, "#1d1a18", blur=0.05, opacity=0.4)
    for radius, color in ((0.44, "#f7f5f0"), (0.325, "#dfdbd2"), (0.318, "#f3f0ea")):
        c.disc(MIDDLE, radius, color)
    return c


def _bowl(cloth: str, inside: str, seed: int) -> Canvas:
    c = _table(cloth, seed)
    c.disc((0.505, 0.52), 0.45, "#1d1a18", blur=0.05, opacity=0.4)
    for radius, color in ((0.43, "#f4efe6"), (0.385, "#cfc6b8"), (0.37, inside)):
        c.disc(MIDDLE, radius, color)
    return c


def _scatter(
    c: Canvas,
    count: int,
    within: float,
    sizes: tuple[float, float],
    colors: tuple[str, ...],
    *,
    least: float = 0.0,
    around: tuple[float, float] = MIDDLE,
) -> None:
    """Round pieces around a point, evenly spread."""
    for n in range(count):
        away = least + (within - least) * ((n + 0.5) / count) ** 0.5
        turn = n * 2.4 + c.random.random() * 0.5
        at = (around[0] + away * cos(turn) * FLAT, around[1] + away * sin(turn))
        c.disc(at, sizes[0] + (sizes[1] - sizes[0]) * c.random.random(), colors[n % len(colors)])


def _leaves(c: Canvas, count: int, within: float, color: str, around: tuple[float, float] = MIDDLE) -> None:
    for n in range(count):
        turn = n * 2.4
        away = within * ((n + 0.5) / count) ** 0.5
        x, y = around[0] + away * cos(turn) * FLAT, around[1] + away * sin(turn)
        tip = (x + 0.045 * cos(turn + 1) * FLAT, y + 0.045 * sin(turn + 1))
        side = turn + 1 + pi / 2
        wide = (0.014 * cos(side) * FLAT, 0.014 * sin(side))
        half = ((x + tip[0]) / 2, (y + tip[1]) / 2)
        c.shape([(x, y), (half[0] + wide[0], half[1] + wide[1]), tip, (half[0] - wide[0], half[1] - wide[1])], color)


DISHES: dict[str, Callable[[], Image.Image]] = {
    dish.__name__: dish for dish in (lasagne, pancakes, curry, fish, soup, pizza)
}
