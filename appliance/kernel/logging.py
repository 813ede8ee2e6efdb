"""The log: one JSON object a line on stderr, without secrets."""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from appliance.kernel.text.redaction import HIDDEN, is_secret_name, redact

# The attributes of every record; all others come from `extra`.
_COMMON = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}

# They log every request with its full address, and a feed's address is a secret.
_VERBOSE = ("httpx", "httpcore", "asyncio")


def configure(level: str = "INFO", stream: TextIO | None = None) -> None:
    """Log events of this level and above to a stream, by default stderr."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLinesFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    for name in _VERBOSE:
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonLinesFormatter(logging.Formatter):
    """A record as one line: `at` (UTC), `level`, `from`, `event`, the `extra` values, and `error` with traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line of JSON, without secrets."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": redact(_message(record)),
        }
        for name, value in vars(record).items():
            if name not in _COMMON and name not in line:
                line[name] = HIDDEN if is_secret_name(name) else _plain(value)
        if record.exc_info and record.exc_info[1]:
            line["error"] = redact("".join(traceback.format_exception(record.exc_info[1])).strip())
        return msgspec.json.encode(line).decode()


def _message(record: logging.LogRecord) -> str:
    try:
        return _text(record.getMessage())
    except (TypeError, ValueError, KeyError):
        # The message and its values do not fit together; a log that fails would be worse.
        return _text(f"{record.msg} {record.args}")


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    if isinstance(value, dict):
        return {
            _text(str(name)): HIDDEN if is_secret_name(str(name)) else _plain(inner) for name, inner in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return redact(_text(str(value)))


def _text(text: str) -> str:
    """The text without lone surrogates, which JSON in UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode()
