"""The command line: one function a command."""

import argparse
import gc
import os
import sys
from pathlib import Path

from appliance.kernel.private_files import set_private_umask
from appliance.settings import from_environment


def main() -> None:
    """`mantel COMMAND`. Exits with 1 and one sentence when it cannot start, with 2 for a word it does not know."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["kiosk"]:
        # The kiosk knows its own options, and nothing of the server.
        kiosk(arguments[1:])
        return

    parser = argparse.ArgumentParser(prog="mantel", description="A household organiser that lives on the wall.")
    commands = parser.add_subparsers(dest="command", required=True)
    server = commands.add_parser("serve", help="serve the household")
    server.add_argument("--demo", action="store_true", help="fill an empty data folder with a made-up family first")
    saver = commands.add_parser("backup", help="copy the household's file, also while the server runs")
    saver.add_argument("folder", nargs="?", help="where to put the copy; default: DATA_DIR/backups")
    bringer = commands.add_parser("restore", help="put a backup in the place of the household's file")
    bringer.add_argument("backup", help="a file, or the name of one in DATA_DIR/backups")
    commands.add_parser("claim-code", help="show a code that claims the household, also when every key is lost")
    commands.add_parser("renew-authority", help="replace the certificate authority of HTTPS at home")
    commands.add_parser("doctor", help="look at disk, clock, database, backups and more, and say what to do")
    commands.add_parser("health", help="ask the running server whether it is well")
    commands.add_parser("kiosk", help="show the wall full-screen on this machine")
    given = parser.parse_args(arguments)
    set_private_umask()
    try:
        COMMANDS[given.command](given)
    except Exception as problem:
        from appliance.maintenance import error_message

        if not (words := error_message(problem)):
            raise
        sys.exit(f"mantel: {words}")


def serve(given: argparse.Namespace) -> None:
    """Serve until SIGTERM or SIGINT."""
    # Almost all that is made at the start stays: looking for garbage among it takes a seventh of the time.
    gc.disable()
    from appliance.demo.family import create_demo
    from appliance.kernel import logging
    from appliance.serve import serve

    logging.configure()
    serve(from_environment(), create_demo if given.demo else None)
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is closed. The HTTP server's own threads may still wake while the interpreter is taken down, and a
    # thread that finds it gone aborts the whole process.
    os._exit(0)


def backup(given: argparse.Namespace) -> None:
    """Copy the household's file, also while the server runs."""
    from appliance.maintenance import back_up

    print(*back_up(from_environment(), given.folder), sep="\n")


def restore(given: argparse.Namespace) -> None:
    """Put a backup in the place of the household's file, which is kept. The server has to be stopped."""
    from appliance.maintenance import restore_backup

    print(*restore_backup(from_environment(), given.backup), sep="\n")


def claim_code(_: argparse.Namespace) -> None:
    """Show a new code that claims the household. The server may be running."""
    from appliance.maintenance import make_claim_code

    print(*make_claim_code(from_environment()), sep="\n")


def renew_authority(_: argparse.Namespace) -> None:
    """Replace the certificate authority. The server may be running; it uses the new one within 15 seconds."""
    from appliance.maintenance import remove_authority

    print(*remove_authority(from_environment()), sep="\n")


def doctor(_: argparse.Namespace) -> None:
    """Say how everything is. Exits with 1 when something is wrong, with 0 when it is well or can wait."""
    from appliance.doctor import examine

    wrong = False
    for found in examine(from_environment()):
        print(f"{found.state:<6}{found.about}: {found.words}" + (f"\n      → {found.do}" if found.do else ""))
        wrong |= found.state == "wrong"
    sys.exit(int(wrong))


def health(_: argparse.Namespace) -> None:
    """Exit with 0 when the server on this machine answers."""
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{from_environment().port}/api/health", timeout=5) as answer:
        print(answer.read().decode())


def kiosk(arguments: list[str]) -> None:
    """Show the wall full-screen."""
    from kiosk.launcher import main as show

    # Beside a server with the same settings it is that server's own wall, unless it is given an address.
    beside = Path(os.environ.get("DATA_DIR") or "data", "wall.sock")
    elsewhere = "KIOSK_URL" in os.environ or any(each.startswith("http") for each in arguments)
    if not elsewhere and beside.is_socket():
        os.environ.setdefault("KIOSK_SOCKET", str(beside))
    sys.exit(show(arguments))


COMMANDS = {
    "serve": serve,
    "backup": backup,
    "restore": restore,
    "claim-code": claim_code,
    "renew-authority": renew_authority,
    "doctor": doctor,
    "health": health,
}

if __name__ == "__main__":
    main()
