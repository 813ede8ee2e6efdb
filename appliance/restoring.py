"""What the domains check and complete when something of theirs is restored."""

from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.undo import actions as undo_actions
from appliance.chores import actions as chores
from appliance.deleted import actions as deleted
from appliance.deleted.models import Kind
from appliance.deleted.service import Restorer
from appliance.kernel.database.table_sizes import within_budget
from appliance.lists import actions as lists
from appliance.notes import actions as notes
from appliance.people import actions as people
from appliance.photos import actions as photos
from appliance.recipes import actions as recipes

COMPLETE: dict[Kind, deleted.Complete] = {
    "event": undo_actions.complete_restored,
    "chore": chores.check_restored,
    "photo": photos.check_restored,
    "member": people.check_restored,
}
BUDGETS_OF_LISTS = (lists.LISTS, lists.GROUPS, lists.ITEMS, lists.STEPS, notes.NOTES)
BUDGETS = (*BUDGETS_OF_LISTS, chores.CHORES, chores.COMPLETIONS, recipes.RECIPES)


def restorer(writer: EventWriter) -> Restorer:
    """Restores everything; `writer` creates events again that were deleted at their provider."""
    return Restorer(writer.restore, within_budget(*BUDGETS)(deleted.restore), COMPLETE)
