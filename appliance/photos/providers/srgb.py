"""Converts pictures into sRGB, which every screen expects of a picture without a colour profile."""

from io import BytesIO
from struct import pack

from PIL import Image, ImageCms
from PIL.ExifTags import IFD

# Mode that a picture has when it fits a profile, by the profile's colour space.
MODES = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
# Columns of red, green and blue in XYZ for D50, as the profiles of Apple and Adobe give them.
DISPLAY_P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
ADOBE_GAMMA = (2.19921875,)
# IEC 61966-2-1: exponent, and the straight part near black.
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
# ITU-T H.273, table 2.
PRIMARIES_OF_P3 = 12
INTEROPERABILITY_INDEX = 1


def to_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """The picture in RGB. Without a profile, or with one that does not fit, its values are taken for sRGB."""
    if profile:
        try:
            return _converted(picture, ImageCms.ImageCmsProfile(BytesIO(profile)))
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def profile_of(opened: Image.Image) -> bytes | None:
    """The ICC profile that the file contains or names; None when it says nothing or sRGB."""
    if embedded := opened.info.get("icc_profile"):
        return bytes(embedded)
    if opened.info.get("nclx_profile", {}).get("color_primaries") == PRIMARIES_OF_P3:
        return matrix_profile(DISPLAY_P3, SRGB_CURVE)
    # Cameras name Adobe RGB in this way and embed nothing. Source: Exif 2.3, DCF 2.0.
    if str(opened.getexif().get_ifd(IFD.Interop).get(INTEROPERABILITY_INDEX, "")).startswith("R03"):
        return matrix_profile(ADOBE_RGB, ADOBE_GAMMA)
    return None


def matrix_profile(columns: tuple[tuple[float, float, float], ...], curve: tuple[float, ...]) -> bytes:
    """An ICC profile of an RGB space. `curve` holds the parameters of a parametricCurveType: 1 or 5 of them.

    Source: ICC.1:2022.
    """
    shape = pack(">4sIHH", b"para", 0, {1: 0, 5: 3}[len(curve)], 0) + b"".join(map(_fixed, curve))
    colorants = (b"XYZ \0\0\0\0" + b"".join(map(_fixed, column)) for column in columns)
    named = [*zip(("rXYZ", "gXYZ", "bXYZ"), colorants, strict=True), *((f"{name}TRC", shape) for name in "rgb")]
    table, body = pack(">I", len(named)), b""
    start = 128 + 4 + 12 * len(named)
    for name, data in named:
        table += pack(">4sII", name.encode(), start + len(body), len(data))
        body += data
    size = start + len(body)
    white = b"".join(map(_fixed, (0.9642, 1.0, 0.8249)))
    header = pack(">II", size, 0) + b"\x04\x30\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28) + white
    return header.ljust(128, b"\0") + table + body


def _converted(picture: Image.Image, profile: ImageCms.ImageCmsProfile) -> Image.Image:
    """Raises PyCMSError when the profile is damaged, ValueError when it is for pictures of another kind."""
    space = profile.profile.xcolor_space.strip()
    mode = MODES.get(space, "")
    if mode != picture.mode:
        if mode != "RGB" or picture.mode == "CMYK":
            raise ValueError
        picture = picture.convert(mode)
    converted = ImageCms.profileToProfile(picture, profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    assert converted is not None  # it is None only when the picture is changed in place
    return converted


def _fixed(value: float) -> bytes:
    """A s15Fixed16Number."""
    return pack(">i", round(value * 65536))
