import type { Board, BoardChore, BoardEvent, BoardItem } from '$lib/api/types'

/** What a phone shows of the day: for its person, and for everybody. */
type Day = Pick<Board, 'events' | 'chores' | 'items'>

/** Whether an event is about a member: their own, or one of nobody, which is for everybody. */
const concerns = ({ memberIds }: BoardEvent, memberId: string) => memberIds.length === 0 || memberIds.includes(memberId)

const isOver = (event: BoardEvent, now: number) => !event.allDay && Date.parse(event.end) <= now

/** Today's events of a member, or of everybody: all-day ones first, then by their start. Those that are over are left out. */
export function eventsOf(day: Pick<Day, 'events'>, memberId: string | null, now: number): BoardEvent[] {
  return day.events
    .filter((event) => !isOver(event, now) && (memberId === null || concerns(event, memberId)))
    .sort((a, b) => Number(b.allDay) - Number(a.allDay) || Date.parse(a.start) - Date.parse(b.start))
}

/** The event that a line about a member names: running, else the next one, else one of the whole day. */
export function eventNow(day: Pick<Day, 'events'>, memberId: string, now: number): BoardEvent | undefined {
  const own = day.events.filter((event) => event.memberIds.includes(memberId))
  const left = eventsOf({ events: own }, memberId, now)
  return left.find(({ allDay }) => !allDay) ?? left[0]
}

/** The chores of a member; of several people without one: those for anyone. */
export const choresOf = ({ chores }: Pick<Day, 'chores'>, memberId: string | null): BoardChore[] =>
  chores.filter((chore) => chore.memberId === memberId)

/** What is due for a member, or for nobody in particular. */
export const itemsOf = ({ items }: Pick<Day, 'items'>, memberId: string | null): BoardItem[] =>
  items.filter((item) => item.memberId === memberId)
