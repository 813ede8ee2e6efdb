"""Plain text: the order of names, whole words, and error texts without secrets."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

HIDDEN = "[redacted]"


def sort_key(name: str) -> tuple[str, str, str]:
    """Orders names as a reader expects: letters first, then their accents, then capitals. (contract §39)"""
    spelled = unicodedata.normalize("NFKD", name.casefold().translate(_BASE_LETTERS))
    letters = "".join(mark for mark in spelled if not unicodedata.combining(mark))
    return letters, unicodedata.normalize("NFKD", name.casefold()), name.swapcase()


def has_word(text: str, word: str) -> bool:
    """Whether the text holds the word whole: literally, in any case, with no letter or digit of any script on either
    side. A blank word is in no text. (contract §10)"""
    word = word.strip()
    return bool(word) and bool(_whole_word(unicodedata.normalize("NFC", word)).search(_composed(text)))


def redact(text: str) -> str:
    """The text without what must not be logged or shown: bearer values, tokens, passwords and other secrets that are
    given by name, and in URLs the user-info, the query and the fragment. (contract §36)"""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def is_secret_name(name: str) -> bool:
    """Whether a field of this name holds what must not be logged or shown."""
    return bool(re.search(_NAMES, name, re.IGNORECASE)) or name.lower() in ("authorization", "code", "key", "url")


def _hidden_after(mark: str | None) -> str:
    return mark + HIDDEN if mark else ""


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=512)
def _whole_word(word: str) -> re.Pattern[str]:
    # [^\W_] is a letter or digit of any script: \w is these and the underscore.
    return re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", re.IGNORECASE)


# Letters that Unicode does not take apart but readers file under their plain neighbour.
_BASE_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "æ": "ae", "œ": "oe", "ı": "i", "ŧ": "t"})

_NAMES = (
    r"(?:password|passwd|pass_?phrase|secret|token|api[_-]?key|private[_-]?key|encryption[_-]?key|assertion"
    r"|code_verifier|recovery[_-]?code|setup[_-]?code|cookie|p256dh)"
)

_SECRETS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(?i)(://)[^\s/?#\"'<>]*@"), rf"\1{HIDDEN}@"),
    # The whole address is taken in one step, so that a text of many addresses costs one walk.
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
    # Signed tokens and this product's own keys are known by their looks.
    (re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*"), HIDDEN),
    (re.compile(r"\bmtl_[\w-]{8,}"), HIDDEN),
)
