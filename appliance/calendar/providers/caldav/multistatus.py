"""Multistatus responses, read from the tree that the caldav library parsed. (RFC 4918 §13, RFC 6578 §3)

`DAVResponse.find_objects_and_props` is not used, because it decodes every href: `/ana/a%2Fb.ics` becomes
`/ana/a/b.ics`, which is another resource, and stored hrefs would no longer match. It also raises ResponseError for the
status 507 of a truncated sync report, and for a property with status 403.
`tests/calendar/providers/test_caldav_protocol.py` shows both.
"""

from typing import Any, NamedTuple

from caldav.davclient import DAVResponse
from caldav.elements import dav
from caldav.elements.base import BaseElement

from appliance.kernel.errors import BadGateway


class CTag(BaseElement):
    """The version of a collection, of Apple's calendar server."""

    tag = "{http://calendarserver.org/ns/}getctag"


class Privileges(BaseElement):
    """What the user may do. (RFC 3744 §5.4)"""

    tag = "{DAV:}current-user-privilege-set"


class PrincipalUrl(BaseElement):
    """The address of a principal. (RFC 3744 §4.2)"""

    tag = "{DAV:}principal-URL"


class Resource(NamedTuple):
    """One response: the href as written, its status, and the properties that it has, as elements by tag."""

    href: str
    status: int
    properties: dict[str, Any]

    def text(self, kind: type[BaseElement]) -> str:
        """The text of a property; empty without one."""
        return text(self.properties.get(str(kind.tag)))

    def find(self, kind: type[BaseElement], path: str = "*") -> list[Any]:
        """The elements in a property."""
        return list(self.properties[str(kind.tag)].iterfind(path)) if str(kind.tag) in self.properties else []


def resources(response: DAVResponse) -> list[Resource]:
    """The responses of a multistatus, in its order. Raises BadGateway when it is none."""
    tree = response.tree
    if tree is None or tree.tag != dav.MultiStatus.tag:
        raise BadGateway(
            "the server's answer is no list of resources; it does not seem to be a CalDAV server",
            code="not_a_calendar_server",
        )
    found = []
    for response in tree.iterfind(dav.Response.tag):
        properties: dict[str, Any] = {}
        for propstat in response.iterfind(dav.PropStat.tag):
            if _status(propstat) // 100 == 2:
                properties = {prop.tag: prop for prop in propstat.iterfind(f"{dav.Prop.tag}/*")} | properties
        found += [Resource(text(href), _status(response), properties) for href in response.iterfind(dav.Href.tag)]
    return found


def sync_token(response: DAVResponse) -> str:
    """The token that ends the response to a sync report; empty without one."""
    return "" if response.tree is None else text(response.tree.find(dav.SyncToken.tag))


def prop(*properties: BaseElement) -> BaseElement:
    """The properties that a request asks for."""
    return dav.Prop() + properties


def propfind(*properties: BaseElement) -> BaseElement:
    """A PROPFIND for properties."""
    return dav.Propfind() + prop(*properties)


def text(element: Any) -> str:
    """The text of an element without surrounding space; empty for None."""
    return "" if element is None else str(element.xpath("string()")).strip()


def _status(element: Any) -> int:
    """The number of a status line; one that cannot be read counts as success."""
    words = text(element.find(dav.Status.tag)).split()
    return int(words[1]) if len(words) > 1 and words[1].isascii() and words[1].isdigit() else 200
