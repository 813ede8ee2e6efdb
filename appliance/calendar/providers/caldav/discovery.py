"""Finding a CalDAV server's calendars from any address of it. (RFC 6764, RFC 4791 §6.2, RFC 5397)"""

import re
from urllib.parse import urljoin, urlsplit

from msgspec import UNSET, UnsetType

from appliance.calendar.providers.caldav.dav import Dav, is_trusted
from appliance.calendar.providers.caldav.markup import APPLE, CALDAV, DAV, Element, Part, propfind
from appliance.calendar.providers.models import Busy, RemoteCalendar
from appliance.kernel.errors import BadGateway

WHO = (DAV + "current-user-principal", CALDAV + "calendar-home-set", DAV + "resourcetype", DAV + "principal-URL")
WHAT = (
    DAV + "resourcetype", DAV + "displayname", APPLE + "calendar-color", DAV + "current-user-privilege-set",
    CALDAV + "supported-calendar-component-set",
)  # fmt: skip
WRITING = {DAV + name for name in ("all", "write", "write-content", "bind")}


async def home(dav: Dav, entered: str) -> str:
    """Where the calendars of whoever signs in are. Raises Upstream with the first thing that went wrong."""
    failed: BadGateway | None = None
    for start in dict.fromkeys((entered, urljoin(entered, "/.well-known/caldav"), urljoin(entered, "/"))):
        try:
            if found := await _home_from(dav, start):
                return found
        except Busy:
            raise
        except BadGateway as problem:
            if "user name" in problem.message or "could not be" in problem.message:
                raise
            failed = failed or problem
    raise failed or BadGateway(
        "the server does not say where its calendars are; try the address of the calendar itself"
    )


async def listed(dav: Dav, home: str) -> list[RemoteCalendar]:
    """The calendars in a home that hold events, in the server's order. Raises Upstream."""
    found = []
    for part in await dav.parts("PROPFIND", home, propfind(*WHAT), depth="1"):
        url = urljoin(home, part.href)
        if not _is_calendar(part) or not _holds_events(part.properties) or not is_trusted(home, url):
            continue
        name = part.properties.words(DAV + "displayname") or _last(url)
        color = _color(part.properties.words(APPLE + "calendar-color"))
        found.append(
            RemoteCalendar(remote_id=url, name=name, color=color, writable=is_writable(part.properties) is not False)
        )
    return found


def is_writable(properties: Element) -> bool | None:
    """Whether a collection lets this user write into it; None when it does not say."""
    privileges = properties.first(DAV + "current-user-privilege-set")
    if privileges is None or not privileges.inside:
        return None
    return any(right.name in WRITING for each in privileges.every(DAV + "privilege") for right in each.inside)


async def _home_from(dav: Dav, url: str) -> str | None:
    part = await _only(dav, url)
    if part is None:
        return None
    if _is_calendar(part):
        return urljoin(url, part.href)
    if found := _href(part, CALDAV + "calendar-home-set"):
        return urljoin(url, found)
    principal = _href(part, DAV + "current-user-principal") or _href(part, DAV + "principal-URL")
    if principal is None:
        return None
    there = urljoin(url, principal)
    told = await _only(dav, there)
    found = _href(told, CALDAV + "calendar-home-set") if told else None
    return urljoin(there, found) if found else None


async def _only(dav: Dav, url: str) -> Part | None:
    return next(iter(await dav.parts("PROPFIND", url, propfind(*WHO))), None)


def _href(part: Part, name: str) -> str | None:
    return part.properties.words(name, DAV + "href") or None


def _is_calendar(part: Part) -> bool:
    return part.properties.first(DAV + "resourcetype", CALDAV + "calendar") is not None


def _holds_events(properties: Element) -> bool:
    kinds = properties.first(CALDAV + "supported-calendar-component-set")
    names = {each.attributes.get("name", "").upper() for each in kinds.inside} if kinds else set()
    return not names or "VEVENT" in names


def _color(text: str) -> str | UnsetType:
    """`#RRGGBB`; many servers add the opacity."""
    return text[:7] if re.fullmatch(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", text) else UNSET


def _last(url: str) -> str:
    return urlsplit(url).path.rstrip("/").rpartition("/")[2] or "Calendar"
