"""The OpenAPI document, made in another process: Litestar's objects for it would keep 17 MB in the server."""

import asyncio
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import msgspec

from appliance.kernel.own_program import own_program

log = logging.getLogger(__name__)
COMMAND = "describe-api"
TIMEOUT_S = 120

# Of many first requests one makes the document; the others do not occupy the threads of other work.
_one_thread = ThreadPoolExecutor(max_workers=1)


async def api_document() -> bytes:
    """The document as JSON, made at the first call and kept. Raises OSError."""
    return await asyncio.get_running_loop().run_in_executor(_one_thread, _made)


def main() -> None:
    """The new process: print the document."""
    from appliance.routes import document

    sys.stdout.buffer.write(msgspec.json.encode(document()))


@cache
def _made() -> bytes:
    try:
        done = subprocess.run([*own_program(), COMMAND], capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise OSError(f"describing the API took longer than {TIMEOUT_S} seconds") from None
    if done.returncode:
        log.warning("the API could not be described", extra={"reason": done.stderr.decode(errors="replace")[-500:]})
        raise OSError("the API could not be described")
    return done.stdout
