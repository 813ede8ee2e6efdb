import msgspec
import pytest

from appliance.hosting.models import Child, Pause, Registered
from appliance.hosting.rules import (
    FIRST_PAUSE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    STABLE_SECONDS,
    START_SECONDS,
    STARTS_AT_A_TIME,
    STOP_SECONDS,
    WATCHDOG_SECONDS,
    pause_after,
    plan,
)

NOW = 1000.0


def household(number: int = 1, state: str = "running", host_name: str = "a.example.org") -> Registered:
    fields = {"id": number, "name": f"h{number}", "host_name": host_name, "state": state, "cell": "c", "created_at": ""}
    return msgspec.convert(fields, Registered)


def child(of: Registered, state: str = "running", age: float = 10, silent: float = 1) -> Child:
    stop_at = NOW + STOP_SECONDS if state == "stopping" else None
    return Child(
        household=of,
        pid=7,
        state=state,  # type: ignore[arg-type]
        started_at=NOW - age,
        seen_at=NOW - silent,
        stop_at=stop_at,
    )


def pause(until: float) -> Pause:
    return Pause(failures=1, until=until, problem="exit status 1")


RUNS, SUSPENDED, DELETED = household(), household(state="suspended"), household(state="deleted")
MOVES = msgspec.structs.replace(RUNS, moving_to="two")
ALMOST = 0.9
# What is registered, its process, its pause; what is done: start, stop, kill, set aside.
CASES = {
    "a new one starts": (RUNS, None, None, "start"),
    "one that runs goes on": (RUNS, child(RUNS), None, ""),
    "one that waits is not started": (RUNS, None, pause(NOW + 1), ""),
    "one that has waited is": (RUNS, None, pause(NOW), "start"),
    "a suspended one is stopped": (SUSPENDED, child(RUNS), None, "stop"),
    "a suspended one is not started": (SUSPENDED, None, None, ""),
    "one that stops is not stopped again": (SUSPENDED, child(RUNS, "stopping"), None, ""),
    "one that moves to another machine is stopped": (MOVES, child(RUNS), None, "stop"),
    "then it is sent": (MOVES, None, None, "send"),
    "a moved one is stopped": (None, child(RUNS), None, "stop"),
    "another host name needs another process": (household(host_name="b.example.org"), child(RUNS), None, "stop"),
    "one that starts may be stopped": (SUSPENDED, child(RUNS, "starting"), None, "stop"),
    "a deleted one is stopped first": (DELETED, child(RUNS), None, "stop"),
    "then set aside": (DELETED, None, None, "set_aside"),
    "a silent one is killed": (RUNS, child(RUNS, silent=WATCHDOG_SECONDS), None, "kill"),
    "not before": (RUNS, child(RUNS, silent=WATCHDOG_SECONDS * ALMOST), None, ""),
    "a start takes longer": (RUNS, child(RUNS, "starting", silent=WATCHDOG_SECONDS * 2), None, ""),
    "but not for ever": (RUNS, child(RUNS, "starting", silent=START_SECONDS), None, "kill"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_step(case: str) -> None:
    stored, process, waiting, expected = CASES[case]
    done = plan([stored] if stored else [], {1: process} if process else {}, {1: waiting} if waiting else {}, NOW)
    found = {name: len(value) for name, value in msgspec.structs.asdict(done).items() if value}
    assert ({expected: 1} if expected else {}) == found


def test_one_that_does_not_stop_is_killed() -> None:
    stopping = child(RUNS, "stopping")
    assert [stopping] == plan([SUSPENDED], {1: stopping}, {}, NOW + STOP_SECONDS).kill


def test_only_some_start_at_a_time() -> None:
    all_of_them = [household(number) for number in range(1, 10)]
    starting = {1: child(all_of_them[0], "starting")}
    assert all_of_them[1:STARTS_AT_A_TIME] == plan(all_of_them, starting, {}, NOW).start


def test_a_host_that_stops_starts_nothing() -> None:
    done = plan([RUNS, household(2)], {1: child(RUNS)}, {}, NOW, stopping=True)
    assert ([], 1) == (done.start, len(done.stop))


def test_each_failure_waits_longer_up_to_a_bound() -> None:
    waits, before = [], None
    for _ in range(12):
        before = pause_after(child(RUNS), "exit status 1", before, NOW)
        waits.append(before.until - NOW)
    assert [FIRST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2, FIRST_PAUSE_SECONDS * 4] == waits[:3]
    assert LONGEST_PAUSE_SECONDS == waits[-1]
    assert 1 == pause_after(child(RUNS, age=STABLE_SECONDS), "exit status 1", before, NOW).failures
