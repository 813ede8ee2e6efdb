"""A plain model of a household's chores: it keeps each day as it was when it ended, and knows no rules or schedules."""

from datetime import date, timedelta

from appliance.chores.timing import DayPart

DAY = timedelta(days=1)
# A Friday.
BEGIN = date(2026, 11, 20)
AHEAD = range(9)


class Exceptional:
    """A date that is not due as planned."""

    def __init__(self, day: date, moved: date | None = None, skipped: bool = False, passes: bool = False) -> None:
        self.day, self.moved, self.skipped, self.passes = day, moved, skipped, passes

    @property
    def shown(self) -> date:
        return self.moved or self.day


class ModelChore:
    """One chore: who does it on which weekdays now, and day by day as it was."""

    def __init__(self, stored_id: str, order: list[str], parts: tuple[DayPart | None, ...] = (None,)) -> None:
        self.id = stored_id
        # The parts of the day that each have a tick, or the day as a whole.
        self.parts = parts
        # One member, or several in turn of whom the first one is next.
        self.order = order
        self.weekdays = set(range(7))
        # Of the days that are over, or done when the chore was changed: whether it was planned, and whose it was.
        self.past: dict[date, tuple[bool, str]] = {}
        self.exceptions: list[Exceptional] = []
        # By day and part: who was credited, or nobody, the points, and the day of the tick.
        self.done: dict[tuple[date, DayPart | None], tuple[str | None, int, date]] = {}
        self.let_go: set[date] = set()

    def is_begun(self, day: date) -> bool:
        return any((day, part) in self.done for part in self.parts)

    def is_done(self, day: date) -> bool:
        return all((day, part) in self.done for part in self.parts)

    def planned(self, day: date) -> bool:
        return self.past[day][0] if day in self.past else day >= BEGIN and day.weekday() in self.weekdays

    def due(self, day: date) -> bool:
        if any(each.moved == day and not each.skipped and self.planned(each.day) for each in self.exceptions):
            return True
        return self.planned(day) and all(each.day != day for each in self.exceptions)

    def owners(self, today: date) -> dict[date, str]:
        """Whose the due days are, to the end of what is compared."""
        found = {day: owner for day, (_, owner) in self.past.items() if self.due(day)}
        order, day = list(self.order), today
        while day <= today + AHEAD[-1] * DAY:
            if day not in self.past:
                if self.due(day):
                    found[day] = order[0]
                order = self.after(day, order)
            day += DAY
        return found

    def after(self, day: date, order: list[str]) -> list[str]:
        """The order after a day, on which a turn may be used up."""
        skips = [each for each in self.exceptions if each.skipped and each.shown == day and self.planned(each.day)]
        ends = self.due(day) or (bool(skips) and skips[-1].passes)
        return [*order[1:], order[0]] if ends else order

    def end(self, day: date) -> None:
        """Keep a day as it is."""
        if day not in self.past:
            self.past[day] = (self.planned(day), self.order[0])
            self.order = self.after(day, self.order)

    def done_again(self, day: date) -> None:
        """A day that was skipped, or moved away, is done after all."""
        for each in list(self.exceptions):
            if each.skipped and each.shown == day:
                self.take_back(each)
            elif not each.skipped and each.day == day:
                self.exceptions.remove(each)

    def take_back(self, exception: Exceptional) -> None:
        exception.skipped = exception.passes = False
        if exception.moved is None:
            self.exceptions.remove(exception)
