"""HTTP digest authentication (RFC 7616), which some CalDAV servers want instead of a plain password."""

import hashlib
import re
import secrets

PARAMETER = re.compile(r'(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))')
HASHES = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}


def wanted(challenge: str) -> str | None:
    """The digest challenge of a WWW-Authenticate header that can be answered, or None where a password will do."""
    start = re.search(r"(?i)\bdigest\s+", challenge)
    if start is None or re.search(r"(?i)(?:^|,\s*)basic\b", challenge):
        return None
    told = _told(challenge[start.end() :])
    known = told.get("algorithm", "MD5").upper().removesuffix("-SESS") in HASHES
    return challenge[start.end() :] if known and "nonce" in told and "realm" in told else None


def answered(challenge: str, username: str, password: str, method: str, path: str, count: int) -> str:
    """The Authorization header for one request. `count` is how often this challenge was answered, from 1."""
    told = _told(challenge)
    algorithm = told.get("algorithm", "MD5").upper()
    make = HASHES[algorithm.removesuffix("-SESS")]
    once, number = secrets.token_hex(8), f"{count:08x}"

    def digest(*pieces: str) -> str:
        return make(":".join(pieces).encode()).hexdigest()

    who = digest(username, told["realm"], password)
    if algorithm.endswith("-SESS"):
        who = digest(who, told["nonce"], once)
    what = digest(method, path)
    fields = {"username": username, "realm": told["realm"], "nonce": told["nonce"], "uri": path}
    if "auth" in re.split(r"\s*,\s*", told.get("qop", "")):
        fields["cnonce"] = once
        fields["response"] = digest(who, told["nonce"], number, once, "auth", what)
    else:
        fields["response"] = digest(who, told["nonce"], what)
    if "opaque" in told:
        fields["opaque"] = told["opaque"]
    text = ", ".join(f'{name}="{_quoted(value)}"' for name, value in fields.items())
    counted = f", qop=auth, nc={number}" if "cnonce" in fields else ""
    return f"Digest {text}, algorithm={algorithm}{counted}"


def _told(challenge: str) -> dict[str, str]:
    found = PARAMETER.findall(challenge)
    return {name.lower(): re.sub(r"\\(.)", r"\1", quoted) or plain for name, quoted, plain in found}


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
