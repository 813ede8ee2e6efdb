"""How a place is called, and when something is due there."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.backups.remote import rules
from appliance.backups.remote.models import Access, BackupPlace, Kind, NewPlace, Stored
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant

BERLIN = ZoneInfo("Europe/Berlin")
MADE = "2026-11-01T10:00:00.000Z"
NOON = datetime(2026, 11, 20, 11, tzinfo=UTC)


def access(kind: Kind, address: str, user: str | None = None, password: str | None = None) -> Access:
    return Access(kind=kind, address=address, user=user, password=password, passphrase="long enough")


def stored(**values: object) -> Stored:
    results = {"last_at": None, "tried_at": None, "failures": 0, "error": None, "checked_at": None, "check_error": None}
    place = BackupPlace(kind="folder", address="/media/stick")
    return Stored(place=place, created_at=MADE, **results | values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "repository", "environment", "obscured"),
    [
        (access("folder", "/media/stick/mantel"), "/media/stick/mantel", {}, None),
        (
            access("s3", "https://s3.example.com/bucket/home", "id", "secret"),
            "s3:https://s3.example.com/bucket/home",
            {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"},
            None,
        ),
        (
            access("webdav", "https://cloud.example.com/dav/ana", "ana", "pw"),
            "rclone:mantel:mantel",
            {"TYPE": "webdav", "URL": "https://cloud.example.com/dav/ana", "VENDOR": "other", "USER": "ana"},
            "pw",
        ),
        (
            access("smb", "//nas/family/back%20up", "ana", "pw"),
            "rclone:mantel:family/back up/mantel",
            {"TYPE": "smb", "HOST": "nas", "PORT": "445", "USER": "ana"},
            "pw",
        ),
        (
            access("sftp", "sftp://nas.home:2222/srv/copies", "ana"),
            "rclone:mantel:/srv/copies/mantel",
            {"TYPE": "sftp", "HOST": "nas.home", "PORT": "2222", "USER": "ana"},
            None,
        ),
    ],
)
def test_a_place_becomes_a_call(
    given: Access, repository: str, environment: dict[str, str], obscured: str | None
) -> None:
    made = rules.call(given)
    prefix = "" if given.kind in ("folder", "s3") else "RCLONE_CONFIG_MANTEL_"
    assert made.repository == repository
    assert made.environment == {prefix + name: value for name, value in environment.items()}
    assert made.obscured == (obscured and ("RCLONE_CONFIG_MANTEL_PASS", obscured))


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("folder", "media/stick"),
        ("folder", "/media/../etc"),
        ("s3", "s3.example.com/bucket"),
        ("s3", "https://s3.example.com"),
        ("s3", "https://id:secret@s3.example.com/bucket"),
        ("webdav", "ftp://cloud.example.com"),
        ("webdav", "https://[broken"),
        ("smb", "//nas"),
        ("smb", "https://nas/share"),
        ("sftp", "nas:/srv"),
        ("sftp", "sftp://nas:notaport/srv"),
        ("sftp", "sftp://ana:pw@nas/srv"),
    ],
)
def test_an_address_must_fit_its_kind(kind: Kind, address: str) -> None:
    with pytest.raises(BadRequest, match=r"^address: "):
        rules.call(access(kind, address))


def test_stored_secrets_stay_at_their_address() -> None:
    place = BackupPlace(kind="s3", address="https://a.example/b", user="id")
    same = NewPlace(kind="s3", address="https://a.example/b", user="id")
    assert rules.access_of(same, place, "secret", "passphrase").password == "secret"
    elsewhere = NewPlace(kind="s3", address="https://b.example/b", user="id", passphrase="another one")
    assert rules.access_of(elsewhere, place, "secret", "passphrase").password is None
    with pytest.raises(BadRequest, match=r"^passphrase: "):
        rules.access_of(NewPlace(kind="s3", address="https://b.example/b"), place, "secret", "passphrase")


def test_a_backup_is_due_once_for_each_night() -> None:
    begin = rules.begins_at(MADE, NOON, BERLIN)
    local = begin.astimezone(BERLIN)
    assert local.date() == NOON.date()
    assert 210 <= local.hour * 60 + local.minute < 330
    assert rules.is_due(stored(), NOON, BERLIN)
    assert rules.is_due(stored(last_at=instant(begin - timedelta(minutes=1))), NOON, BERLIN)
    done = stored(last_at=instant(begin), tried_at=instant(begin))
    assert not rules.is_due(done, NOON, BERLIN)
    assert rules.next_at(done, NOON, BERLIN) == begin + timedelta(days=1)
    before = begin - timedelta(seconds=1)
    assert rules.begins_at(MADE, before, BERLIN) == begin - timedelta(days=1)


def test_a_failed_backup_is_tried_again_after_four_hours() -> None:
    failed = stored(tried_at=instant(NOON), failures=1)
    assert not rules.is_due(failed, NOON + timedelta(hours=3, minutes=59), BERLIN)
    assert rules.is_due(failed, NOON + timedelta(hours=4), BERLIN)
    assert rules.next_at(failed, NOON, BERLIN) == NOON + timedelta(hours=4)


def test_households_do_not_begin_together() -> None:
    begins = {rules.begins_at(f"2026-11-01T10:00:{second:02}.000Z", NOON, BERLIN) for second in range(60)}
    assert len(begins) > 20


def test_a_backup_is_restored_as_a_test_each_month() -> None:
    assert not rules.is_check_due(stored(), NOON)
    assert rules.is_check_due(stored(last_at=MADE), NOON)
    assert not rules.is_check_due(stored(last_at=MADE, failures=1), NOON)
    assert not rules.is_check_due(stored(last_at=MADE, checked_at=instant(NOON - timedelta(days=29))), NOON)
    assert rules.is_check_due(stored(last_at=MADE, checked_at=instant(NOON - timedelta(days=30))), NOON)


@pytest.mark.parametrize(
    ("code", "errors", "words"),
    [
        (1, "Fatal: wrong password or no key found\n", rules.WRONG_PASSPHRASE),
        (12, "", rules.WRONG_PASSPHRASE),
        (10, "", rules.NOTHING_THERE),
        (1, "Fatal: unable to open config file: Stat: no\nIs there a repository at x?\n", rules.NOTHING_THERE),
        (1, "something\nFatal: the disk is full\n", "the disk is full"),
        (3, "", "restic ended with 3"),
    ],
)
def test_problems_are_put_into_words(code: int, errors: str, words: str) -> None:
    assert rules.problem(code, errors) == words


def test_the_keys_of_a_server_are_in_an_order_that_stays() -> None:
    lines = ["nas ssh-rsa AAAB", "nas ssh-ed25519 AAAC"]
    printed = "# nas:22 SSH-2.0-OpenSSH_10.0\n{}\n# nas:22 SSH-2.0-OpenSSH_10.0\n{}\n"
    assert rules.known_hosts(printed.format(*lines)) == rules.known_hosts(printed.format(*reversed(lines)))
    assert "nas ssh-ed25519 AAAC\nnas ssh-rsa AAAB\n" == rules.known_hosts(printed.format(*lines))
    assert rules.known_hosts("# nas:22 SSH-2.0\n") is None
