"""`python -m tests.set_clock [OPTIONS]`: mantel as on a machine whose clock is set.

A machine whose clock no network has set holds notifications and backups back for ten minutes after its start, and the
machine of the tests may have just started. `tests/kernel/test_clock.py` has the rule itself.
"""

from datetime import timedelta

from appliance.kernel.scheduling import clock


def do_not_wait_for_the_network() -> None:
    """From now on this process takes the time as it is."""
    clock.SETTLING = timedelta(0)


if __name__ == "__main__":
    from appliance.__main__ import main

    do_not_wait_for_the_network()
    main()
