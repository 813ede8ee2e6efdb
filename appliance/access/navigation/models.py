"""Navigation keys: one-time keys that a browser carries in an address."""

import msgspec

from appliance.kernel.schema import ApiModel


class NavigationKey(ApiModel, kw_only=True):
    """A key for one navigation within a minute, with the only copy of its text."""

    key: str
    expires_at: str


class TakenKey(msgspec.Struct, frozen=True, kw_only=True):
    """A navigation key that was used up. `key_id` is the key that made it, None for the configured admin key."""

    key_id: str | None
