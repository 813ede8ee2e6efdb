import { addDays, type Day, instantOf, mod, spanOf, timeText } from './dates'
import type { EventInstance } from '../api/types'

/** Minutes of local time since 1970-01-01 00:00, without a zone: a clock change neither adds nor removes any. */
export type WallMinutes = number

/** A time range in local time; `to` is exclusive. */
export interface WallSpan {
  from: WallMinutes
  to: WallMinutes
}

export const DAY = 1440

export function wallOf(day: Day, minutes = 0): WallMinutes {
  return Date.parse(day) / 60_000 + minutes
}

export function dayOf(wall: WallMinutes): Day {
  return addDays('1970-01-01', Math.floor(wall / DAY))
}

/** Minutes since the midnight before. */
export function minutesOf(wall: WallMinutes): number {
  return mod(wall, DAY)
}

/** The days and minutes of a span; one that ends at midnight has the day before as its last. */
export function daysOf({ from, to }: WallSpan): { first: Day; start: number; last: Day; end: number } {
  const midnight = to > from && minutesOf(to) === 0
  return {
    first: dayOf(from),
    start: minutesOf(from),
    last: dayOf(midnight ? to - 1 : to),
    end: midnight ? DAY : minutesOf(to),
  }
}

type Timed = Pick<EventInstance, 'start' | 'end' | 'allDay'>

/** The span of an event; an all-day event covers whole days. */
export function wallSpanOf(event: Timed, zone: string): WallSpan {
  const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
  return { from: wallOf(first, startMinutes), to: wallOf(last, endMinutes) }
}

/**
 * The start and end that the API expects for an event after its span changed. The time on the clock is kept. Where the
 * clocks change in between so that no time would remain, the duration is kept instead.
 */
export function requestTimes(event: Timed, span: WallSpan, zone: string): { start: string; end: string } {
  const { from, to } = span
  if (event.allDay) return { start: dayOf(from), end: dayOf(Math.max(to, from + DAY)) }
  const was = wallSpanOf(event, zone)
  const start = from === was.from ? event.start : instantOf(dayOf(from), minutesOf(from), zone).iso
  const end = to === was.to ? event.end : instantOf(dayOf(to), minutesOf(to), zone).iso
  if (Date.parse(end) > Date.parse(start)) return { start, end }
  const duration = Math.max(to - from, (Date.parse(event.end) - Date.parse(event.start)) / 60_000, 1)
  return { start, end: new Date(Date.parse(start) + duration * 60_000).toISOString() }
}

/** A span as the address of a new event has it: `at` and `until`, YYYY-MM-DDTHH:MM. */
export function addressOf({ from, to }: WallSpan): { at: string; until: string } {
  const text = (wall: WallMinutes) => `${dayOf(wall)}T${timeText(minutesOf(wall))}`
  return { at: text(from), until: text(to) }
}
