"""Faces of the demo household, for avatars: drawn, and friendly."""

from typing import NamedTuple

from PIL import Image

from appliance.demo.pictures.canvas import Canvas, Color

SIDE = 700


class Face(NamedTuple):
    """How somebody looks."""

    skin: Color
    shade: Color
    hair: Color
    shirt: Color
    behind: tuple[Color, Color, Color]
    long_hair: bool = False
    beard: bool = False
    glasses: bool = False
    bun: bool = False


FACES = {
    "mother": Face("#f2c4a2", "#dfa27f", "#7a3b24", "#c8553d", ("#bfe0e2", "#9cc9b4", "#6fa58a"), long_hair=True),
    "father": Face("#e8b48f", "#cf9570", "#3a2a22", "#2f6f8f", ("#f6dfb4", "#efc07f", "#c9925a"), beard=True),
    "grandmother": Face(
        "#f3cdb4", "#dcab8e", "#d9d6d2", "#7b5ea7", ("#f7d6d0", "#e8b4bc", "#a98aa8"), glasses=True, bun=True
    ),
}


def portrait(name: str) -> Image.Image:
    """Somebody from the front, in a square."""
    face = FACES[name]
    c = Canvas(SIDE, SIDE, seed=sorted(FACES).index(name) + 20)
    c.sky(*face.behind)
    c.bokeh(20, ("#ffffff", face.behind[0]), 0.12)
    if face.bun:
        c.disc((0.5, 0.13), 0.1, face.hair)
    if face.long_hair:
        c.oval((0.5, 0.45), 0.29, 0.34, face.hair)
        c.shape([(0.21, 0.45), (0.79, 0.45), (0.77, 0.78), (0.23, 0.78)], face.hair)
    c.oval((0.5, 1.06), 0.42, 0.3, face.shirt)
    c.shape([(0.42, 0.6), (0.58, 0.6), (0.6, 0.8), (0.5, 0.86), (0.4, 0.8)], face.shade)
    for x in (0.285, 0.715):
        c.disc((x, 0.47), 0.045, face.shade)
    if not face.long_hair:
        c.oval((0.5, 0.36), 0.235, 0.22, face.hair)
    c.oval((0.5, 0.45), 0.215, 0.255, face.skin)
    if face.beard:
        c.oval((0.5, 0.6), 0.19, 0.135, face.hair)
        c.oval((0.5, 0.5), 0.185, 0.14, face.skin)
        c.oval((0.5, 0.585), 0.1, 0.035, face.hair)
    c.shape([(0.29, 0.4), (0.33, 0.24), (0.5, 0.175), (0.67, 0.24), (0.71, 0.4), (0.62, 0.3), (0.45, 0.27)], face.hair)
    for x in (0.41, 0.59):
        c.oval((x, 0.455), 0.034, 0.024, "#ffffff")
        c.disc((x, 0.455), 0.02, "#3b2c22")
        c.disc((x + 0.007, 0.448), 0.006, "#ffffff")
        c.line([(x - 0.045, 0.398), (x, 0.382), (x + 0.045, 0.398)], face.hair, 0.015)
        c.disc((x + (x - 0.5) * 0.5, 0.535), 0.035, "#e88f7f", blur=0.25, opacity=0.4)
    c.line([(0.5, 0.46), (0.484, 0.53), (0.51, 0.535)], face.shade, 0.012)
    c.shape([(0.425, 0.585), (0.5, 0.6), (0.575, 0.585), (0.55, 0.63), (0.5, 0.645), (0.45, 0.63)], "#b5483f")
    c.shape([(0.435, 0.588), (0.5, 0.602), (0.565, 0.588), (0.55, 0.606), (0.5, 0.615), (0.45, 0.606)], "#fffaf5")
    if face.glasses:
        for x in (0.41, 0.59):
            points = [(x - 0.068, 0.43), (x + 0.068, 0.43), (x + 0.055, 0.5), (x - 0.055, 0.5), (x - 0.068, 0.43)]
            c.line(points, "#5a3f7a", 0.012)
        c.line([(0.478, 0.44), (0.522, 0.44)], "#5a3f7a", 0.012)
    return c.finished()
