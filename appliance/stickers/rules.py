"""The packs, their prices, and who may use them."""

from collections.abc import Set

from appliance.kernel.schema import made
from appliance.kernel.text.rounding import half_up
from appliance.stickers.models import Pack, StickerSheet

MAX_PER_PAGE = 300


def _sheet(pack_id: str, name: str, cover: str, price: int, stickers: str) -> StickerSheet:
    return StickerSheet(id=pack_id, name=name, cover=cover, price=price, stickers=tuple(stickers.split()))


# In the order of the shop. (contract §9.1)
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


def sheet(pack_id: str) -> StickerSheet | None:
    """The pack with this id, or None."""
    return next((sheet for sheet in SHEETS if sheet.id == pack_id), None)


def offer(sheet: StickerSheet, owned: Set[str], scale_percent: int) -> Pack:
    """A pack as offered to an owner of the packs in `owned`.

    A pack without a base price is unlocked for everybody. One whose scaled price is 0 must still be bought, at no cost.
    (contract §9.1)
    """
    scaled = price(sheet.price, scale_percent)
    return made(Pack, sheet, base_price=sheet.price, price=scaled, unlocked=is_unlocked(sheet, owned))


def price(base: int, scale_percent: int) -> int:
    """A scaled price in points, rounded half up. (contract §9.1)"""
    return half_up(base * scale_percent, 100)


def is_unlocked(sheet: StickerSheet, owned: Set[str]) -> bool:
    """True for a free pack and for a bought one, whatever its price is now. (contract: Sticker pack per member)"""
    return sheet.price == 0 or sheet.id in owned


def may_place(sticker: str, owned: Set[str]) -> bool:
    """True when the sticker is in an unlocked pack. (contract §9.3)"""
    return any(sticker in sheet.stickers for sheet in SHEETS if is_unlocked(sheet, owned))
