"""The packs there are, what they cost, and whose they are."""

from collections.abc import Set

from appliance.kernel.text.rounding import half_up
from appliance.stickers.models import Pack, Sheet

MOST_ON_A_PAGE = 300


def _sheet(pack_id: str, name: str, cover: str, price: int, stickers: str) -> Sheet:
    return Sheet(pack_id, name, cover, price, tuple(stickers.split()))


# In the order of the shop. (contract §9.1; spec: Sticker pack)
SHEETS = (
    _sheet("animals", "Animals", "🐾", 0, "🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔"),
    _sheet("sweets", "Sweets", "🍩", 15, "🍩 🍪 🧁 🍰 🎂 🍭 🍬 🍫 🍦 🍨 🥞 🍓 🍒 🍉"),
    _sheet("sports", "Sports", "⚽", 15, "⚽ 🏀 🏈 ⚾ 🎾 🏐 🏓 🏸 🥅 🏆 🥇 🛹 ⛸\ufe0f 🚴"),
    _sheet("dinosaurs", "Dinosaurs", "🦖", 20, "🦖 🦕 🐊 🦎 🐢 🥚 🌋 🌿 🦴 🌴 🪨 ☄\ufe0f"),
    _sheet("ocean", "Ocean", "🐙", 20, "🐙 🦑 🐠 🐟 🐡 🦈 🐬 🐳 🦀 🦞 🐚 🪸 🌊 🏝\ufe0f"),
    _sheet("space", "Space", "🚀", 25, "🚀 🌍 🌙 ⭐ 🌟 ☀\ufe0f 🪐 🌠 🛸 👽 🛰\ufe0f 👩\u200d🚀 🔭 🌌"),
    _sheet("robots", "Robots", "🤖", 25, "🤖 👾 🦾 🦿 ⚙\ufe0f 🔧 🔩 🔋 💡 🕹\ufe0f 💾 📡 🧲 🖥\ufe0f"),
    _sheet("unicorns", "Unicorns & Rainbows", "🦄", 30, "🦄 🌈 ✨ 💖 🦋 🌸 🌺 🧚 👑 💎 🎀 🍄 🌷 🪄"),
)


def sheet(pack_id: str) -> Sheet | None:
    """The pack of this id."""
    return next((sheet for sheet in SHEETS if sheet.id == pack_id), None)


def offer(sheet: Sheet, owned: Set[str], scale_percent: int) -> Pack:
    """A pack as somebody who owns these packs sees it.

    A pack without a base price belongs to everybody; one that the scale makes free must still be taken. (contract §9.1)
    """
    scaled = price(sheet.price, scale_percent)
    return Pack(sheet.id, sheet.name, sheet.cover, sheet.stickers, sheet.price, scaled, is_unlocked(sheet, owned))


def price(base: int, scale_percent: int) -> int:
    """A price in points at a scale, half-up. (contract §9.1)"""
    return half_up(base * scale_percent, 100)


def is_unlocked(sheet: Sheet, owned: Set[str]) -> bool:
    """True for a free pack and for one that was bought, whatever it costs now. (spec: Sticker pack per member)"""
    return sheet.price == 0 or sheet.id in owned


def may_place(sticker: str, owned: Set[str]) -> bool:
    """True when the sticker is in a pack that is unlocked. (spec: Scrapbook sticker)"""
    return any(sticker in sheet.stickers for sheet in SHEETS if is_unlocked(sheet, owned))
