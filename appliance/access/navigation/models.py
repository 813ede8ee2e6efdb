"""Shapes of navigation keys: what a browser may carry in an address, because it is worth nothing afterwards."""

import msgspec

from appliance.kernel.schema import ApiModel


class NavigationKey(ApiModel, kw_only=True):
    """A key for one navigation within a minute, with the only copy of its text."""

    key: str
    expires_at: str


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A navigation key that was good, and is used up; `key_id` is the key that asked for it."""

    key_id: str | None
