"""Who may call a route or an MCP tool. Each route declares it as its `opt`. (contract §2, §33)"""

from typing import Any, Literal

import msgspec

from appliance.kernel.errors import Forbidden, Unauthorized

NAME = "rights"
Opt = dict[str, Any]
# contract: Authentication 4
DISPLAY_DENIED = "display key cannot access this route"


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """Who may call a route.

    `scope` is the least that a caller needs: nothing, a display key, or an admin key. `pin`: a display also needs the
    household's PIN, `where set` or `always`, so that without one the route is for admins. `free_with`: the household
    setting, by Python name, with which it needs none. `key_in_query`: a browser navigates to it, so that its key is in
    the query. `not_for_apps`: what a connected app may not do there, whatever its scope; empty where it may.
    """

    scope: Literal["public", "display", "admin"] = "admin"
    pin: Literal["", "where set", "always"] = ""
    free_with: Literal["", "children_change_events"] = ""
    key_in_query: bool = False
    not_for_apps: str = ""

    def check(self, scope: str | None, *, is_app: bool = False) -> None:
        """`scope` is that of the caller's valid key; None without one. `is_app`: the key belongs to a connected app.

        Raises Unauthorized, Forbidden. (contract: Authentication 3, 4)
        """
        if scope is None:
            if self.scope != "public":
                raise Unauthorized()
            return
        if self.scope == "admin" and scope != "admin":
            raise Forbidden(DISPLAY_DENIED)
        if self.not_for_apps and is_app:
            raise Forbidden(f"a connected app cannot {self.not_for_apps}")


PUBLIC: Opt = {NAME: Rights(scope="public")}
DISPLAY: Opt = {NAME: Rights(scope="display")}
DISPLAY_WITH_PIN: Opt = {NAME: Rights(scope="display", pin="where set")}
# Admin, and a parent at a screen: one who has entered the PIN there.
PARENT: Opt = {NAME: Rights(scope="display", pin="always")}
CHANGE_OF_EVENT: Opt = {NAME: Rights(scope="display", pin="where set", free_with="children_change_events")}
# Of the display keys only for that of this machine's own screen; the guard of the wall's routes checks which it is.
WALL = DISPLAY
WALL_WITH_PIN = DISPLAY_WITH_PIN
ADMIN: Opt = {NAME: Rights()}
NAVIGATION: Opt = {NAME: Rights(key_in_query=True)}


def not_for_apps(opt: Opt, what: str) -> Opt:
    """The same rights, but not for connected apps: they cannot do `what`."""
    return {NAME: msgspec.structs.replace(opt[NAME], not_for_apps=what)}


def rights_of(opt: Opt) -> Rights:
    """The declared rights; without them a route is for admins."""
    rights: Rights = opt[NAME] if NAME in opt else ADMIN[NAME]
    return rights
