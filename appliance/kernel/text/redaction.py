"""Error and log texts without secrets."""

import re
from collections.abc import Callable

HIDDEN = "[redacted]"


def redact(text: str) -> str:
    """The text without what must not be logged or shown. (contract §36)

    Removed are bearer values, tokens, passwords and other secrets that are given by name, and in URLs the user-info,
    the query and the fragment.
    """
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def is_secret_name(name: str) -> bool:
    """Whether a field of this name holds what must not be logged or shown."""
    return bool(re.search(_NAMES, name, re.IGNORECASE)) or name.lower() in ("authorization", "code", "key", "url")


def _hidden_after(mark: str | None) -> str:
    return mark + HIDDEN if mark else ""


_NAMES = (
    r"(?:password|passwd|pass_?phrase|secret|token|api[_-]?key|private[_-]?key|encryption[_-]?key|assertion"
    r"|code_verifier|recovery[_-]?code|setup[_-]?code|cookie|p256dh)"
)


_SECRETS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(?i)(://)[^\s/?#\"'<>]*@"), rf"\1{HIDDEN}@"),
    # One pattern matches the whole address, so that a text with many addresses takes linear time.
    (re.compile(r"(://[^\s?#\"'<>]*)(?:([?#])[^\s\"'<>]+)?"), lambda found: found[1] + _hidden_after(found[2])),
    # The secret addresses of Google calendars carry their secret in the path.
    (re.compile(r"(?i)(/private-)[0-9a-f]{8,}"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)\b((?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?(?:\w+\s+)?)[^\s\"',;]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]{8,}"), rf"\1{HIDDEN}"),
    (
        re.compile(rf"(?i)({_NAMES}[\"']?\s*[:=]\s*)(?:\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?|[^\s,;&\"'}})\]]+)"),
        rf"\1{HIDDEN}",
    ),
    (re.compile(r"(?i)(\bcode=)[\w.~+/%-]{8,}"), rf"\1{HIDDEN}"),
    # Signed tokens and this product's own keys are recognised by their form.
    (re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*"), HIDDEN),
    (re.compile(r"\bmtl_[\w-]{8,}"), HIDDEN),
)
