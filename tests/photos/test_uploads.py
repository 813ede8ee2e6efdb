"""What keeps one key's uploads from holding back everybody else's."""

import pytest

from appliance.photos import rules
from appliance.photos.models import Upload
from appliance.photos.providers.jpeg_scans import has_too_many_scans
from tests.photos.conftest import Add
from tests.photos.pictures import from_a_phone, picture, with_scans

PARENT, PHONE = Upload(key_id="parent", scope="admin"), Upload(key_id="phone", scope="admin")
WALL, SCREEN = Upload(key_id="wall", scope="display"), Upload(key_id="screen", scope="display")


@pytest.mark.parametrize(
    ("uploads", "one_more", "has_place"),
    [
        ([], WALL, True),
        ([WALL] * 2, WALL, True),
        ([WALL] * 3, WALL, False),
        ([WALL] * 3, SCREEN, True),
        ([WALL] * 3 + [SCREEN], SCREEN, False),
        ([WALL] * 3 + [SCREEN], PARENT, True),
        ([PARENT] * 3, PARENT, False),
        ([PARENT] * 3, PHONE, True),
        ([WALL] * 3 + [SCREEN] + [PARENT] * 3 + [PHONE], PHONE, False),
    ],
)
def test_each_key_has_a_share_of_the_uploads(uploads: list[Upload], one_more: Upload, has_place: bool) -> None:
    assert has_place == rules.has_place(uploads, one_more)


@pytest.mark.parametrize(
    ("content", "pixels", "too_many"),
    [
        (picture(), 640 * 480, False),
        (picture(progressive=True), 640 * 480, False),
        (from_a_phone(6, progressive=True), 640 * 480, False),
        (with_scans(80), 64 * 48, False),
        (with_scans(200), 64 * 48, True),
        (with_scans(20), 200_000_000, True),
        # What follows the end is the film of a moving photo, and what looks like a scan there is none.
        (with_scans(1, b"\xff\xda\x00\x02" * 1000), 64 * 48, False),
        # Nor in a comment.
        (b"\xff\xd8\xff\xfe\x0f\xa2" + b"\xff\xda\x00\x02" * 1000 + picture()[2:], 640 * 480, False),
        (b"\xff\xd8" + b"\xff\xda\x00\x00" * 1000, 1, True),
        (b"\xff\xd8\xff\xda", 1, False),
        (b"", 1, False),
    ],
)
def test_scans_are_counted_as_a_decoder_meets_them(content: bytes, pixels: int, too_many: bool) -> None:
    assert too_many == has_too_many_scans(content, pixels)


def test_a_picture_with_too_many_scans_is_rejected_and_a_progressive_one_is_stored(add: Add) -> None:
    assert 201 == add(with_scans(50)).status_code

    answer = add(with_scans(30_000))
    assert (413, "picture_too_large") == (answer.status_code, answer.json()["code"])
