"""What the scenes of the demo household are drawn with: skies, hills, lights and trees, in fractions of the picture."""

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

Color = str | tuple[int, int, int]
Point = tuple[float, float]
# Drawn larger and made smaller, so that edges are smooth.
FINE = 2


class Canvas:
    """A picture under way. Positions and sizes are fractions of its width and height; sizes of the shorter side."""

    def __init__(self, width: int, height: int, seed: int):
        """In pixels. Chance comes from the seed, so the same picture is drawn each time."""
        self.width, self.height = width * FINE, height * FINE
        self.short = min(self.width, self.height)
        self.random = Random(seed)
        self.image = Image.new("RGB", (self.width, self.height))

    def finished(self) -> Image.Image:
        """The picture in its size, with the fine grain of a camera."""
        small = self.image.reduce(FINE)
        noise = Image.frombytes("L", small.size, self.random.randbytes(small.width * small.height))
        grain = noise.point(lambda value: 96 + value // 4).convert("RGB")
        return Image.blend(small, ImageChops.overlay(small, grain), 0.25)

    def sky(self, top: Color, middle: Color, bottom: Color, until: float = 1.0) -> None:
        """A gradient from the top to a fraction of the height."""
        size = (self.width, max(1, round(self.height * until)))
        gradient = ImageOps.colorize(Image.linear_gradient("L"), top, bottom, middle)
        self.image.paste(gradient.resize(size, Image.Resampling.BICUBIC))

    def glow(self, at: Point, radius: float, color: Color, strength: float = 1.0) -> None:
        """A soft light."""
        across = round(radius * 2 * self.short)
        light = ImageOps.invert(Image.radial_gradient("L")).resize((across, across))
        light = light.point(lambda value: min(255, int(max(0, value - 75) ** 1.15 * 0.82 * strength)))
        self.image.paste(color, self._box(at, across), light)

    def disc(self, at: Point, radius: float, color: Color, blur: float = 0.0, opacity: float = 1.0) -> None:
        """A circle, with a soft edge on request."""
        across = round(radius * 2 * self.short * (1 + 4 * blur))
        inner = across * 2 * blur / (1 + 4 * blur)
        mask = Image.new("L", (across, across))
        ImageDraw.Draw(mask).ellipse((inner, inner, across - inner, across - inner), fill=round(255 * opacity))
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(inner / 2))
        self.image.paste(color, self._box(at, across), mask)

    def oval(self, at: Point, wide: float, high: float, color: Color) -> None:
        """An ellipse; `wide` and `high` are its half axes."""
        (x, y), across, up = self._point(at), wide * self.short, high * self.short
        self._draw.ellipse((x - across, y - up, x + across, y + up), fill=color)

    def shape(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon."""
        self._draw.polygon([self._point(point) for point in points], fill=color)

    def line(self, points: Sequence[Point], color: Color, thick: float) -> None:
        """A line through points."""
        width = max(1, round(thick * self.short))
        self._draw.line([self._point(point) for point in points], fill=color, width=width, joint="curve")

    def hills(self, base: float, rise: float, color: Color, waves: float = 2.0) -> None:
        """A soft ridge across the whole width, filled to the bottom."""
        shift, other = self.random.random() * 2 * pi, self.random.random() * 2 * pi
        ridge = [
            (
                x / 80,
                base - rise * (0.6 * sin(x / 80 * pi * waves + shift) + 0.4 * sin(x / 80 * pi * waves * 2.3 + other)),
            )
            for x in range(81)
        ]
        self.shape([*ridge, (1, 1), (0, 1)], color)

    def peaks(self, base: float, tops: Sequence[Point], color: Color, snow: Color | None = None) -> None:
        """Pointed mountains with their tops at the given points, and snow on them."""
        for x, y in tops:
            half = (base - y) * 0.95 * self.height / self.width
            self.shape([(x - half, base), (x, y), (x + half, base)], color)
            if snow:
                deep, side = (base - y) * 0.3, half * 0.3
                zigzag = [
                    (x + side * part, y + deep * (1 - 0.28 * (n % 2))) for n, part in enumerate((1, 0.5, 0.1, -0.4, -1))
                ]
                self.shape([(x, y), *zigzag], snow)

    def pine(self, at: Point, height: float, color: Color) -> None:
        """A fir that stands at a point; `height` is a fraction of the picture's height."""
        x, y = at
        half = height * 0.24 * self.height / self.width
        for part in range(4):
            low = y - height * (0.08 + 0.22 * part)
            wide = half * (1 - 0.2 * part)
            self.shape([(x - wide, low), (x + wide, low), (x, low - height * 0.36)], color)
        self.line([(x, y), (x, y - height * 0.1)], color, height * 0.05)

    def stars(self, count: int, until: float) -> None:
        """Stars in the upper part."""
        for _ in range(count):
            at = (self.random.random(), self.random.random() ** 1.3 * until)
            size = 0.0009 + self.random.random() * 0.0016
            self.disc(at, size, "#ffffff", opacity=0.45 + self.random.random() * 0.55)

    def bokeh(self, count: int, colors: Sequence[Color], largest: float = 0.09) -> None:
        """Lights out of focus."""
        for _ in range(count):
            at = (self.random.random(), self.random.random())
            radius = largest * (0.35 + self.random.random() * 0.65)
            self.disc(
                at, radius, self.random.choice(list(colors)), blur=0.06, opacity=0.14 + self.random.random() * 0.22
            )

    def water(self, level: float, tint: Color, strength: float = 0.35) -> None:
        """A mirror of what is above a level, in the colour of water, with lines of light."""
        top = round(self.height * level)
        high = self.height - top
        mirror = ImageOps.flip(self.image.crop((0, max(0, top - high), self.width, top))).resize((self.width, high))
        mirror = Image.blend(mirror, Image.new("RGB", mirror.size, tint), strength)
        self.image.paste(mirror.filter(ImageFilter.BoxBlur(self.short * 0.004)), (0, top))
        for _ in range(70):
            y = level + (1 - level) * self.random.random() ** 0.8
            x, long = self.random.random(), (0.02 + 0.1 * self.random.random()) * (0.4 + y - level)
            color = self.image.getpixel(
                (min(self.width - 1, round(x * self.width)), min(self.height - 1, round(y * self.height)))
            )
            lighter = tuple(min(255, part + 26) for part in color) if isinstance(color, tuple) else color
            self.line([(x - long, y), (x + long, y)], lighter, 0.002 + 0.004 * (y - level))  # type: ignore[arg-type]

    def flower(self, at: Point, radius: float, petals: Color, heart: Color, count: int = 13) -> None:
        """A flower from the front."""
        x, y = at
        across = self.short / self.width
        up = self.short / self.height
        for petal in range(count):
            turn = petal / count * 2 * pi
            tip = (x + cos(turn) * radius * across, y + sin(turn) * radius * up)
            sides = [
                (x + cos(turn + each) * radius * part * across, y + sin(turn + each) * radius * part * up)
                for each, part in ((0.02, 0.2), (0.26, 0.72), (0.0, 1.0), (-0.26, 0.72), (-0.02, 0.2))
            ]
            self.shape([*sides[:2], tip, *sides[3:]], petals)
        self.disc(at, radius * 0.36, heart)

    @property
    def _draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def _point(self, at: Point) -> Point:
        return at[0] * self.width, at[1] * self.height

    def _box(self, at: Point, across: int) -> tuple[int, int, int, int]:
        x, y = (round(part) for part in self._point(at))
        left, top = x - across // 2, y - across // 2
        return left, top, left + across, top + across
