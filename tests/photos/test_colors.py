"""Pictures with a colour profile are stored in sRGB, and turned upright also when only HEIC's EXIF says how."""

import pytest
from PIL import ExifTags, Image

from tests.client import Client
from tests.photos import profiles
from tests.photos.conftest import Add
from tests.photos.pictures import encoded, opened, turned_by_exif_only

SIZE = (64, 48)
# Cyan, paper and black of a made-up press: L*, a* and b* as bytes, with a* and b* 128 for 0.
PRESS = {(1, 0, 0, 0): (140, 100, 80), (0, 0, 0, 0): (250, 128, 128)}
# The same colours by the formulas of the spaces, in sRGB.
COLOURS = [
    # A green inside both spaces: sRGB (82, 201, 89) is P3 (115, 198, 103).
    ("JPEG", (115, 198, 103), profiles.rgb(profiles.DISPLAY_P3), (82, 201, 89)),
    ("PNG", (115, 198, 103), profiles.rgb(profiles.DISPLAY_P3), (82, 201, 89)),
    ("WEBP", (115, 198, 103), profiles.rgb(profiles.DISPLAY_P3), (82, 201, 89)),
    ("HEIF", (115, 198, 103), profiles.rgb(profiles.DISPLAY_P3), (82, 201, 89)),
    # The red of P3 is outside sRGB.
    ("JPEG", (255, 0, 0), profiles.rgb(profiles.DISPLAY_P3), (255, 0, 0)),
    ("JPEG", (140, 180, 110), profiles.rgb(profiles.ADOBE_RGB), (120, 181, 106)),
    ("PNG", (140, 180, 110), profiles.rgb(profiles.ADOBE_RGB), (120, 181, 106)),
]


def near(expected: tuple[int, int, int], found: object, most: int = 6) -> bool:
    return isinstance(found, tuple) and all(abs(a - b) <= most for a, b in zip(expected, found, strict=True))


def stored(client: Client, add: Add, content: bytes) -> Image.Image:
    answer = add(content, "application/octet-stream")
    assert 201 == answer.status_code, answer.text
    return opened(client.get(f"/api/photos/{answer.json()['id']}/image").content).convert("RGB")


@pytest.mark.parametrize(("kind", "color", "profile", "expected"), COLOURS, ids=range(len(COLOURS)))
def test_wide_colours_are_converted(
    client: Client, add: Add, kind: str, color: tuple[int, int, int], profile: bytes, expected: tuple[int, int, int]
) -> None:
    content = encoded(Image.new("RGB", SIZE, color), kind, icc_profile=profile, quality=100)
    found = stored(client, add, content).getpixel((32, 24))
    assert near(expected, found), found


@pytest.mark.parametrize(
    ("color", "expected"),
    [((255, 0, 0, 0), (0, 147, 214)), ((0, 0, 0, 0), (249, 249, 249)), ((0, 0, 0, 255), (0, 0, 0))],
)
def test_inks_are_converted_by_their_profile(
    client: Client, add: Add, color: tuple[int, int, int, int], expected: tuple[int, int, int]
) -> None:
    content = encoded(Image.new("CMYK", SIZE, color), "JPEG", icc_profile=profiles.cmyk(PRESS), quality=100)
    found = stored(client, add, content).getpixel((32, 24))
    assert near(expected, found), found


def test_transparent_and_grey_pictures_are_converted(client: Client, add: Add) -> None:
    wide = profiles.rgb(profiles.DISPLAY_P3)
    half = Image.new("RGBA", SIZE, (115, 198, 103, 255))
    half.paste((0, 0, 0, 0), (0, 0, 32, 48))
    found = stored(client, add, encoded(half, "PNG", icc_profile=wide))
    assert (255, 255, 255) == found.getpixel((8, 24))
    assert near((82, 201, 89), found.getpixel((56, 24)))

    indexed = Image.new("RGB", SIZE, (115, 198, 103)).convert("P", palette=Image.Palette.ADAPTIVE)
    assert near((82, 201, 89), stored(client, add, encoded(indexed, "PNG", icc_profile=wide)).getpixel((32, 24)))

    # 128 with a gamma of 1 is half of the light.
    for mode, value in (("L", 128), ("I;16", 128 * 257)):
        content = encoded(Image.new(mode, SIZE, value), "PNG", icc_profile=profiles.grey(1.0))
        assert near((188, 188, 188), stored(client, add, content).getpixel((32, 24))), mode


def test_a_camera_names_adobe_rgb_without_a_profile(client: Client, add: Add) -> None:
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.ColorSpace] = 0xFFFF
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.IFD.Interop] = {1: "R03"}
    content = encoded(Image.new("RGB", SIZE, (140, 180, 110)), "JPEG", exif=exif, quality=100)
    found = stored(client, add, content).getpixel((32, 24))
    assert near((120, 181, 106), found), found


def test_heic_names_display_p3_without_a_profile(client: Client, add: Add) -> None:
    picture = Image.new("RGB", SIZE, (115, 198, 103))
    content = encoded(picture, "HEIF", quality=100, color_primaries=12, transfer_characteristics=13)
    found = stored(client, add, content).getpixel((32, 24))
    assert near((82, 201, 89), found), found


@pytest.mark.parametrize(
    "profile",
    [b"no profile", profiles.rgb(profiles.DISPLAY_P3)[:200], profiles.grey(2.2), profiles.cmyk(PRESS)],
    ids=["text", "truncated", "grey", "cmyk"],
)
def test_a_profile_that_does_not_fit_is_ignored(client: Client, add: Add, profile: bytes) -> None:
    content = encoded(Image.new("RGB", SIZE, (115, 198, 103)), "PNG", icc_profile=profile)
    found = stored(client, add, content).getpixel((32, 24))
    assert near((115, 198, 103), found), found


@pytest.mark.parametrize(
    ("orientation", "size", "gold"),
    [(1, (640, 480), (10, 240)), (3, (640, 480), (630, 240)), (6, (480, 640), (240, 10)), (8, (480, 640), (240, 630))],
)
def test_heic_is_upright_by_its_exif_or_by_its_rotation(
    client: Client, add: Add, orientation: int, size: tuple[int, int], gold: tuple[int, int]
) -> None:
    by_exif = stored(client, add, turned_by_exif_only(orientation))
    assert size == by_exif.size
    assert near((255, 215, 0), by_exif.getpixel(gold), 30)

    # The encoder writes a rotation and leaves the EXIF as it is: the decoder turns it, and it is not turned twice.
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    made = Image.new("RGB", (640, 480), "teal")
    made.paste("gold", (0, 0, 320, 480))
    by_rotation = stored(client, add, encoded(made, "HEIF", exif=exif))
    assert size == by_rotation.size
    assert near((255, 215, 0), by_rotation.getpixel(gold), 30)
