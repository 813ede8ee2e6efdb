"""Full-text search: the words of a query, and the expressions that find them. (sqlite.org/fts5.html)

Every index of the schema has the tokenizer named here, and texts folded by `kernel.text.folding`. A word is a run of
letters, digits and marks of any script; everything else separates words.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import apsw

from appliance.kernel.text.folding import folded

TOKENIZER = "unicode61"
OPTIONS = [
    *("remove_diacritics", "2"),
    *("categories", "L* N* Co M*"),
    # Variation selector 16, zero-width joiner and keycap mark, so that an emoji ends before the word after it.
    *("separators", "\ufe0f\u200d\u20e3"),
]

# A shorter word has no prefix index: it is found only whole. For a longer one than the longest, SQLite collects every
# match before it answers the first.
SHORTEST_PREFIX, LONGEST_PREFIX = 2, 4


def words(connection: apsw.Connection, text: str) -> list[str]:
    """The words of a text, each once, in order."""
    # A lone surrogate cannot be encoded; it separates words.
    encoded = folded(text).encode("utf-8", "replace")
    tokenizer = connection.fts5_tokenizer(TOKENIZER, OPTIONS)
    tokens = tokenizer(encoded, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
    return list(dict.fromkeys(cast(Iterable[str], tokens)))


def match(words: Sequence[str], column: str | None = None, *, whole: bool = False) -> str:
    """A MATCH expression for documents with every word, or a word that begins with it. With `column`, only in that one.

    With `whole`, words that have no prefix index are found only whole. `words` are those of `words()`; at least one is
    needed.
    """
    longest = LONGEST_PREFIX if whole else max(map(len, words))
    terms = " ".join(f'"{word}"{"*" if SHORTEST_PREFIX <= len(word) <= longest else ""}' for word in words)
    return f"{column} : ({terms})" if column else terms
