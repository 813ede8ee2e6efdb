import pytest

from appliance.kernel.text.emoji import is_emoji
from appliance.stickers.rules import SHEETS, is_unlocked, may_place, offer, price, sheet

PRICES = {
    "animals": {0: 0, 50: 0, 100: 0, 150: 0, 200: 0},
    "sweets": {0: 0, 50: 8, 100: 15, 150: 23, 200: 30, 1: 0, 3: 0, 4: 1, 33: 5},
    "sports": {0: 0, 50: 8, 100: 15, 150: 23, 200: 30},
    "dinosaurs": {0: 0, 50: 10, 100: 20, 150: 30, 200: 40},
    "ocean": {0: 0, 50: 10, 100: 20, 150: 30, 200: 40},
    "space": {0: 0, 50: 13, 100: 25, 150: 38, 200: 50, 10: 3},
    "robots": {0: 0, 50: 13, 100: 25, 150: 38, 200: 50},
    "unicorns": {0: 0, 50: 15, 100: 30, 150: 45, 200: 60},
}


@pytest.mark.parametrize(
    ("pack_id", "scale", "expected"),
    [(pack_id, scale, expected) for pack_id, scales in PRICES.items() for scale, expected in scales.items()],
)
def test_price(pack_id: str, scale: int, expected: int) -> None:
    found = sheet(pack_id)
    assert found is not None
    assert expected == price(found.price, scale)


def test_a_half_point_goes_up_at_every_scale() -> None:
    expected = [[int(base * scale / 100 + 0.5) for base in (0, 15, 20, 25, 30)] for scale in range(201)]
    assert expected == [[price(base, scale) for base in (0, 15, 20, 25, 30)] for scale in range(201)]


def test_the_shop_stocks_eight_packs_in_order() -> None:
    assert list(PRICES) == [sheet.id for sheet in SHEETS]
    assert [16, 14, 14, 12, 14, 14, 14, 14] == [len(sheet.stickers) for sheet in SHEETS]


def test_every_sticker_and_cover_is_one_emoji_and_on_its_sheet_once() -> None:
    assert [] == [each for sheet in SHEETS for each in (sheet.cover, *sheet.stickers) if not is_emoji(each)]
    assert [] == [sheet.id for sheet in SHEETS if len(set(sheet.stickers)) < len(sheet.stickers)]


def test_stickers_that_need_a_selector_or_a_joiner_have_it() -> None:
    stickers = {sticker for sheet in SHEETS for sticker in sheet.stickers}
    composed = {sticker for sticker in stickers if len(sticker) > 1}
    selected = {chr(code) + "\ufe0f" for code in (0x26F8, 0x2604, 0x1F3DD, 0x2600, 0x1F6F0, 0x2699, 0x1F579, 0x1F5A5)}
    assert selected | {"\U0001f469\u200d\U0001f680"} == composed


def test_an_unknown_pack_is_not_found() -> None:
    assert sheet("dragons") is None


UNLOCKED = {
    "a free pack is everybody's": ("animals", set(), True),
    "another is not": ("space", {"sweets"}, False),
    "one that was bought is": ("space", {"space"}, True),
}


@pytest.mark.parametrize(("pack_id", "owned", "expected"), UNLOCKED.values(), ids=UNLOCKED)
def test_is_unlocked(pack_id: str, owned: set[str], expected: bool) -> None:
    found = sheet(pack_id)
    assert found is not None
    assert expected is is_unlocked(found, owned)


def test_a_pack_that_the_scale_makes_free_must_still_be_taken() -> None:
    found = sheet("sweets")
    assert found is not None
    offered = offer(found, set(), 0)
    assert (15, 0, False) == (offered.base_price, offered.price, offered.unlocked)


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
