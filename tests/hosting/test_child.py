import os
import subprocess
import sys

# In processes of their own: pytest has threads.
FORK = """
import os, threading
from appliance.hosting.child import fork
if {threads}:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
try:
    print(os.waitstatus_to_exitcode(os.waitpid(fork(lambda: {result}), 0)[1]), flush=True)
except RuntimeError as problem:
    print(problem, flush=True)
os._exit(0)
"""


def run(threads: int, result: str) -> str:
    command = [sys.executable, "-c", FORK.format(threads=threads, result=result)]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout.strip()


def test_a_process_ends_with_what_its_function_returns() -> None:
    assert "7" == run(0, "7")
    assert "1" == run(0, "1 / 0")


def test_a_process_with_threads_is_not_forked() -> None:
    assert "a process with 2 threads cannot be forked" == run(1, "0")
