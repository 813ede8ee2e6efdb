"""What a cell does next for its households. Moments are of the monotonic clock, in seconds."""

from collections.abc import Iterable, Mapping

from appliance.hosting.models import Child, Pause, Plan, Registered

# A start takes most of a processor; more at a time would only delay the first ones.
STARTS_AT_A_TIME = 4
# A household of ten years that is migrated takes long.
START_SECONDS = 600.0
# As WatchdogSec= of the unit of a lone server.
WATCHDOG_SECONDS = 60.0
# The server waits for running requests, and writes the last pages.
STOP_SECONDS = 20.0
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
# Who ran that long has recovered.
STABLE_SECONDS = 60.0


def plan(
    households: Iterable[Registered],
    children: Mapping[int, Child],
    pauses: Mapping[int, Pause],
    now: float,
    *,
    stopping: bool = False,
) -> Plan:
    """What to start, stop and kill. `households` are those of this cell; children and pauses are by their ids.

    A household that was moved to another cell is not among them, so its process is stopped here.
    """
    own = {each.id: each for each in households}
    stop = [
        child
        for number, child in children.items()
        if child.state != "stopping" and (stopping or not _may_run(own.get(number), child))
    ]
    room = STARTS_AT_A_TIME - sum(child.state == "starting" for child in children.values())
    startable = [
        each
        for number, each in own.items()
        if _is_wanted(each) and number not in children and (number not in pauses or pauses[number].until <= now)
    ]
    return Plan(
        start=[] if stopping else startable[: max(0, room)],
        stop=stop,
        kill=[child for child in children.values() if _is_stuck(child, now)],
        set_aside=[each for number, each in own.items() if each.state == "deleted" and number not in children],
        send=[each for number, each in own.items() if each.moving_to and number not in children],
    )


def pause_after(child: Child, problem: str, before: Pause | None, now: float) -> Pause:
    """The pause after a process that failed: twice as long as the last one, unless it ran well for a while."""
    failures = 1 if before is None or now - child.started_at >= STABLE_SECONDS else before.failures + 1
    seconds = min(FIRST_PAUSE_SECONDS * 2 ** min(failures - 1, 20), LONGEST_PAUSE_SECONDS)
    return Pause(failures=failures, until=now + seconds, problem=problem)


def _may_run(household: Registered | None, child: Child) -> bool:
    """Whether a process may go on: with another host name it has to start again."""
    return household is not None and _is_wanted(household) and household.host_name == child.household.host_name


def _is_wanted(household: Registered) -> bool:
    return household.state == "running" and household.moving_to is None


def _is_stuck(child: Child, now: float) -> bool:
    if child.stop_at is not None:
        return now >= child.stop_at
    return now - child.seen_at >= (WATCHDOG_SECONDS if child.state == "running" else START_SECONDS)
