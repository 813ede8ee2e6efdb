"""When a backup on another device is due, and how restic and rclone are called for a place. Pure functions."""

import hashlib
import re
from datetime import datetime, time, timedelta
from pathlib import PurePosixPath
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo

import msgspec

from appliance.backups.remote.models import Access, BackupPlace, NewPlace, Stored
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment

NIGHT = time(3, 30)
# Households begin within two hours, so that a provider of many does not get all of them at once.
JITTER_MINUTES = 120
RETRY = timedelta(hours=4)
CHECK_EVERY = timedelta(days=30)
FAILURES_BEFORE_MESSAGE = 3
KEEP = ("--keep-daily", "7", "--keep-weekly", "5", "--keep-monthly", "12")
REMOTE = "mantel"
# What rclone reads of a remote, from variables of the environment.
OPTION = f"RCLONE_CONFIG_{REMOTE.upper()}"
RCLONE_KINDS = ("webdav", "smb", "sftp")
NO_SECRET = "is needed: the stored one belongs to another address"
WRONG_PASSPHRASE = "the passphrase does not open the backups that are there"
NOTHING_THERE = "there are no backups of Mantel at this address"
CHANGED_KEY = (
    "the server at this address has another key than when this place was first used, so no password was sent. If the"
    " server was set up anew, stop these backups and choose the place again; otherwise another machine stands in for it"
)
NO_REPOSITORY = re.compile(r"unable to open config file|Is there a repository at|repository does not exist")


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """How restic reaches a place: its repository, and the environment that has the secrets.

    `obscured` is a password that rclone expects in its own form, and the variable in which it expects it.
    """

    repository: str
    environment: dict[str, str]
    obscured: tuple[str, str] | None = None


def call(access: Access) -> Call:
    """Raises BadRequest for an address that does not fit the kind."""
    return {"folder": _folder, "s3": _s3, "webdav": _webdav, "smb": _smb, "sftp": _sftp}[access.kind](access)


def access_of(request: NewPlace, stored: BackupPlace | None, password: str | None, passphrase: str | None) -> Access:
    """The request with the stored secrets in place of those that it leaves out.

    They stay at the same address and user: a stored password is not sent to another server. Raises BadRequest.
    """
    same = stored is not None and (stored.kind, stored.address, stored.user) == (
        request.kind,
        request.address,
        request.user,
    )
    chosen = request.passphrase or (passphrase if same else None)
    if chosen is None:
        raise BadRequest("is required" if stored is None else NO_SECRET, at="passphrase", code="required")
    return Access(
        kind=request.kind,
        address=request.address.strip(),
        user=request.user,
        password=request.password or (password if same else None),
        passphrase=chosen,
    )


def begins_at(created_at: str, now: datetime, zone: ZoneInfo) -> datetime:
    """When the backup of the night that is under way, or of the last one, begins; in UTC."""
    spread = int(hashlib.sha256(created_at.encode()).hexdigest(), 16) % JITTER_MINUTES
    local = now.astimezone(zone)
    begin = datetime.combine(local.date(), NIGHT, zone) + timedelta(minutes=spread)
    if begin > local:
        begin = datetime.combine(local.date() - timedelta(days=1), NIGHT, zone) + timedelta(minutes=spread)
    return begin.astimezone(now.tzinfo)


def is_due(stored: Stored, now: datetime, zone: ZoneInfo) -> bool:
    """Whether a backup is tried now: once for each night, and every four hours after a failure."""
    if stored.last_at and moment(stored.last_at) >= begins_at(stored.created_at, now, zone):
        return False
    return stored.tried_at is None or stored.failures == 0 or now - moment(stored.tried_at) >= RETRY


def next_at(stored: Stored, now: datetime, zone: ZoneInfo) -> datetime:
    """When the next backup is tried."""
    if stored.failures and stored.tried_at:
        return max(now, moment(stored.tried_at) + RETRY)
    if is_due(stored, now, zone):
        return now
    following = begins_at(stored.created_at, now, zone).astimezone(zone) + timedelta(days=1)
    return following.astimezone(now.tzinfo)


def is_check_due(stored: Stored, now: datetime) -> bool:
    """Whether the newest backup is restored as a test: each month, and not before there is one."""
    if stored.last_at is None or stored.failures:
        return False
    return stored.checked_at is None or now - moment(stored.checked_at) >= CHECK_EVERY


def problem(code: int, errors: str) -> str:
    """What a person can do about the end of a call of restic, of its exit code and its messages."""
    if code == 12 or "wrong password" in errors:
        return WRONG_PASSPHRASE
    if code == 10 or NO_REPOSITORY.search(errors):
        return NOTHING_THERE
    lines = [line.strip() for line in errors.splitlines() if line.strip() and "retrying" not in line]
    return (lines[-1].removeprefix("Fatal: ") if lines else f"restic ended with {code}")[:300]


def known_hosts(scanned: str) -> str | None:
    """The lines with keys in what ssh-keyscan printed, in an order that does not change; None without one."""
    return "".join(sorted(f"{line}\n" for line in scanned.splitlines() if line and not line.startswith("#"))) or None


def _folder(access: Access) -> Call:
    path = PurePosixPath(access.address)
    if not path.is_absolute() or ".." in path.parts:
        raise BadRequest("must be an absolute path such as /media/stick/mantel", at="address", code="not_a_place")
    return Call(repository=str(path), environment={})


def _s3(access: Access) -> Call:
    parts = _web_address(access.address)
    if len(PurePosixPath(parts.path).parts) < 2:
        raise BadRequest("must name the bucket, such as https://host/bucket/folder", at="address", code="not_a_place")
    keys = {"AWS_ACCESS_KEY_ID": access.user or "", "AWS_SECRET_ACCESS_KEY": access.password or ""}
    return Call(repository=f"s3:{access.address.rstrip('/')}", environment=keys)


def _webdav(access: Access) -> Call:
    parts = _web_address(access.address)
    return _rclone(access, "", {"TYPE": "webdav", "URL": parts.geturl(), "VENDOR": "other"})


def _smb(access: Access) -> Call:
    parts = urlsplit(access.address if "://" in access.address else f"smb:{access.address}")
    share = unquote(parts.path).strip("/")
    if parts.scheme != "smb" or not parts.hostname or not share:
        raise BadRequest("must be //host/share/folder", at="address", code="not_a_place")
    return _rclone(access, share, {"TYPE": "smb", "HOST": parts.hostname, "PORT": str(_port(parts, 445))})


def _sftp(access: Access) -> Call:
    host, port = sftp_server(access)
    path = unquote(urlsplit(access.address).path)
    return _rclone(access, path, {"TYPE": "sftp", "HOST": host, "PORT": str(port)})


def sftp_server(access: Access) -> tuple[str, int]:
    """The host and the port of an SFTP server. Raises BadRequest."""
    parts = urlsplit(access.address)
    if parts.scheme != "sftp" or not parts.hostname or parts.username or parts.password:
        raise BadRequest("must be sftp://host/folder", at="address", code="not_a_place")
    return parts.hostname, _port(parts, 22)


def _port(parts: SplitResult, usual: int) -> int:
    try:
        return parts.port or usual
    except ValueError:
        raise BadRequest("has no valid port", at="address", code="not_a_place") from None


def _web_address(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        ok = parts.scheme in ("http", "https") and parts.hostname and not parts.username and not parts.password
    except ValueError:
        ok = False
    if not ok:
        raise BadRequest("must begin with https:// and name a host", at="address", code="not_a_place")
    return parts


def _rclone(access: Access, path: str, options: dict[str, str]) -> Call:
    """rclone takes the options of a remote from the environment. The backups are in the folder `mantel` there."""
    environment = {f"{OPTION}_{name}": value for name, value in options.items()} | {f"{OPTION}_USER": access.user or ""}
    return Call(
        repository=f"rclone:{REMOTE}:{path.rstrip('/')}/{REMOTE}" if path else f"rclone:{REMOTE}:{REMOTE}",
        environment=environment,
        obscured=(f"{OPTION}_PASS", access.password) if access.password else None,
    )
