from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A data folder with nothing in it, and no server yet."""
    here = Machine(tmp_path / "data", tmp_path / "log")
    yield here
    here.kill()
