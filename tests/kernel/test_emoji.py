import pytest

from appliance.kernel.text.emoji import is_avatar, is_emoji

ONE_EMOJI = {
    "plain": "🎂",
    "with a variation selector": "⛸️",
    "without one": "⛸",
    "skin tone": "👍🏽",
    "family": "👨‍👩‍👧‍👦",
    "joined with a skin tone": "👩🏿‍🚀",
    "couple with two skin tones": "👩🏻‍❤️‍👨🏿",
    "flag": "🇩🇪",
    "flag of a region": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "rainbow flag": "🏳️‍🌈",
    "keycap": "7️⃣",
    "keycap without a selector": "#⃣",
    "new in Unicode 15": "🫨",
    "copyright": "©️",
}

NOT_ONE_EMOJI = {
    "nothing": "",
    "a digit": "7",
    "a digit with a selector": "7️",
    "a letter": "a",
    "an accented letter": "é",
    "a word": "cake",
    "two emoji": "🎂🎂",
    "two flags": "🇩🇪🇫🇷",
    "an emoji and a letter": "🎂a",
    "an emoji and a space": "🎂 ",
    "an emoji and a line end": "🎂\n",
    "a selector alone": "\ufe0f",
    "a joiner alone": "\u200d",
    "a joiner before an emoji": "\u200d🎂",
    "half an emoji": "\ud83c",
    "an emoji and half of one": "🎂\ud83c",
    "a symbol that is no picture": "→",
}


@pytest.mark.parametrize("text", ONE_EMOJI.values(), ids=ONE_EMOJI)
def test_one_emoji(text):
    assert is_emoji(text)
    assert is_avatar(text)


@pytest.mark.parametrize("text", NOT_ONE_EMOJI.values(), ids=NOT_ONE_EMOJI)
def test_not_one_emoji(text):
    assert not is_emoji(text)


def test_an_emoji_has_at_most_32_bytes():
    assert is_emoji("🎂" + "\u0301" * 14)  # 4 + 28 bytes, still one cluster
    assert not is_emoji("🎂" + "\u0301" * 13 + "\ufe0f")  # 33 bytes
    assert not is_emoji("🎂" + "\u0301" * 100_000)


@pytest.mark.parametrize("text", ["A", "z", "AB", "bo"])
def test_initials_are_an_avatar_but_no_emoji(text):
    assert is_avatar(text)
    assert not is_emoji(text)


@pytest.mark.parametrize("text", ["", "ABC", "A1", "É", "Ä", "A ", "AB\n", "7", "А", "🎂A", "🎂🎂"])
def test_texts_that_are_no_avatar(text):
    assert not is_avatar(text)
