"""Moves between cells on two machines, which share a bucket and nothing else."""

from collections.abc import Iterator

import pytest

from tests.hosting.bucket import TAKEOVER_SECONDS, Store, needs_bucket, running, seaweedfs
from tests.hosting.host import Cell
from tests.hosting.writes import Writes, add_member, add_photo, names
from tests.waiting import until

pytestmark = [needs_bucket, pytest.mark.slow, pytest.mark.waits]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with seaweedfs() as made:
        yield made


def test_a_move_under_load_loses_no_answered_write(store: Store) -> None:
    one, two = store.host("one", "a"), store.host("two", "b")
    with running(one, two):
        one.start()
        two.start()
        key, other = one.add("berg"), one.add("tal")
        photo = add_photo(one, key)
        with Writes([one, two], key) as writes:
            until(lambda: len(writes.answered), lambda count: count > 20)
            said = one.do("move", "berg", "two")
            assert "berg is in cell two now" in said
            before = len(writes.answered)
            until(lambda: len(writes.answered), lambda count: count > before + 20, seconds=TAKEOVER_SECONDS)
        assert set(writes.answered) <= set(writes.stored(two))
        assert (two.folder / f"households/berg/photos/{photo}.webp").exists()
        assert not one.answers("berg")
        assert one.answers("tal")
        assert "berg" not in one.do("list")
        assert "berg" in two.do("list")
        # What arrived is in the other cell's part of the bucket: its machine may be lost at once.
        two.kill()
        third = store.host("two", "c")
        with running(third):
            third.start_waiting()
            until(lambda: third.answers("berg"), seconds=TAKEOVER_SECONDS)
            # What the other machine answered in the moments before its loss was not sent yet.
            assert set(writes.answered_by["one"]) <= set(writes.stored(third))
        assert 201 == add_member(one, other, "Ida", "tal")


def test_a_household_that_left_and_came_back_is_in_the_bucket(store: Store) -> None:
    """Also one whose name and folder another one had before."""
    one, two = store.host("here", "a"), store.host("there", "b")
    with running(one, two):
        one.start()
        two.start()
        one.add("berg")
        one.do("delete", "berg")
        key = one.add("berg")
        assert 201 == add_member(one, key, "Ida")
        one.do("move", "berg", "there")
        assert 201 == add_member(two, key, "Ole")
        two.do("move", "berg", "here")
        assert 201 == add_member(one, key, "Eva")
        assert 0 == one.stop()
        assert "gave the lease back" in one.log.read_text()
        other = store.host("here", "c")
        with running(other):
            other.start_waiting()
            until(lambda: other.answers("berg"), seconds=TAKEOVER_SECONDS)
            assert ["Ida", "Ole", "Eva"] == names(other, key)


def test_a_household_that_is_not_taken_stays(store: Store) -> None:
    one, two = store.host("stays", "a"), store.host("full", "b")
    with running(one, two):
        one.start()
        two.start()
        key = one.add("see")
        two.add("see")
        assert_stays(one, "there is a household see already", "full")
        assert_stays(one, "there is no cell nowhere in this bucket", "nowhere")
        until(lambda: one.answers("see"), seconds=TAKEOVER_SECONDS)
        assert 201 == add_member(one, key, "Ida", "see")
        assert ["Ida"] == names(one, key, "see")


def assert_stays(cell: Cell, why: str, target: str) -> None:
    done = cell.command("move", "see", target)
    assert done.returncode == 1
    assert f"see stays here: {why}" in done.stderr.replace("name: ", ""), done.stderr
