import { keyOf } from '$lib/changes/chores'
import { type DayPart, isLater } from '$lib/time/dayParts'
import type { Plan } from './boardDay'
import type { Birthday, Board, BoardChore, BoardEvent, BoardItem, Countdown } from '$lib/api/types'

/** A row of what is for everybody today. */
export type Due = { event: BoardEvent; at: number } | { chore: BoardChore } | { later: number } | { item: BoardItem }

/** A row of what comes after today; the date is empty for a countdown. */
export type Coming =
  { date: string; event: BoardEvent } | { date: string; birthday: Birthday } | { date: ''; countdown: Countdown }

/** Somebody's chores of today. */
export interface OwnChores {
  /** What is open now, and what was ticked a moment ago, in the order of the list. */
  open: BoardChore[]
  /** What is done: quiet, and last. */
  done: BoardChore[]
  /** How many are for a later part of the day. */
  later: number
}

/** The chores of a member, or for Anyone. `kept` are those that stay in their place though they are done. */
export function choresOf(
  board: Pick<Board, 'chores'>,
  memberId: string | null,
  { part, kept, places }: { part?: DayPart; kept: Record<string, boolean>; places: ReadonlyMap<string, number> },
): OwnChores {
  const own = board.chores.filter((chore) => chore.memberId === memberId)
  const [open, done]: BoardChore[][] = [[], []]
  for (const chore of own) (chore.completed && !kept[keyOf(chore)] ? done! : open!).push(chore)
  open!.sort((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0))
  const now = open!.filter((chore) => !(part && isLater(chore.dayPart, part)))
  return { open: now, done: done!, later: open!.length - now.length }
}

/** What is for everybody today: events of the family, chores for Anyone, and items of lists. */
export function dueOf(board: Pick<Board, 'items'>, plan: Plan, { open, done, later }: OwnChores): Due[] {
  return [
    ...plan.rows.map(({ event }, at) => ({ event, at })),
    ...open.map((chore) => ({ chore })),
    ...(later ? [{ later }] : []),
    ...board.items.map((item) => ({ item })),
    ...done.map((chore) => ({ chore })),
  ]
}

/** What comes in the next days, by date; with the countdowns first, where no other widget has them. */
export function comingOf(board: Board, withCountdowns: boolean): Coming[] {
  const all: Coming[] = [
    ...(withCountdowns ? board.countdowns.map((countdown) => ({ date: '' as const, countdown })) : []),
    ...board.birthdays.filter(({ date }) => date > board.date).map((birthday) => ({ date: birthday.date, birthday })),
    ...board.coming.map((event) => ({ date: event.date, event })),
  ]
  return all.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
