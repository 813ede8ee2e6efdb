"""What a search looks for, and the order of what it finds."""

import re
import unicodedata
from datetime import date, timedelta

from appliance.chores import rules as chore_rules
from appliance.chores.models import FoundChore, ScheduledChore
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.search.models import Query

LONGEST_QUERY, SHORTEST_QUERY = 200, 2
# More words are not looked for: the others find enough.
MAX_WORDS = 8
# A chore's next date is looked for so far ahead.
AHEAD = timedelta(days=60)

# Scripts that put no spaces between words: Thai, Lao, Myanmar, Khmer, and those of Chinese and Japanese.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
# A title may have the emoji without it.
VARIATION_SELECTOR = "\ufe0f"


def trimmed(text: str) -> str:
    """The text of a query without surrounding blanks; empty when it is too short to look for.

    Raises BadRequest when it is too long. One emoji is enough.
    """
    if len(text) > LONGEST_QUERY:
        raise BadRequest(f"must be at most {LONGEST_QUERY} characters", at="q", code="too_long", limit=LONGEST_QUERY)
    text = unicodedata.normalize("NFC", text.strip())
    return text if len(text) >= SHORTEST_QUERY or _has_symbol(text) else ""


def query(text: str, words: list[str]) -> Query:
    """What to look for. `words` are those of the text, folded as the indexes fold them.

    A word of one character is left out beside longer ones: somebody is still typing it. Emoji are in no index, and the
    words of some scripts are not separated: these are looked for as parts of a title.
    """
    longer = [word for word in words if len(word) > 1]
    has_symbol = _has_symbol(text)
    parts = (
        [_ascii_lower(part.rstrip(VARIATION_SELECTOR)) for part in text.split()]
        if has_symbol or UNSPACED.search(text)
        else []
    )
    return Query(words=[] if has_symbol else (longer or words)[:MAX_WORDS], parts=parts[:MAX_WORDS])


def fits(query: Query, title: str, words: list[str]) -> bool:
    """Whether a title contains every part that is looked for, or each wanted word begins one of its words.

    `words` are those of the title, folded as the indexes fold them.
    """
    title = _ascii_lower(title)
    if query.parts and all(part in title for part in query.parts):
        return True
    return bool(query.words) and all(any(word.startswith(part) for word in words) for part in query.words)


def found_chore(scheduled: ScheduledChore, today: date) -> FoundChore:
    """A chore as the search answers it."""
    chore = scheduled.chore
    days = chore_rules.due_days(scheduled, today, today + AHEAD) if chore.active else []
    repeats = chore.rrule is not None or chore.after_days is not None
    return made(FoundChore, chore, repeats=repeats, next_due=days[0] if days else None)


def _has_symbol(text: str) -> bool:
    return any(unicodedata.category(character) == "So" for character in text)


def _ascii_lower(text: str) -> str:
    # As `lower` of SQLite.
    return re.sub("[A-Z]", lambda found: found[0].lower(), text)
