import type { Day } from '../time/dates'
import type { Change } from '../outbox/outbox.svelte'
import { type Chore, tickOf } from './chores'
import type { EventInstance } from './events'
import type { LinkedItem } from './lists'
import type { Member } from './members'
import { resource } from '../http/resource.svelte'
import type { Weather } from './weather'

export type Range = 'day' | 'week'

/** An event and the day it is listed under. */
export type DatedEvent = EventInstance & { date: Day }

export interface DatedChore extends Pick<Chore, 'id' | 'title' | 'emoji' | 'points' | 'dueTime'> {
  date: Day
  done: boolean
  /** For anyone. */
  shared: boolean
}

export type DueItem = LinkedItem & { listEmoji: string | null; overdue: boolean }

export interface Birthday {
  memberId: string | null
  eventId: string | null
  name: string
  avatar: string | null
  date: Day
  /** The age reached; null if the year of birth is unknown. */
  age: number | null
}

export interface Snapshot {
  greeting: string
  member: Pick<Member, 'id' | 'name' | 'color' | 'avatar' | 'birthday'>
  range: Range
  from: Day
  /** Inclusive. */
  to: Day
  generatedAt: string
  weather: Weather | null
  events: DatedEvent[]
  chores: DatedChore[]
  items: DueItem[]
  birthdays: Birthday[]
  /** Null for a week. */
  tomorrow: { date: Day; events: DatedEvent[]; items: DueItem[]; birthdays: Birthday[] } | null
}

/** One member's overview of today, or of the seven days from today. */
export const snapshotOf = (memberId: string, range: Range) =>
  resource<Snapshot>(`/api/snapshot?member=${encodeURIComponent(memberId)}&range=${range}`)

/** Applies the ticks that a response requested at `asOf` cannot contain. */
export function choresWithTicks(chores: DatedChore[], changes: readonly Change[], asOf: number): DatedChore[] {
  let shown = chores
  for (const change of changes) {
    if (change.sentAt !== undefined && change.sentAt <= asOf) continue
    const ticked = tickOf(change)
    if (ticked)
      shown = shown.map((chore) =>
        chore.id === ticked.id && chore.date === ticked.day ? { ...chore, done: ticked.done } : chore,
      )
  }
  return shown
}
