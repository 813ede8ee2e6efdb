"""The protocol that every external calendar system implements."""

from typing import Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    SyncState,
    Target,
    Window,
    Written,
)


class Provider(Protocol):
    """An external calendar system. Never touches the database.

    Every method raises Upstream with a sentence for a parent, without secrets, and Busy where the source wants rest.
    """

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """What the window holds, or what changed of it since the last sync, or no occurrences when nothing did.

        `zone` is the household's, for times without one. Without a state everything is returned, and a state from
        another zone counts as none. A provider may fetch the far parts of the window piece by piece. (contract §12)
        """


@runtime_checkable
class AccountProvider(Provider, Protocol):
    """A provider that is signed in to with an account, and whose events can be written."""

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """The calendars of an account, in the provider's order. `remote` has no calendar."""

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """Make an event; what is answered is what the provider has stored, occurrences within the window.

        The event itself is always among them. `zone` is the household's.
        """

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """Change an occurrence, or a whole series, and nothing else of it; answers as `create`.

        A change that somebody else made meanwhile is kept, and this one made on top of it, once.
        """

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """Remove an occurrence, or a whole series. What is gone already is no error.

        Answers what is left of the object, with `gone` naming what went.
        """

    async def revoke(self, remote: Remote) -> None:
        """Give up the account's access at the provider, as far as that is possible. `remote` has no calendar."""
