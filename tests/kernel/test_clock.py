import pytest

from appliance.kernel.scheduling.clock import is_clock_right, is_zone


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Europe/Berlin", True),
        ("UTC", True),
        ("America/Argentina/Buenos_Aires", True),
        ("europe/berlin", False),
        ("Europe", False),
        ("Mars/Olympus_Mons", False),
        ("../UTC", False),
        ("posixrules", False),
        ("", False),
    ],
)
def test_a_zone_is_a_name_of_the_database(name: str, known: bool) -> None:
    assert known == is_zone(name)


@pytest.mark.parametrize(
    ("state", "seconds_up", "right"),
    [
        (0, 5, True),
        (4, 5, True),
        (5, 5, False),
        (5, 599, False),
        (5, 601, None),
        (-1, 5, None),
        (-1, 601, None),
    ],
)
def test_a_clock_is_right_when_the_network_has_set_it(state: int, seconds_up: float, right: bool | None) -> None:
    assert right == is_clock_right(state, seconds_up)
