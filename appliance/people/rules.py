"""Validation of a member's properties."""

import re
from datetime import date

from appliance.kernel.errors import BadRequest
from appliance.kernel.text.emoji import is_avatar

# A leap year, so that --02-29 is valid.
LEAP_YEAR = "2000"
MAX_MEMBERS = 200


def check_avatar(avatar: str | None) -> None:
    """Raises BadRequest unless it is one emoji, one or two ASCII letters, or None. (contract §1.3)"""
    if avatar is not None and not is_avatar(avatar):
        raise BadRequest("must be a single emoji or a 1-2 letter initial", at="avatar", code="not_an_avatar")


def check_birthday(birthday: str | None, today: date) -> None:
    """Raises BadRequest unless it is a date from 1900 to today, or `--MM-DD`. (contract §5)"""
    if birthday is None:
        return
    without_year = re.fullmatch(r"--\d\d-\d\d", birthday)
    day = _day(LEAP_YEAR + birthday[1:] if without_year else birthday)
    if day is None or (not without_year and not date(1900, 1, 1) <= day <= today):
        raise BadRequest("must be YYYY-MM-DD or --MM-DD (year unknown)", at="birthday", code="not_a_date")


def birthday_in(birthday: str, year: int) -> date:
    """The date of a birthday (`YYYY-MM-DD` or `--MM-DD`) in a year; 29 February is the 28th in common years."""
    month, day = int(birthday[-5:-3]), int(birthday[-2:])
    try:
        return date(year, month, day)
    except ValueError:
        return date(year, month, day - 1)


def age_on(birthday: str, day: date) -> int | None:
    """The age reached on a birthday; None when the year is unknown."""
    return None if birthday.startswith("--") else day.year - int(birthday[:4])


def _day(text: str) -> date | None:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
