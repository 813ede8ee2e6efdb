"""Which ticks wait for a parent's yes, and which changes of a chore only a parent may make."""

from collections.abc import Set

from appliance.chores.models import Chore


def waits(chore: Chore, member_id: str | None, member_needs: bool) -> bool:
    """Whether a tick of a display waits, when it is credited to this member.

    A chore without a choice of its own follows the member. That a chore needs no yes holds for its own members.
    """
    if chore.needs_approval is False and not _meant(chore, {member_id}):
        return member_needs
    return member_needs if chore.needs_approval is None else chore.needs_approval


def loosens(before: Chore | None, after: Chore, guarded: Set[str]) -> bool:
    """Whether a change may let a tick count without a parent's yes.

    `before` is the stored chore, or the one that is copied, and None for a new one. `guarded` are the members whose
    ticks need a yes. A chore that needs none is a parent's decision for those who were its members.
    """
    was = before.needs_approval if before else None
    if after.needs_approval is not False:
        return after.needs_approval is None and was is True
    decided = _meant(before, guarded) if before and before.id == after.id else set()
    return was is not False or bool(_meant(after, guarded) - decided)


def word(note: str | None) -> str | None:
    """The parent's word as stored."""
    return (note or "").strip() or None


def _meant(chore: Chore, members: Set[str | None]) -> Set[str | None]:
    """Those of the members whom a chore is for; all of them where it is for Anyone."""
    of_chore = chore.member_ids or ([chore.member_id] if chore.member_id else [])
    return members & set(of_chore) if of_chore else members
