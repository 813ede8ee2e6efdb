import pytest

from appliance.kernel.text.emoji import is_emoji
from appliance.stickers.rules import SHEETS, may_place, price


def test_a_half_point_goes_up_at_every_scale() -> None:
    expected = [[int(base * scale / 100 + 0.5) for base in (0, 15, 20, 25, 30)] for scale in range(201)]
    assert expected == [[price(base, scale) for base in (0, 15, 20, 25, 30)] for scale in range(201)]


def test_the_shop_stocks_eight_packs_in_order() -> None:
    ids = ["animals", "sweets", "sports", "dinosaurs", "ocean", "space", "robots", "unicorns"]
    assert ids == [sheet.id for sheet in SHEETS]
    assert [16, 14, 14, 12, 14, 14, 14, 14] == [len(sheet.stickers) for sheet in SHEETS]


def test_every_sticker_and_cover_is_one_emoji_and_on_its_sheet_once() -> None:
    assert [] == [each for sheet in SHEETS for each in (sheet.cover, *sheet.stickers) if not is_emoji(each)]
    assert [] == [sheet.id for sheet in SHEETS if len(set(sheet.stickers)) < len(sheet.stickers)]


def test_stickers_that_need_a_selector_or_a_joiner_have_it() -> None:
    stickers = {sticker for sheet in SHEETS for sticker in sheet.stickers}
    composed = {sticker for sticker in stickers if len(sticker) > 1}
    selected = {chr(code) + "\ufe0f" for code in (0x26F8, 0x2604, 0x1F3DD, 0x2600, 0x1F6F0, 0x2699, 0x1F579, 0x1F5A5)}
    assert selected | {"\U0001f469\u200d\U0001f680"} == composed


PLACING = {
    "from a free pack": ("🐶", set(), True),
    "from a pack that was bought": ("👩\u200d🚀", {"space"}, True),
    "from a locked pack": ("🚀", {"sweets"}, False),
    "without its selector": ("☀", {"space"}, False),
    "two at once": ("🐶🐱", set(), False),
    "from no pack": ("🧹", {"space"}, False),
}


@pytest.mark.parametrize(("sticker", "owned", "expected"), PLACING.values(), ids=PLACING)
def test_may_place(sticker: str, owned: set[str], expected: bool) -> None:
    assert expected is may_place(sticker, owned)
