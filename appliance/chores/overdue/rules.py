"""What was missed and asks to be done, and until when."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import date, timedelta

from appliance.chores.approval.models import WaitingTick
from appliance.chores.models import Chore, Completion, DueChore
from appliance.chores.overdue.models import Overdue

# A chore asks for so many days after it was missed.
LOOK_BACK = timedelta(days=90)


def keeps_asking(chore: Chore) -> bool:
    """Whether a chore that was missed asks on until it is done. Without a choice of its own one that is due once does.

    One that counts from its last completion is due until it is done anyway.
    """
    if chore.after_days is not None:
        return False
    return chore.rrule is None if chore.keep_asking is None else chore.keep_asking


def missed(due: Iterable[DueChore]) -> list[DueChore]:
    """Of everything that was due before today, the last date of each."""
    newest: dict[str, DueChore] = {}
    for entry in due:
        if entry.key not in newest or entry.date > newest[entry.key].date:
            newest[entry.key] = entry
    return [entry for entry in newest.values() if keeps_asking(entry.chore)]


def still_overdue(
    entries: Iterable[DueChore],
    ticked: Mapping[str, Sequence[Completion | WaitingTick]],
    let_go: Set[tuple[str, date]],
    is_of_today: Callable[[str], bool],
) -> list[Overdue]:
    """What asks today: what is not done and was not let go, and what was done today.

    `ticked` are the ticks by key of a completion, `let_go` keys and dates. A tick for a later date counts too: a client
    that does not know of overdue chores ticks today's date. `is_of_today` says whether an instant is.
    """
    found = []
    for entry in entries:
        ticks = [tick for tick in ticked.get(entry.key, ()) if tick.date >= entry.date]
        own = next((tick for tick in ticks if tick.date == entry.date), None)
        if (own and is_of_today(own.completed_at)) or not (ticks or (entry.key, entry.date) in let_go):
            found.append(Overdue(due=entry, ticked=own))
    return found
