"""The protocol that every external calendar system implements."""

from typing import Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    Removal,
    SyncState,
    Target,
    Window,
    Written,
)


class Provider(Protocol):
    """An external calendar system. Never touches the database.

    Every method raises BadGateway, with a message that is shown and holds no secret, and Busy where the provider asks
    for a pause.
    """

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """The events in the window, or those that changed since the last sync, or no occurrences when none did.

        `zone` is the household's, for times without one. Without a state, or with one of another zone, the whole window
        is returned. A provider may fetch the far parts of the window in slices. (contract §12)
        """


@runtime_checkable
class AccountProvider(Provider, Protocol):
    """A provider with accounts, whose events can be written."""

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """The calendars of an account, in the provider's order. `remote` has no calendar."""

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """Create an event. Returns what the provider stored: the occurrences within the window, always with the event.

        `zone` is the household's. Of a series `external_id` is that of its first occurrence. Raises BadRequest for a
        rule that the provider does not have.
        """

    async def rule(self, remote: Remote, target: Target, zone: ZoneInfo) -> str | None:
        """The rule of an occurrence's series; its UNTIL is a local date. None for one that is kept in another form."""

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """Change an occurrence, or a whole series, and nothing else of it. Returns as `create`.

        A change that was made elsewhere in the meantime is kept: this one is applied to the newer version, once.
        """

    async def edit_dates(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """Change the times or the rule of a whole series: all dates move as the target does, to the times of the edit.

        An event without a series becomes one. Returns as `create`; `external_id` is that of the occurrence that the
        target has become, or else of the nearest one. Raises BadRequest for a change that cannot be expressed, and for
        a rule without a date that is shown.
        """

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """Remove an occurrence, or a whole series. One that is gone already is no error.

        Returns what is left of the object, with `gone` naming what was removed.
        """

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """Change an occurrence and all later ones: they become a series of their own. Returns as `create`.

        `occurrences` are those of both series, and `external_id` is that of the occurrence in the new one. The new
        series is stored first; when the old one cannot be shortened, the new one is removed again. Raises BadRequest
        for a change that the rule cannot express.
        """

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """Remove an occurrence and all later ones. Returns as `remove`."""

    async def revoke(self, remote: Remote) -> None:
        """Revoke the account's access at the provider, as far as that is possible. `remote` has no calendar."""


@runtime_checkable
class RestoringProvider(AccountProvider, Protocol):
    """A provider at which removed occurrences can be put back."""

    async def restore(
        self, remote: Remote, target: Target, removal: Removal, window: Window, zone: ZoneInfo
    ) -> Written:
        """Put back what `remove` or `end` took out of a series. Returns as `create`.

        Raises Conflict when the object was changed since, where that can be noticed.
        """
