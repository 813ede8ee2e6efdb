from uuid import UUID

import pytest

from appliance.chores.routines.models import ChoreStep, DayStep, NewChoreStep
from appliance.chores.routines.rules import on_day, stored_steps
from appliance.kernel.errors import BadRequest

ONE, TWO = str(UUID(int=1)), str(UUID(int=2))


def test_a_step_without_an_id_gets_one() -> None:
    requested = [
        NewChoreStep(title="Teeth", emoji="🪥", timer_seconds=120),
        NewChoreStep(title="Socks", id=UUID(ONE), time="07:10"),
    ]

    steps = stored_steps(requested, lambda: TWO)

    assert steps == [
        ChoreStep(id=TWO, title="Teeth", emoji="🪥", timer_seconds=120),
        ChoreStep(id=ONE, title="Socks", time="07:10"),
    ]


def test_an_id_occurs_once() -> None:
    with pytest.raises(BadRequest, match=r"steps\.1\.id: occurs twice"):
        stored_steps(
            [NewChoreStep(title="Teeth", id=UUID(ONE)), NewChoreStep(title="Socks", id=UUID(ONE))], lambda: TWO
        )


def test_an_emoji_is_one_emoji() -> None:
    with pytest.raises(BadRequest, match=r"steps\.0\.emoji: must be a single emoji"):
        stored_steps([NewChoreStep(title="Teeth", emoji="teeth")], lambda: TWO)


def test_the_steps_of_a_day() -> None:
    steps = (ChoreStep(id=ONE, title="Teeth"), ChoreStep(id=TWO, title="Socks"))

    open_one = [DayStep(id=ONE, title="Teeth", done=False), DayStep(id=TWO, title="Socks", done=True)]
    assert open_one == on_day(steps, {TWO}, completed=False)
    assert [True, True] == [step.done for step in on_day(steps, set(), completed=True)]
