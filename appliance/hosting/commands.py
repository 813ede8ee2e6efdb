"""`mantel host`: runs a cell; its sub-commands ask the registry's API of a running one."""

import argparse
import gc
import importlib
import shutil
import sys
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

import msgspec

from appliance.hosting.models import Household, NewHousehold
from appliance.hosting.settings import HostSettings, host_from_environment, household_settings
from appliance.kernel.errors import ApiError, Conflict
from appliance.kernel.http.local_connection import UnixConnection
from appliance.settings import BadSetting, from_environment

TIMEOUT_SECONDS = 30
# A busy machine migrates a large household for so long.
PATIENCE_SECONDS = 120
POLL_SECONDS = 0.2
# What a server imports when it first needs it: each household would have a copy of its own.
LATE = (
    "babel.dates",
    "caldav",
    "cryptography.x509",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "cryptography.hazmat.primitives.ciphers.aead",
    "holidays",
    "http.cookiejar",
    "httpx",
    "icalendar",
    "ifaddr",
    "plistlib",
    "prometheus_client",
    "pywebpush",
    "webauthn",
)


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of `mantel host`."""
    parser = argparse.ArgumentParser(
        prog="mantel host", description="Serve many households: without a sub-command, run this cell until SIGTERM."
    )
    commands = parser.add_subparsers(dest="command")
    adder = commands.add_parser("add", help="add a household and start it")
    adder.add_argument("name", help="up to 32 small letters, digits and hyphens; also the name of its folder")
    adder.add_argument("host_name", help="where it is found, as in berg.example.org")
    adder.add_argument("--from", dest="backup", help="a file that `mantel backup` made, with photos and encryption.key")
    adder.add_argument("--cell", help="the cell that runs it; by default HOSTING_CELL")
    commands.add_parser("list", help="list the households")
    for name, about in (
        ("suspend", "stop a household until it is resumed"),
        ("resume", "start a suspended household"),
        ("delete", "stop a household, and move its data to the folder `deleted`"),
        ("claim-code", "show a code that claims a household"),
    ):
        commands.add_parser(name, help=about).add_argument("name")
    leaver = commands.add_parser("backup", help="make a backup of a household with its photos and its key")
    leaver.add_argument("name")
    leaver.add_argument("folder")
    mover = commands.add_parser("move", help="let another cell run a household")
    mover.add_argument("name")
    mover.add_argument("cell")
    return parser.parse_args(arguments)


def run(arguments: list[str]) -> None:
    """Run a command. Raises ApiError, BadSetting, OSError, and for the cell what its start raises."""
    options, settings = parse(arguments), host_from_environment()
    if options.command is None:
        run_cell(settings)
    else:
        COMMANDS[options.command](settings, options)


def run_cell(settings: HostSettings) -> None:
    """Import everything, then fork a process for each household, and watch them until SIGTERM."""
    if getattr(sys, "frozen", False):
        raise BadSetting("the one file cannot host; install the package of Mantel")
    gc.disable()
    from appliance.hosting.supervisor import Supervisor
    from appliance.kernel import logging, memory
    from appliance.routes import create_api

    logging.configure()
    memory.use_one_arena()
    for module in LATE:
        importlib.import_module(module)
    supervisor = Supervisor(settings, from_environment(), create_api())
    gc.collect()
    # The collector would write into pages that all processes share.
    gc.freeze()
    supervisor.run()


def _add(settings: HostSettings, options: argparse.Namespace) -> None:
    request = msgspec.convert(
        {"name": options.name, "hostName": options.host_name, "cell": options.cell}, NewHousehold, strict=False
    )
    lines: list[str] = []
    if options.backup:
        _ask(settings, "GET", "/cells")  # a registry that does not answer would leave a folder that nobody has
        from appliance.hosting.moving import bring

        lines = bring(settings, from_environment(), request.name, request.host_name, Path(options.backup))
    try:
        _ask(settings, "POST", "/households", request)
    except ApiError:
        if options.backup:
            shutil.rmtree(settings.data_dir(request.name))
        raise
    household = _wait(settings, options.name, _runs)
    print(f"{household.name} is at https://{household.host_name}, for a proxy that uses {household.socket}")
    print(*lines, sep="\n", end="\n" if lines else "")
    if options.backup:
        print("Devices of the family have their keys still; they open the new address once")
    else:
        _print_claim_code(settings, household)


def _backup(settings: HostSettings, options: argparse.Namespace) -> None:
    from appliance.hosting.moving import take_out

    household = msgspec.convert(_ask(settings, "GET", f"/households/{options.name}"), Household)
    base, target = from_environment(), Path(options.folder)
    print(*take_out(settings, base, household.name, household.host_name, target), sep="\n")


def _list(settings: HostSettings, _: argparse.Namespace) -> None:
    households = msgspec.convert(_ask(settings, "GET", "/households"), list[Household])
    rows = [("NAME", "HOST NAME", "STATE", "CELL", "PROCESS")]
    rows += [(each.name, each.host_name, _state(each), each.cell, _process(each)) for each in households]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def _suspend(settings: HostSettings, options: argparse.Namespace) -> None:
    _ask(settings, "PATCH", f"/households/{options.name}", {"state": "suspended"})
    _wait(settings, options.name, lambda household: household.process is None)


def _resume(settings: HostSettings, options: argparse.Namespace) -> None:
    _ask(settings, "PATCH", f"/households/{options.name}", {"state": "running"})
    _wait(settings, options.name, _runs)


def _move(settings: HostSettings, options: argparse.Namespace) -> None:
    household = msgspec.convert(
        _ask(settings, "PATCH", f"/households/{options.name}", {"cell": options.cell}), Household
    )
    if household.moving_to:
        _wait_until_gone(settings, options.name, "its cell has not given it away yet")
        print(f"{household.name} is in cell {options.cell} now; let the name {household.host_name} lead there")
    elif household.state == "running":
        _wait(settings, options.name, _runs)


def _delete(settings: HostSettings, options: argparse.Namespace) -> None:
    _ask(settings, "DELETE", f"/households/{options.name}")
    _wait_until_gone(settings, options.name, "it is marked as deleted, but its cell has not set its data aside yet")
    print(f"The data is in {settings.folder / 'deleted'} until somebody deletes it there")


def _claim_code(settings: HostSettings, options: argparse.Namespace) -> None:
    _print_claim_code(settings, msgspec.convert(_ask(settings, "GET", f"/households/{options.name}"), Household))


def _print_claim_code(settings: HostSettings, household: Household) -> None:
    from appliance.maintenance import make_claim_code

    print(
        *make_claim_code(household_settings(from_environment(), settings, household.name, household.host_name)),
        sep="\n",
    )


def _state(household: Household) -> str:
    return f"{household.state}, moves to {household.moving_to}" if household.moving_to else household.state


def _process(household: Household) -> str:
    process = household.process
    if process is None:
        return "-"
    failed = f", failed {process.restarts}x: {process.problem}" if process.problem else ""
    return process.state + (f" as {process.pid}" if process.pid else "") + failed


def _runs(household: Household) -> bool:
    return household.process is not None and household.process.state == "running"


def _wait_until_gone(settings: HostSettings, name: str, so_far: str) -> None:
    """Wait until the registry has no such household. Raises Conflict."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        households = msgspec.convert(_ask(settings, "GET", "/households"), list[Household])
        found = next((each for each in households if each.name == name), None)
        if found is None:
            return
        if found.move_problem and not found.moving_to and found.state != "deleted":
            raise Conflict(f"{name} stays here: {found.move_problem}")
        if time.monotonic() > end:
            raise Conflict(f"{name}: {so_far}")
        time.sleep(POLL_SECONDS)


def _wait(settings: HostSettings, name: str, reached: Callable[[Household], bool]) -> Household:
    """Wait until the cell has done what the registry says. Raises Conflict when it takes too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        household = msgspec.convert(_ask(settings, "GET", f"/households/{name}"), Household)
        if reached(household):
            return household
        if time.monotonic() > end:
            raise Conflict(
                f"stored, but cell {household.cell} has not followed yet: its process is {_process(household)}"
            )
        time.sleep(POLL_SECONDS)


def _ask(settings: HostSettings, method: str, path: str, body: object = None) -> Any:
    """A request to the registry's API. Raises ApiError, OSError."""
    connection = UnixConnection(settings.api_socket, TIMEOUT_SECONDS)
    headers = {"Host": "localhost", "Content-Type": "application/json"}
    try:
        connection.request(method, path, msgspec.json.encode(body) if body is not None else None, headers)
        answer = connection.getresponse()
        content = msgspec.json.decode(answer.read())
    except (OSError, HTTPException) as problem:
        raise OSError(
            f"cell {settings.cell} does not answer at {settings.api_socket} ({problem}); start it: mantel host"
        ) from None
    finally:
        connection.close()
    if answer.status >= 400:
        raise ApiError(content["error"])
    return content


COMMANDS = {
    "add": _add,
    "list": _list,
    "suspend": _suspend,
    "resume": _resume,
    "move": _move,
    "backup": _backup,
    "delete": _delete,
    "claim-code": _claim_code,
}
