import base64
import hashlib
import logging
import stat

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from appliance.kernel.encryption import BadKey, Cipher, digest, is_same

KEY = bytes(range(32))


@pytest.mark.parametrize("text", ["", "hunter2", "пароль 🔑", "a:b:c", "x" * 100_000])
def test_an_encrypted_text_is_decrypted_again(text):
    cipher = Cipher(KEY)

    assert text == cipher.decrypt(cipher.encrypt(text, "row-1"), "row-1")


def test_encryption_is_aes_256_gcm_with_the_row_as_associated_data():
    version, iv, encrypted = Cipher(KEY).encrypt("hunter2", "row-1").split(":")

    assert ("v1", 12) == (version, len(base64.b64decode(iv)))
    assert b"hunter2" == AESGCM(KEY).decrypt(base64.b64decode(iv), base64.b64decode(encrypted), b"row-1")


def test_a_text_encrypted_by_another_program_is_decrypted():
    iv = b"\0" * 12
    encrypted = AESGCM(KEY).encrypt(iv, b"hunter2", b"vapid")

    assert "hunter2" == Cipher(KEY).decrypt(
        f"v1:{base64.b64encode(iv).decode()}:{base64.b64encode(encrypted).decode()}", "vapid"
    )


def test_the_same_text_never_looks_the_same_twice():
    cipher = Cipher(KEY)

    assert cipher.encrypt("hunter2", "row-1") != cipher.encrypt("hunter2", "row-1")


def _damaged(encrypted):
    version, iv, text = encrypted.split(":")
    flipped = bytearray(base64.b64decode(text))
    flipped[0] ^= 1
    return f"{version}:{iv}:{base64.b64encode(flipped).decode()}"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda encrypted: "",
        lambda encrypted: "hunter2",
        lambda encrypted: encrypted.replace("v1", "v2"),
        lambda encrypted: encrypted + ":",
        lambda encrypted: encrypted[:-8],
        lambda encrypted: "v1::",
        lambda encrypted: "v1:AAAA:AAAA",
        lambda encrypted: "v1:????:????",
        lambda encrypted: encrypted + "é",
        _damaged,
    ],
)
def test_a_damaged_text_is_rejected(spoil):
    cipher = Cipher(KEY)

    with pytest.raises(BadKey, match="cannot be decrypted"):
        cipher.decrypt(spoil(cipher.encrypt("hunter2!", "row-1")), "row-1")


def test_another_key_or_another_row_opens_nothing():
    encrypted = Cipher(KEY).encrypt("hunter2", "row-1")

    with pytest.raises(BadKey, match="was ENCRYPTION_KEY replaced"):
        Cipher(bytes(32)).decrypt(encrypted, "row-1")
    with pytest.raises(BadKey):
        Cipher(KEY).decrypt(encrypted, "row-2")


@pytest.mark.parametrize(
    "text", ["short", "not base64 at all!", base64.b64encode(bytes(31)).decode(), base64.b64encode(bytes(33)).decode()]
)
def test_an_invalid_key_is_rejected(tmp_path, text):
    with pytest.raises(BadKey, match=r"^ENCRYPTION_KEY must hold 32 bytes in base64"):
        Cipher.from_settings(text, tmp_path / "encryption.key")


def test_the_configured_key_is_used_and_no_file_is_made(tmp_path):
    cipher = Cipher.from_settings(f" {base64.b64encode(KEY).decode()}\n", tmp_path / "encryption.key")

    assert "hunter2" == Cipher(KEY).decrypt(cipher.encrypt("hunter2", "row-1"), "row-1")
    assert [] == list(tmp_path.iterdir())


def test_without_one_a_key_is_made_kept_and_warned_about(tmp_path, caplog):
    kept = tmp_path / "data" / "encryption.key"

    with caplog.at_level(logging.WARNING):
        encrypted = Cipher.from_settings(None, kept).encrypt("hunter2", "row-1")

    assert 0o600 == stat.S_IMODE(kept.stat().st_mode)
    assert [kept] == list(kept.parent.iterdir())
    assert 32 == len(base64.b64decode(kept.read_bytes()))
    assert "keep a copy" in caplog.text
    assert kept.read_text().strip() not in caplog.text
    caplog.clear()
    assert "hunter2" == Cipher.from_settings(None, kept).decrypt(encrypted, "row-1")
    assert "" == caplog.text


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"AAAA\n"])
def test_a_spoiled_key_file_is_named_and_left_alone(tmp_path, content):
    kept = tmp_path / "encryption.key"
    kept.write_bytes(content)

    with pytest.raises(BadKey, match=r"^encryption.key must hold"):
        Cipher.from_settings(None, kept)
    assert content == kept.read_bytes()


def test_a_digest_is_sha_256_in_hex():
    assert hashlib.sha256(b"mtl_key").hexdigest() == digest("mtl_key")
    assert 64 == len(digest("\ud800"))


def test_secrets_are_compared_whole():
    assert is_same("abc", "abc")
    assert not is_same("abc", "abd")
    assert not is_same("é", "e")
    assert not is_same("", "a")
