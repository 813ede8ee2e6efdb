"""CalDAV servers of Debian packages: sabre/dav (php-cli, php-sqlite3, php-sabre-dav) and Cyrus (cyrus-caldav)."""

import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.calendar.servers import PASSWORD, USER, Server
from tests.ports import free_port

CYRUS = Path("/usr/lib/cyrus/bin")
IMAPD_CONF = """
configdirectory: {folder}/conf
defaultpartition: default
partition-default: {folder}/spool
proc_path: {folder}/proc
mboxname_lockpath: {folder}/lock
lmtpsocket: {folder}/lmtp
idlesocket: {folder}/idle
notifysocket: {folder}/notify
cyrus_user: {user}
httpmodules: caldav
caldav_create_default: no
autocreate_post: yes
autocreate_quota: 0
allowplaintext: yes
sasl_mech_list: PLAIN
sasl_pwcheck_method: saslauthd
sasl_saslauthd_path: {folder}/passwords
"""
CYRUS_CONF = """
START {{
  recover cmd="ctl_cyrusdb -r -C {folder}/imapd.conf"
}}
SERVICES {{
  http cmd="httpd -C {folder}/imapd.conf" listen="127.0.0.1:{port}" prefork=0
  lmtp cmd="lmtpd -a -C {folder}/imapd.conf" listen="{folder}/lmtp" prefork=0
}}
"""


@contextmanager
def sabre(folder: Path) -> Iterator[Server]:
    """sabre/dav on PHP's own web server, with digest authentication. Skips where a package is missing."""
    php = shutil.which("php")
    if php is None or not Path("/usr/share/php/Sabre/CalDAV").is_dir():
        pytest.skip("sabre/dav is not installed (php-cli, php-sabre-dav)")
    if "pdo_sqlite" not in subprocess.run([php, "-m"], capture_output=True, text=True, check=True).stdout:
        pytest.skip("PHP cannot open an SQLite database (php-sqlite3)")
    port = free_port()
    script = Path(__file__).with_name("sabre.php")
    environment = {**os.environ, "DAV_FOLDER": str(folder), "DAV_USER": USER, "DAV_PASSWORD": PASSWORD}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [php, "-S", f"127.0.0.1:{port}", str(script)], env=environment, stdout=log, stderr=log
        )
    with _running(process, folder, Server(f"http://127.0.0.1:{port}", f"/calendars/{USER}/")) as running:
        yield running


@contextmanager
def cyrus(_: Path) -> Iterator[Server]:
    """Cyrus, with a password check of ours behind its SASL library. Skips where it is not installed."""
    if not (CYRUS / "httpd").exists() or not (CYRUS / "master").exists():
        pytest.skip("Cyrus is not installed (cyrus-caldav)")
    # Its processes run as another user when the tests run as root, who cannot enter pytest's own folders.
    with tempfile.TemporaryDirectory(prefix="cyrus-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        user = "cyrus" if os.getuid() == 0 else Path("~").expanduser().owner()
        (folder / "imapd.conf").write_text(IMAPD_CONF.format(folder=folder, user=user))
        (folder / "cyrus.conf").write_text(CYRUS_CONF.format(folder=folder, port=port))
        for each in ("conf", "spool", "proc", "lock"):
            (folder / each).mkdir()
        if os.getuid() == 0:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, user)
        passwords = socket.socket(socket.AF_UNIX)
        passwords.bind(f"{folder}/passwords")
        passwords.listen()
        os.chmod(folder / "passwords", 0o777)
        threading.Thread(target=_check_passwords, args=(passwords,), daemon=True).start()
        command = [f"{CYRUS}/master", "-C", f"{name}/imapd.conf", "-M", f"{name}/cyrus.conf", "-p", f"{name}/pid"]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        running = Server(f"http://127.0.0.1:{port}", f"/dav/calendars/user/{USER}/")
        with _running(process, folder, running):
            # The user's mailbox, which calendars need, is made by the first mail to it.
            with smtplib.LMTP(f"{folder}/lmtp") as mail:
                mail.sendmail("ben@localhost", [USER], "From: ben@localhost\r\nMessage-ID: <1@x>\r\n\r\nHello\r\n")
            yield running
        passwords.close()


@contextmanager
def _running(process: "subprocess.Popen[bytes]", folder: Path, server: Server) -> Iterator[Server]:
    try:
        for _ in range(1_200):
            try:
                server.request("OPTIONS", "")
                break
            except (urllib.error.URLError, ConnectionError):
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield server
    finally:
        process.terminate()
        process.wait(120)


def _check_passwords(listening: socket.socket) -> None:
    """The protocol of saslauthd: name, password, service and realm, each after its length; answered with OK or NO."""
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        with connection, connection.makefile("rb") as file:
            fields = [file.read(int.from_bytes(file.read(2), "big")).decode() for _ in range(4)]
            connection.sendall(b"\0\2OK" if fields[:2] == [USER, PASSWORD] else b"\0\2NO")
