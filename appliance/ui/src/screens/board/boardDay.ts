import type { Board, BoardEvent } from '$lib/api/types'

/** What a row of a card is about: running, the next one, all day, or after the next. */
export type When = 'now' | 'next' | 'allDay' | 'later'

export interface Row {
  event: BoardEvent
  when: When
}

export interface Plan {
  /** In the order of importance: running, next, all day, later. Events that are over are left out. */
  rows: Row[]
  /** How many events of today are over. */
  over: number
  /** The events of the days after today. */
  ahead: BoardEvent[]
}

const ORDER: Record<When, number> = { now: 0, next: 1, allDay: 2, later: 3 }

/** Whether an event is for everybody: it has no members, or all of several. Such an event stands once on the board. */
export function isOfFamily({ memberIds }: Pick<BoardEvent, 'memberIds'>, members: readonly { id: string }[]): boolean {
  return memberIds.length === 0 || (members.length > 1 && members.every(({ id }) => memberIds.includes(id)))
}

/**
 * What is on for one member at an instant (ms), or for everybody: events of the family. `apart` is false where nothing
 * else shows those: then they are each member's.
 */
export function planOf(
  board: Pick<Board, 'events' | 'coming' | 'members'>,
  memberId: string | null,
  now: number,
  apart = true,
): Plan {
  const isOwn = (event: BoardEvent) => {
    if (memberId === null) return isOfFamily(event, board.members)
    return event.memberIds.includes(memberId) && !(apart && isOfFamily(event, board.members))
  }
  const own = board.events.filter(isOwn)
  const left = own.filter((event) => event.allDay || Date.parse(event.end) > now)
  const next = left
    .filter((event) => !event.allDay && Date.parse(event.start) > now)
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))[0]
  const rows = left.map((event) => ({ event, when: whenOf(event, next, now) }))
  rows.sort((a, b) => ORDER[a.when] - ORDER[b.when] || Date.parse(a.event.start) - Date.parse(b.event.start))
  return {
    rows,
    over: own.length - left.length,
    ahead: board.coming.filter(isOwn),
  }
}

function whenOf(event: BoardEvent, next: BoardEvent | undefined, now: number): When {
  if (event.allDay) return 'allDay'
  if (Date.parse(event.start) <= now) return 'now'
  // Several may begin at the same time.
  return event.start === next?.start ? 'next' : 'later'
}

/** Whole minutes until an instant, rounded up; negative after it. */
export function minutesUntil(instant: string, now: number): number {
  return Math.ceil((Date.parse(instant) - now) / 60_000)
}

/** Sizes of rows of cards that are as even as possible: 5 cards in 3 columns are rows of 3 and 2. */
export function rowSizes(count: number, columns: number): number[] {
  const rows = Math.ceil(count / columns)
  return Array.from({ length: rows }, (_, at) => Math.floor(count / rows) + (at < count % rows ? 1 : 0))
}
