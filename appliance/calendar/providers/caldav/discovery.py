"""Find the calendars of a CalDAV server from any of its addresses. (RFC 6764 §6, RFC 4791 §6.2, RFC 5397)"""

import re
from urllib.parse import urljoin, urlsplit

from caldav.elements import cdav, dav, ical
from caldav.elements.base import BaseElement
from msgspec import UNSET, UnsetType

from appliance.calendar.providers.caldav.client import Client
from appliance.calendar.providers.caldav.login import is_trusted
from appliance.calendar.providers.caldav.multistatus import PrincipalUrl, Privileges, Resource, propfind, text
from appliance.calendar.providers.models import RemoteCalendar
from appliance.kernel.errors import BadGateway

WRITE_PRIVILEGES = {f"{{DAV:}}{name}" for name in ("all", "write", "write-content", "bind")}
# The codes of problems that another address of the same server has too.
SAME_EVERYWHERE = {"sign_in_failed", "unreachable", "host_not_found", "asked_too_often"}


def home(client: Client) -> str:
    """The address of the signed-in user's calendars. Raises BadGateway with the first problem, Busy."""
    entered = client.login.url
    failed: BadGateway | None = None
    for start in dict.fromkeys((entered, urljoin(entered, "/.well-known/caldav"), urljoin(entered, "/"))):
        try:
            if found := _home_from(client, start):
                return found
        except BadGateway as problem:
            if problem.extra.get("code") in SAME_EVERYWHERE:
                raise
            failed = failed or problem
    raise failed or BadGateway(
        "the server does not say where its calendars are; try the address of the calendar itself",
        code="not_a_calendar_server",
    )


def listed(client: Client) -> list[RemoteCalendar]:
    """The user's calendars that hold events, in the server's order. Raises BadGateway, Busy."""
    home = client.login.home
    components = cdav.SupportedCalendarComponentSet
    root = propfind(dav.ResourceType(), dav.DisplayName(), ical.CalendarColor(), Privileges(), components())
    found = []
    for resource in client.query(home, root, depth=1):
        url = urljoin(home, resource.href)
        held = {kind.get("name", "").upper() for kind in resource.find(components)} or {"VEVENT"}
        if _is_calendar(resource) and "VEVENT" in held and is_trusted(home, url):
            name = resource.text(dav.DisplayName) or urlsplit(url).path.rstrip("/").rpartition("/")[2] or "Calendar"
            writable = is_writable(resource) is not False
            color = _color(resource.text(ical.CalendarColor))
            found.append(RemoteCalendar(remote_id=url, name=name, color=color, writable=writable))
    return found


def is_writable(resource: Resource) -> bool | None:
    """Whether the user may write into a collection; None when the server does not say."""
    if not resource.find(Privileges):
        return None
    return any(privilege.tag in WRITE_PRIVILEGES for privilege in resource.find(Privileges, "{DAV:}privilege/*"))


def _home_from(client: Client, url: str, *, is_principal: bool = False) -> str | None:
    root = propfind(dav.CurrentUserPrincipal(), cdav.CalendarHomeSet(), dav.ResourceType(), PrincipalUrl())
    for resource in client.query(url, root)[:1]:
        if _is_calendar(resource):
            return urljoin(url, resource.href)
        if found := _href(resource, cdav.CalendarHomeSet):
            return urljoin(url, found)
        principal = _href(resource, dav.CurrentUserPrincipal) or _href(resource, PrincipalUrl)
        if principal and not is_principal:
            return _home_from(client, urljoin(url, principal), is_principal=True)
    return None


def _href(resource: Resource, kind: type[BaseElement]) -> str:
    return next(map(text, resource.find(kind, dav.Href.tag)), "")


def _is_calendar(resource: Resource) -> bool:
    return bool(resource.find(dav.ResourceType, cdav.Calendar.tag))


def _color(color: str) -> str | UnsetType:
    """`#RRGGBB`; many servers add the opacity."""
    return color[:7] if re.fullmatch(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", color) else UNSET
