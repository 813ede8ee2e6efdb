"""The command line: one function for each command."""

import argparse
import gc
import os
import sys
from pathlib import Path

import appliance
from appliance.kernel.private_files import set_private_umask
from appliance.kernel.scheduling.zone_data import use_newer_zone_data
from appliance.settings import from_environment


def main() -> None:
    """`mantel COMMAND`. Exits with 1 and one sentence when a command fails, with 2 for an unknown command."""
    use_newer_zone_data()
    arguments = sys.argv[1:]
    if arguments == ["sign-certificate"]:
        # Started by the server, not by a person.
        from appliance.network.signing import main as sign_certificate

        sign_certificate()
        return

    if arguments[:1] == ["prepare-photo"] and len(arguments) == 4:
        # The same.
        set_private_umask()
        from appliance.photos.providers.pillow import main as prepare_photo

        prepare_photo(*arguments[1:])
        return

    if arguments[:1] == ["read-recipes"] and len(arguments) == 4:
        # The same.
        set_private_umask()
        from appliance.recipes.imports.worker import main as read_recipes

        read_recipes(*arguments[1:])
        return

    if arguments[:1] == ["try-update"] and len(arguments) == 2:
        # Started by the version before this one.
        set_private_umask()
        from appliance.updates.command import try_update

        try_update(Path(arguments[1]))
        return

    if arguments[:1] == ["draw-demo-photos"] and len(arguments) > 3:
        # The same.
        set_private_umask()
        from appliance.demo.pictures.worker import main as draw_demo_photos

        draw_demo_photos(*arguments[1:])
        return

    if hasattr(sys, "_MEIPASS"):
        from appliance.kernel import one_file

        one_file.begin(Path(sys._MEIPASS))
    if arguments[:1] == ["kiosk"]:
        # The kiosk has its own options.
        kiosk(arguments[1:])
        return

    if arguments == ["--version"]:
        # Not in the parser, because reading it takes time.
        from appliance.kernel.version import version

        print(f"mantel {version()}")
        return

    parser = argparse.ArgumentParser(prog="mantel", description="A household organiser that lives on the wall.")
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", required=True)
    server = commands.add_parser("serve", help="run the server")
    server.add_argument(
        "--demo",
        nargs="?",
        const="family",
        choices=["family", "busy"],
        help="fill an empty data folder with a demo household first; busy: seven people, forty events a week",
    )
    server.add_argument("--no-photos", action="store_true", help="leave out the demo household's drawn photos")
    server.add_argument("--lang", default="en", help="the language of the demo household, such as de")
    backup_parser = commands.add_parser(
        "backup", help="make a verified copy of the household's file, also while the server runs"
    )
    backup_parser.add_argument("folder", nargs="?", help="the folder of the copy; by default DATA_DIR/backups")
    restore_parser = commands.add_parser("restore", help="replace the household's file by a backup")
    restore_parser.add_argument("backup", help="a file, or the name of a backup in DATA_DIR/backups")
    updater = commands.add_parser("update", help="look for a newer version, and install it")
    updater.add_argument("place", nargs="?", help="an address, or a folder as on a USB stick; by default UPDATE_URL")
    updater.add_argument("--check", action="store_true", help="only say whether there is one")
    applier = commands.add_parser("apply-update")
    applier.add_argument("--at-boot", action="store_true")
    applier.add_argument("--watch", action="store_true")
    commands.add_parser("claim-code", help="show a code that claims the household, also when every key is lost")
    commands.add_parser("renew-authority", help="replace the certificate authority of HTTPS at home")
    examiner = commands.add_parser("doctor", help="check disk, clock, database, backups and more, and advise")
    examiner.add_argument(
        "--hardware", action="store_true", help="describe this machine instead, without personal data, to be sent"
    )
    commands.add_parser("health", help="check that the server answers")
    commands.add_parser("notices", help="show the licences of everything that this program contains")
    commands.add_parser("kiosk", help="show the wall in full screen on this machine")
    commands.add_parser("host", help="serve many households")
    # `host` has its own options.
    options = parser.parse_args(arguments[:1] if arguments[:1] == ["host"] else arguments)
    options.arguments = arguments[1:]
    set_private_umask()
    try:
        COMMANDS[options.command](options)
    except Exception as problem:
        from appliance.maintenance import error_message

        if not (message := error_message(problem)):
            raise
        sys.exit(f"mantel: {message}")


def serve(options: argparse.Namespace) -> None:
    """Run the server until SIGTERM or SIGINT."""
    # Almost everything that is allocated at the start stays. The collector would take a seventh of the start time.
    gc.disable()
    from appliance.kernel import logging
    from appliance.serve import serve

    logging.configure()
    if options.demo == "busy":
        from appliance.demo.busy import create_busy_demo

        serve(from_environment(), create_busy_demo, with_rest=not options.no_photos)
    elif options.demo:
        from appliance.demo.family import create_demo
        from appliance.demo.translation import Translation

        translation = Translation(options.lang)
        serve(
            from_environment(),
            lambda application: create_demo(application, translation),
            with_rest=not options.no_photos,
        )
    else:
        serve(from_environment())
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is closed. The HTTP server's own threads may still run while the interpreter shuts down, and would then
    # abort the process.
    os._exit(0)


def backup(options: argparse.Namespace) -> None:
    """Make a verified copy of the household's file, also while the server runs."""
    from appliance.maintenance import back_up

    print(*back_up(from_environment(), options.folder), sep="\n")


def restore(options: argparse.Namespace) -> None:
    """Replace the household's file by a backup. The replaced file is kept. The server must be stopped."""
    from appliance.maintenance import restore_backup

    print(*restore_backup(from_environment(), options.backup), sep="\n")


def update(options: argparse.Namespace) -> None:
    """Look for a newer version, and prepare it for the server, which tries it and goes back by itself if it must."""
    from appliance.updates.command import update_program

    print(*update_program(from_environment(), options.place, only_check=options.check), sep="\n")


def apply_update(options: argparse.Namespace) -> None:
    """Install what the server has tried: started by mantel-update.service as root, and at the boot of a card."""
    from appliance.updates.apply import apply_update, card_of

    settings, work = from_environment(), Path(os.environ.get("STATE_DIRECTORY", "/var/lib/mantel-update"))
    card = card_of(settings, work)
    if options.at_boot and card:
        card.at_boot()
    elif options.watch and card:
        card.watch()
    else:
        print(*apply_update(settings, work, card=card), sep="\n")


def claim_code(_: argparse.Namespace) -> None:
    """Show a new code that claims the household. The server may be running."""
    from appliance.maintenance import make_claim_code

    print(*make_claim_code(from_environment()), sep="\n")


def renew_authority(_: argparse.Namespace) -> None:
    """Replace the certificate authority. The server may be running; it uses the new one within 15 seconds."""
    from appliance.maintenance import remove_authority

    print(*remove_authority(from_environment()), sep="\n")


def doctor(options: argparse.Namespace) -> None:
    """Print all findings, or the report about the hardware. Exits with 1 when something is wrong, else with 0."""
    if options.hardware:
        from appliance.hardware import report

        print(report())
        return

    from appliance.doctor import examine
    from appliance.ownership import become_owner

    settings = from_environment()
    become_owner(settings.data_dir)
    wrong = False
    for finding in examine(settings):
        advice = f"\n         → {finding.do}" if finding.do else ""
        print(f"{finding.state:<9}{finding.about}: {finding.message}{advice}")
        wrong |= finding.state == "error"
    sys.exit(int(wrong))


def health(_: argparse.Namespace) -> None:
    """Exit with 0 when the server on this machine answers."""
    from http.client import HTTPException

    from appliance.kernel.http.local_connection import connection_to

    settings = from_environment()
    place = settings.unix_socket or f"port {settings.port} of this machine"
    connection = connection_to("127.0.0.1", settings.port, settings.unix_socket, 5)
    try:
        connection.request("GET", "/api/health", headers={"Host": "localhost"})
        answer = connection.getresponse()
        if answer.status != 200:
            raise OSError(f"status {answer.status}")
        print(answer.read().decode())
    except (OSError, HTTPException) as failure:
        sys.exit(f"mantel: no healthy server on {place} ({failure}). To start one: mantel serve")
    finally:
        connection.close()


def notices(_: argparse.Namespace) -> None:
    """Print the file that the builds of `image/` make."""
    # In the single file this module is not in the folder of its package.
    file = Path(appliance.__path__[0], "NOTICES.md")
    if not file.is_file():
        sys.exit("mantel: only the container, the single file, the card and image/install bring this list")
    print(file.read_text("utf-8"), end="")


def host(options: argparse.Namespace) -> None:
    """Run a cell of many households, or change its registry."""
    from appliance.hosting.commands import run

    run(options.arguments)


def kiosk(arguments: list[str]) -> None:
    """Show the wall full-screen."""
    from kiosk.launcher import main as show

    # With a server of the same settings on this machine it is that server's wall, unless an address is given.
    beside = Path(os.environ.get("DATA_DIR") or "data", "wall.sock")
    elsewhere = "KIOSK_URL" in os.environ or any(argument.startswith("http") for argument in arguments)
    if not elsewhere and beside.is_socket():
        os.environ.setdefault("KIOSK_SOCKET", str(beside))
    sys.exit(show(arguments))


COMMANDS = {
    "serve": serve,
    "backup": backup,
    "restore": restore,
    "update": update,
    "apply-update": apply_update,
    "claim-code": claim_code,
    "renew-authority": renew_authority,
    "doctor": doctor,
    "health": health,
    "notices": notices,
    "host": host,
}

if __name__ == "__main__":
    main()
