"""What valid steps are, and which of them are done."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from msgspec import UnsetType
from msgspec.structs import asdict

from appliance.chores.routines.models import ChoreStep, DayStep, NewChoreStep
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.kernel.text.emoji import check_emoji


def stored_steps(requested: Iterable[NewChoreStep], new_id: Callable[[], str]) -> list[ChoreStep]:
    """The steps as stored, in their order; those without an id get one. Raises BadRequest."""
    steps: list[ChoreStep] = []
    for index, requested_step in enumerate(requested):
        check_emoji(requested_step.emoji, f"steps.{index}.emoji")
        step_id = new_id() if isinstance(requested_step.id, UnsetType) else str(requested_step.id)
        if any(step_id == step.id for step in steps):
            raise BadRequest("occurs twice", at=f"steps.{index}.id")
        steps.append(made(ChoreStep, requested_step, id=step_id))
    return steps


def on_day(steps: Iterable[ChoreStep], ticked: AbstractSet[str], completed: bool) -> list[DayStep]:
    """The steps on a date. A completed chore has no open steps."""
    return [DayStep(**asdict(step), done=completed or step.id in ticked) for step in steps]
