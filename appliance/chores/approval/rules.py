"""Which ticks wait for a parent's yes."""


def waits(chore_needs: bool | None, member_needs: bool) -> bool:
    """Whether a tick of a display waits. A chore without a choice of its own follows the member it is credited to."""
    return member_needs if chore_needs is None else chore_needs


def loosens(before: bool | None, after: bool | None) -> bool:
    """Whether a change of a chore may let a tick count without a parent's yes."""
    return after is not True and after != before


def word(note: str | None) -> str | None:
    """The parent's word as stored."""
    return (note or "").strip() or None
