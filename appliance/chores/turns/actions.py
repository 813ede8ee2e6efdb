"""Use cases of turns: whose turn it is, deciding those of the past, and taking one over."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from msgspec.structs import asdict, replace

from appliance.chores import queries as chore_queries
from appliance.chores.away import queries as away_queries
from appliance.chores.away.rules import Absences
from appliance.chores.models import Chore, ScheduledChore
from appliance.chores.rules import due_days, skipped_days
from appliance.chores.turns import queries, rules
from appliance.chores.turns.models import ChoreTurn, Rotation, StoredTurn, SwapRequest
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost
from appliance.kernel.schema import made

DAY = timedelta(days=1)
# What of a chore says whose turn is next.
OF_ORDER = ("member_ids", "turn_by", "turn_every", "turn_times", "turn_weekday")


@consistent_read
@cost.limited()
def between(db: Reader, first: date, last: date) -> list[ChoreTurn]:
    """Whose turn each rotating chore is, by date and then in the order of the chores. Raises BadRequest."""
    if last < first:
        raise BadRequest("must not be before from", at="until", code="ends_before_start")
    if (last - first).days >= rules.MAX_DAYS_ASKED:
        raise BadRequest(f"must be within {rules.MAX_DAYS_ASKED} days of from", at="until")
    scheduled = chore_queries.scheduled(db, first, last)
    order = {one.chore.id: place for place, one in enumerate(scheduled)}
    in_range = turns_of(db, scheduled, first, last).values()
    return sorted(in_range, key=lambda turn: (turn.date, order[turn.chore_id]))


def turns_of(
    db: Reader, scheduled: Iterable[ScheduledChore], first: date, last: date
) -> dict[tuple[str, date], ChoreTurn]:
    """The turns of the rotating ones among chores from `first` to `last`, both included, by chore and date.

    Those of the past are stored. A turn to come is computed as if every turn from today on were done. It is left out
    before the rotation began, more than `rules.AHEAD` from now, and where the date is skipped.
    """
    rotating = {
        one.chore.id: one
        for one in scheduled
        if one.chore.share == "turn" or any(earlier.share == "turn" for earlier in one.earlier)
    }
    if not rotating:
        return {}
    last = min(last, db.household_day + rules.AHEAD)
    rotations = queries.rotations(db, list(rotating))
    starts = [rotation.through + DAY for rotation in rotations.values() if rotation.through < last]
    stored = queries.turns(db, list(rotating), first, last)
    absences = Absences(away_queries.between(db, min(starts), last)) if starts else Absences([])
    turns: dict[tuple[str, date], ChoreTurn] = {}
    for key, decided in stored.items():
        if decided.date <= _decided_through(rotating[decided.chore_id], rotations.get(decided.chore_id)):
            turns[key] = _decided(decided)
    for chore_id, one in rotating.items():
        if (rotation := rotations.get(chore_id)) is None:
            continue
        for day, holder in _run(db, one, rotation, absences, last)[0]:
            if day >= first:
                turns[chore_id, day] = _turn(one.chore, day, holder, stored.get((chore_id, day)), absences)
    for chore_id, one in rotating.items():
        for day in skipped_days(one, first, last):
            turns.pop((chore_id, day), None)
    return turns


def owner(db: Reader, scheduled: ScheduledChore, chore: Chore, day: date) -> str | None:
    """Whose chore it is on a day: the member whose turn it is, of one that is done in turn then."""
    if chore.share != "turn":
        return chore.member_id
    turn = turns_of(db, [scheduled], day, day).get((chore.id, day))
    return turn.member_id if turn else chore.member_id


def settle_all(tx: Tx, with_today: bool = False) -> None:
    """Decide the past turns of all rotations, `with_today` those of today that were done too.

    A chore that needs a rotation, for example after an import, gets one.

    What is decided does not change when a member is away afterwards, or the order is edited.
    """
    for chore_id in queries.without_rotation(tx):
        chore = chore_queries.chore(tx, chore_id)
        begin(tx, chore) if chore.share == "turn" else queries.remove_rotation(tx, chore_id, tx.household_day - DAY)
    ids = queries.rotating(tx)
    rotations = queries.rotations(tx, ids)
    for scheduled in chore_queries.with_creation(tx, [chore_queries.chore(tx, chore_id) for chore_id in ids]):
        _settle(tx, scheduled, rotations[scheduled.chore.id], with_today)


def remove_old(tx: Tx) -> None:
    """Delete the turns that are kept no longer."""
    queries.remove_turns_before(tx, tx.household_day - rules.KEPT)


def begin(tx: Tx, chore: Chore) -> None:
    """Begin a rotation today with the first member."""
    first = chore.member_ids[0]
    queries.put_rotation(
        tx,
        Rotation(
            chore_id=chore.id,
            since=tx.household_day,
            first_member=first,
            through=tx.household_day - DAY,
            next_member=first,
        ),
    )


def settle(tx: Tx, chore: Chore, with_today: bool = False) -> None:
    """Decide the past turns of a chore before it changes; `with_today` that of today too, once it was done."""
    if chore.share == "turn" and (rotation := queries.rotations(tx, [chore.id]).get(chore.id)):
        _settle(tx, chore_queries.with_creation(tx, [chore])[0], rotation, with_today)


def after_edit(tx: Tx, was: Chore, chore: Chore, through: date) -> None:
    """Begin, end or continue the rotation of a chore that changed. A new order applies from the next undecided turn.

    Of a rotation that ends, the turns through a date stay.
    """
    rotation = queries.rotations(tx, [chore.id]).get(chore.id)
    if chore.share != "turn":
        if rotation:
            queries.remove_rotation(tx, chore.id, through)
    elif rotation is None:
        begin(tx, chore)
    elif any(getattr(was, name) != getattr(chore, name) for name in OF_ORDER):
        state = rules.restarted(was, chore, made(rules.TurnState, rotation))
        since = rotation.through + DAY
        queries.put_rotation(tx, replace(rotation, since=since, first_member=state.next_member, **asdict(state)))


def after_completion(tx: Tx, chore: Chore, day: date) -> None:
    """Give the next turn of a rotation by completion to the member after the one whose turn was done last."""
    if chore.share != "turn" or chore.turn_by != "completion" or chore.turn_every in rules.PERIODS:
        return
    rotation = queries.rotations(tx, [chore.id]).get(chore.id)
    if rotation is None or not rotation.since <= day <= rotation.through:
        return
    length = rules.length_of(chore)
    ends = queries.last_ends(tx, chore.id, rotation.since, rotation.through, rules.MAX_ENDS)
    state = rules.following(chore.member_ids, ends, length, rotation.first_member)
    if state is not None:
        queries.put_rotation(tx, replace(rotation, **asdict(state)))


def swap(tx: Tx, chore_id: str, request: SwapRequest) -> ChoreTurn:
    """Let another member take over the turn of one date; the turns after it stay. Raises NotFound, BadRequest."""
    chore = chore_queries.chore(tx, chore_id)
    turn = _turn_to_swap(tx, chore, request.date)
    if request.member_id not in chore.member_ids:
        raise BadRequest("is not one of the chore's members", at="memberId", code="deleted_meanwhile")
    if Absences(away_queries.between(tx, request.date, request.date)).is_away(request.member_id, request.date):
        raise BadRequest("is away on this date", at="memberId", code="member_away")

    _store_swap(tx, turn, request.member_id)
    tx.record("chore.changed", {"id": chore_id})
    return replace(turn, member_id=request.member_id, swapped=request.member_id != turn.scheduled_id)


def undo_swap(tx: Tx, chore_id: str, day: date) -> None:
    """Give the turn of a date back; without a swap nothing happens. Raises NotFound, BadRequest."""
    turn = _turn_to_swap(tx, chore_queries.chore(tx, chore_id), day)
    if turn.swapped:
        _store_swap(tx, turn, turn.scheduled_id)
        tx.record("chore.changed", {"id": chore_id})


def _turn_to_swap(tx: Tx, chore: Chore, day: date) -> ChoreTurn:
    if chore.share != "turn":
        raise BadRequest("the chore is not done in turn")
    if not tx.household_day <= day <= tx.household_day + rules.AHEAD:
        raise BadRequest("must be from today to a year ahead", at="date")
    turn = turns_of(tx, chore_queries.with_creation(tx, [chore]), day, day).get((chore.id, day))
    if turn is None or turn.scheduled_id is None:
        raise BadRequest("the chore is not due on this date", at="date", code="occurrence_unknown")
    return turn


def _store_swap(tx: Tx, turn: ChoreTurn, member_id: str | None) -> None:
    """A decided turn stays with its new member; of one to come only another member than scheduled is stored."""
    rotation = queries.rotations(tx, [turn.chore_id])[turn.chore_id]
    is_decided = turn.date <= rotation.through
    if not is_decided and member_id == turn.scheduled_id:
        queries.remove_turn(tx, turn.chore_id, turn.date)
        return
    scheduled_id = turn.scheduled_id if is_decided else None
    stored = StoredTurn(chore_id=turn.chore_id, date=turn.date, scheduled_id=scheduled_id, member_id=member_id)
    queries.put_turns(tx, [stored])


def _settle(tx: Tx, scheduled: ScheduledChore, rotation: Rotation, with_today: bool) -> None:
    chore = scheduled.chore
    is_done = with_today and queries.done_days(tx, chore.id, tx.household_day, tx.household_day)
    through = tx.household_day if is_done else tx.household_day - DAY
    if rotation.through >= through:
        return
    absences = Absences(away_queries.between(tx, rotation.through + DAY, through))
    turns, state = _run(tx, scheduled, rotation, absences, through)
    swaps = queries.turns(tx, [chore.id], rotation.through + DAY, through)
    decided = [_turn(chore, day, holder, swaps.get((chore.id, day)), absences) for day, holder in turns]
    queries.put_turns(
        tx,
        [made(StoredTurn, turn) for turn in decided],
    )
    queries.put_rotation(tx, replace(rotation, through=through, **asdict(state)))


def _run(
    db: Reader, scheduled: ScheduledChore, rotation: Rotation, absences: Absences, last: date
) -> tuple[Sequence[tuple[date, str | None]], rules.TurnState]:
    """The undecided turns up to a date, and the state after them.

    A skipped date is among them, unless turns last for days: it may pass the turn on.
    """
    chore, first = scheduled.chore, rotation.through + DAY
    state = made(rules.TurnState, rotation)
    if first > last or not chore.active:
        return [], state
    skipped = {} if chore.turn_every in rules.PERIODS else skipped_days(scheduled, first, last)
    done: set[date] = set()
    if chore.turn_by == "completion" and first < db.household_day:
        done = queries.done_days(db, chore.id, first, db.household_day)

    def use_of(day: date) -> rules.Use:
        if day in skipped:
            return "passed" if skipped[day] else "kept"
        return "used" if chore.turn_by == "due" or day >= db.household_day or day in done else "kept"

    days = sorted({*due_days(scheduled, first, last), *skipped})
    return rules.run(chore.member_ids, state, days, absences.is_away, use_of, rules.length_of(chore))


def _decided_through(scheduled: ScheduledChore, rotation: Rotation | None) -> date:
    """The last date whose turn is decided, of today's rotation or of an earlier one."""
    through = [earlier.through for earlier in scheduled.earlier[-1:]]
    return max([rotation.through, *through] if rotation else through, default=date.min)


def _decided(stored: StoredTurn) -> ChoreTurn:
    return made(ChoreTurn, stored, swapped=stored.member_id != stored.scheduled_id)


def _turn(chore: Chore, day: date, holder: str | None, swap: StoredTurn | None, absences: Absences) -> ChoreTurn:
    """A turn, which a swap gives to a member who is still in the order and not away."""
    other = swap.member_id if swap else None
    is_swapped = (
        holder is not None
        and other is not None
        and other != holder
        and other in chore.member_ids
        and not absences.is_away(other, day)
    )
    return ChoreTurn(
        chore_id=chore.id,
        date=day,
        member_id=other if is_swapped else holder,
        scheduled_id=holder,
        swapped=is_swapped,
    )
