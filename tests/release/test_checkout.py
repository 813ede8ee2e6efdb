"""A release is made of a commit: what is not committed has no part in it."""

from pathlib import Path

import pytest

from release.checkout import NotReleasable, check_out
from tests.release.conftest import git


def test_only_what_is_committed_is_checked_out(repository: Path) -> None:
    (repository / "pyproject.toml").write_text('[project]\nversion = "3.0.0"\n', "utf-8")
    (repository / "secret").touch()
    checkout = check_out(None, None, repository)
    assert ("2.0.0", False) == (checkout.version, checkout.is_tagged)
    assert int(git(repository, "log", "-1", "--format=%ct")) == checkout.epoch
    assert {"pyproject.toml", "CHANGELOG.md", "release"} == {path.name for path in checkout.source.iterdir()}


def test_the_sources_of_a_commit_are_kept_and_those_of_another_are_not(repository: Path) -> None:
    built = check_out(None, None, repository).source / "built"
    built.touch()
    check_out(None, None, repository)
    assert built.exists()
    git(repository, "commit", "-q", "--allow-empty", "-m", "another")
    check_out(None, None, repository)
    assert not built.exists()


def test_the_tag_is_that_of_the_version(repository: Path) -> None:
    git(repository, "tag", "v2.0.0")
    assert check_out(None, None, repository).is_tagged
    git(repository, "tag", "-d", "v2.0.0")
    git(repository, "tag", "v2.0.1")
    with pytest.raises(NotReleasable, match=r"the tag is v2.0.1, and pyproject.toml says 2.0.0"):
        check_out(None, None, repository)


def test_builds_know_the_time_of_the_commit_and_failures_are_named(repository: Path) -> None:
    checkout = check_out(None, None, repository)
    assert f"{checkout.epoch}\n" == checkout.run("sh", "-c", "echo $SOURCE_DATE_EPOCH", reads=True)
    with pytest.raises(NotReleasable, match="no-such-program is not installed"):
        checkout.run("no-such-program")
    with pytest.raises(NotReleasable, match="false ended with 1"):
        checkout.run("false")


def test_where_updates_come_from_is_built_in(repository: Path, tmp_path: Path) -> None:
    key = tmp_path / "mantel.pub"
    key.write_text("untrusted comment: minisign public key\nRWQf6LRCGA9i\n", "utf-8")
    checkout = check_out(None, None, repository)
    origin = checkout.source / "appliance/updates/origin.json"
    origin.parent.mkdir(parents=True)
    checkout.name_updates("https://example.org/latest/", str(key))
    assert '{"url": "https://example.org/latest", "key": "RWQf6LRCGA9i"}' == origin.read_text("utf-8")
    checkout.name_updates(None, None)
    assert not origin.exists()
    with pytest.raises(NotReleasable, match="given together"):
        checkout.name_updates("https://example.org/latest", None)
