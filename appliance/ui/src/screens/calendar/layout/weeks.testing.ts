import type { EventInstance, Member } from '$lib/api/types'
import { addDays, instantOf, range } from '$lib/time/dates'
import { placeEvents, type Placed } from './placed'

/** The week of the tests. */
export const DAYS = range('2026-11-23', 7)
export const ZONE = 'UTC'

export const people = (count: number): Member[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `Person ${at}`, color: '#7a5fd0' }) as Member)

export interface Made {
  title: string
  day: number
  minutes: number
  who: string[]
  days?: number
  rrule?: string
  place?: string
}

export function event({ title, day, minutes, who, days, rrule, place }: Made, id: string): EventInstance {
  const first = addDays(DAYS[0]!, day)
  const at = (more: number) => instantOf(first, minutes + more, ZONE).iso
  const times = days ? { start: first, end: addDays(first, days) } : { start: at(0), end: at(60) }
  const own = { id, calendarId: 'c', title, color: '#888888', memberIds: who, rrule: rrule ?? null, seriesId: null }
  return { ...own, ...times, allDay: days !== undefined, location: place ?? null, categoryId: null } as never
}

/** Numbers that look random and are the same each time. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0
    return state % below
  }
}

const WORDS = [
  'Swimming',
  'Parent-teacher conference',
  'with',
  'Theo',
  'Kindergarten',
  'a',
  'Zahnarzttermin',
  'Fußball',
  '🎉',
]

/** One to eight people with up to eighty events; the same for the same seed. */
export function weekOf(seed: number): { household: Member[]; placed: Placed[] } {
  const pick = random(seed)
  const household = people(1 + pick(8))
  const events = Array.from({ length: pick(81) }, (_, at) => {
    const who = household.filter(() => pick(household.length) === 0).map(({ id }) => id)
    const title = Array.from({ length: 1 + pick(4) }, () => WORDS[pick(WORDS.length)]!).join(' ')
    const days = pick(6) ? undefined : 1 + pick(4)
    const place = pick(2) ? 'School, room 2.14' : undefined
    return event({ title, day: pick(7), minutes: 360 + pick(900), who, days, place }, `e${at}`)
  })
  return { household, placed: placeEvents(events, ZONE, { members: household, categories: [] }) }
}
