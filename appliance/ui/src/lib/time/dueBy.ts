import { type Day, instantOf, parseTime } from './dates'

/** Whether the time of day HH:MM of a day has come in a zone; `now` in ms. */
export function isPast(dueBy: string | null | undefined, day: Day, zone: string, now: number): boolean {
  return !!dueBy && Date.parse(instantOf(day, parseTime(dueBy), zone).iso) <= now
}
