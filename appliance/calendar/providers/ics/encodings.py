"""Decode a calendar file: UTF-8, what its server says it is, or what is likely.

A declared charset is often wrong: many servers call every text ISO-8859-1. So bytes that are UTF-8 count as UTF-8,
unless the charset writes letters in several bytes too, where that could be chance.
"""

import codecs
from email.message import Message

# Read as browsers read them, which is what their files mean. (WHATWG Encoding §4.2)
MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
LIKELY = "cp1252"
# Names that files have and Python does not.
ALSO = {
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "windows-874": "cp874",
    "x-gbk": "gb18030",
    "x-mac-cyrillic": "mac-cyrillic",
}
UNICODE = ("utf-16", "utf-32")
# Python has further codecs that are none of files, some of them at a cost that grows with the square of the length.
FAMILIES = (
    "utf-8",
    *UNICODE,
    "cp",
    "iso8859",
    "koi8",
    "mac-",
    "kz",
    "tis",
    "ptcp",
    "gb",
    "big5",
    "euc",
    "shift",
    "iso2022",
)


def charset_of(content_type: str) -> str | None:
    """The charset that a Content-Type names, by Python's name for it; None without one, or one that is unknown."""
    message = Message()
    message["Content-Type"] = content_type
    written = str(message.get_content_charset(""))
    try:
        name = codecs.lookup(ALSO.get(written, written)).name
    except (LookupError, ValueError):
        return None
    return MEANT.get(name, name) if name.startswith(FAMILIES) else None


def without_zeros(file: bytes, charset: str | None) -> bytes:
    """A file in an encoding whose line ends are single bytes: one in UTF-16 or UTF-32 as UTF-8."""
    if file[:2] in (b"\xff\xfe", b"\xfe\xff"):
        charset = "utf-32" if file[:4] == b"\xff\xfe\0\0" else "utf-16"
    elif charset in UNICODE:
        charset += "-be" if file[:1] == b"\0" else "-le"
    if charset and charset.startswith(UNICODE) and b"\0" in file[:100]:
        file = file.decode(charset, "replace").encode("utf-8", "replace")
    return file.replace(b"\0", b"")


def decoded(file: bytes, charset: str | None) -> str:
    """A file's text; bytes that make no sense are replaced. Without a charset a line that is not UTF-8 is guessed."""
    own = charset if charset and not charset.startswith(("utf-8", *UNICODE)) else None
    if own and (file.isascii() or len("ä".encode().decode(own, "replace")) == 1):
        return file.decode(own, "replace")
    try:
        return file.decode()
    except UnicodeDecodeError:
        if own:
            return file.decode(own, "replace")
        return "\n".join(map(_decoded_line, file.split(b"\n")))


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode(LIKELY, "replace")
