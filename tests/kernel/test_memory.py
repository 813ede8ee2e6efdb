"""Memory that was used once is given back."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, re, threading
from pathlib import Path
from appliance.kernel import memory

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

def work():
    # The last block keeps the top of the heap in use.
    blocks = [bytes(2_000) for _ in range(50_000)]
    kept.append(blocks[-1])

async def give_back():
    giving_back = asyncio.create_task(memory.return_unused())
    for _ in range(1_000):
        await asyncio.sleep(0.05)
        if resident() - before < 25:
            break
    giving_back.cancel()

memory.use_one_arena()
memory.AFTER_START_SECONDS = memory.INTERVAL_SECONDS = 0.1
kept, before = [], resident()
for _ in range(3):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
used = resident() - before
asyncio.run(give_back())
print(used, resident() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is asked to give memory back")
def test_free_memory_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    used, left = map(int, done.stdout.split())
    assert used > 50
    assert left < 25
