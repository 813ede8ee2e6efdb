"""A pytest plugin: a test that fails runs once more, alone, at the end of the run. If it passes, the run passes too.

`./run test` uses it for the journeys, and ends with their names. Nothing else passes at the second try: not a worker
that ended, not a file that cannot be collected. tests/flaky.md has the known cases and their causes.
"""

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

# So many at once are no coincidence.
MOST = 5
PHASES = ("setup", "call", "teardown")
option = "--second-try"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(option, type=Path, metavar="FILE", help="the file for the names of what passed at the second try")


def pytest_configure(config: pytest.Config) -> None:
    """In the process that collects the reports, not in the workers of pytest-xdist."""
    if config.getoption(option) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondTry(config))


class SecondTry:
    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._failed: dict[str, None] = {}
        self._final = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed[name_of(report.nodeid)] = None
            # pytest-xdist reports the test during which a worker ended as failed, in no phase.
            self._final |= report.when not in PHASES

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._final |= report.failed

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        """After the summary of the first try."""
        yield
        failed = session.exitstatus == pytest.ExitCode.TESTS_FAILED and not self._final
        if failed and len(self._failed) <= MOST and all(map(self._passes, self._failed)):
            session.exitstatus = pytest.ExitCode.OK
            self._config.getoption(option).write_text("".join(f"{test}\n" for test in self._failed), "utf-8")

    def _passes(self, test: str) -> bool:
        terminal = self._config.get_terminal_writer()
        terminal.line(f"\n── second try: {test}")
        terminal.flush()
        command = [sys.executable, "-m", "pytest", "-m", self._config.option.markexpr, test]
        return subprocess.run(command, cwd=self._config.rootpath, check=False).returncode == 0


def name_of(nodeid: str) -> str:
    """pytest-xdist adds the group of a test to its id: `test_x.py::test[a]@group`."""
    return nodeid[: nodeid.rfind("@")] if nodeid.rfind("@") > nodeid.rfind("]") else nodeid
