"""A process of its own for work on what strangers wrote: with limits of time and memory, and ended afterwards."""

import asyncio
import os
import resource
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from appliance.kernel.own_program import own_program
from kiosk.one_file import restore

# What a program needs to start, also the one-file program. Settings of the server may be secrets and are not passed on.
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "SYSTEMROOT")
PASSED_ON_BEGINNINGS = ("PYTHON", "_PYI", "_MEI", "VIRTUAL_ENV", "COVERAGE")


async def run(
    arguments: Sequence[str], timeout: float, program: Sequence[str] | None = None
) -> tuple[bytes, str, int | None]:
    """Run this program, or another one, with arguments: what it printed, its errors, and its exit status.

    The status is None when it was killed because it took longer than `timeout` seconds. Raises OSError.
    """
    process = await asyncio.create_subprocess_exec(
        *(program or own_program()),
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=of_another_program(environment()) if program else environment(),
    )
    try:
        async with asyncio.timeout(timeout):
            printed, errors = await process.communicate()
        return printed, errors.decode(errors="replace"), process.returncode
    except TimeoutError:
        return b"", f"it took longer than {timeout:g} seconds", None
    finally:
        # Also when the request was cancelled.
        if process.returncode is None:
            process.kill()
            await process.wait()


def of_another_program(variables: Mapping[str, str]) -> dict[str, str]:
    """An environment without what this one-file program has set for itself: its libraries, and its unpacked folder."""
    found = dict(variables)
    restore(found)
    # Also where this one was not started from one file: another one unpacks itself.
    return {**found, "PYINSTALLER_RESET_ENVIRONMENT": "1"}


def environment() -> dict[str, str]:
    """The environment of the process."""
    kept = {
        name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_BEGINNINGS)
    }
    # Each thread's own heap would take 64 MB of the address space, which is limited.
    return {**kept, "MALLOC_ARENA_MAX": "1"}


def limit(*, memory_bytes: int, cpu_seconds: int, file_bytes: int) -> None:
    """Limits of this process that it cannot raise again: address space, processor time, size of a written file."""
    for kind, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    # The server may have ended meanwhile, and nobody would stop this process.
    signal.alarm(4 * cpu_seconds)
    with suppress(OSError):
        os.nice(10)
    with suppress(OSError):
        # When memory runs out, the system ends this process and not the server.
        Path("/proc/self/oom_score_adj").write_text("1000")
