import { type Day, isDay } from '$lib/time/dates'
import { formatDay } from '$lib/time/formats'

/** The rules that most chores have. The full editor has more of them. */
export interface Repeat {
  kind: 'once' | 'daily' | 'weekly'
  /** 0 is Sunday; empty means the weekday of creation. */
  weekdays: number[]
  until: Day | null
}

export const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Parses a rule; null for one that is not daily or weekly, or has more parts. */
export function parseRule(rrule: string | null): Repeat | null {
  if (!rrule) return { kind: 'once', weekdays: [], until: null }
  const parts = partsOf(rrule)
  const [frequency, until] = [parts.get('FREQ'), untilOf(parts.get('UNTIL'))]
  if (until === undefined || (parts.get('INTERVAL') ?? '1') !== '1') return null
  const known =
    frequency === 'WEEKLY' ? ['FREQ', 'INTERVAL', 'UNTIL', 'WKST', 'BYDAY'] : ['FREQ', 'INTERVAL', 'UNTIL', 'WKST']
  if ([...parts.keys()].some((key) => !known.includes(key))) return null
  if (frequency === 'DAILY') return { kind: 'daily', weekdays: [], until }
  if (frequency !== 'WEEKLY') return null
  const weekdays = (parts.get('BYDAY')?.split(',') ?? []).map((name) => NAMES.indexOf(name))
  return weekdays.includes(-1) ? null : { kind: 'weekly', weekdays, until }
}

/** The RRULE text; null for a one-time chore. */
export function formatRule({ kind, weekdays, until }: Repeat): string | null {
  if (kind === 'once') return null
  const parts = [`FREQ=${kind.toUpperCase()}`]
  if (kind === 'weekly' && weekdays.length > 0)
    parts.push(
      `BYDAY=${[...weekdays]
        .sort(mondayFirst)
        .map((day) => NAMES[day])
        .join(',')}`,
    )
  if (until) parts.push(`UNTIL=${until.replaceAll('-', '')}`)
  return parts.join(';')
}

export function weekdayName(day: number, length: 'long' | 'short' | 'narrow' = 'long'): string {
  // 4 January 1970 was a Sunday.
  return formatDay(`1970-01-${String(4 + day).padStart(2, '0')}`, { weekday: length })
}

export function partsOf(rrule: string): Map<string, string> {
  const pairs = rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter(Boolean)
  return new Map(pairs.map((pair) => pair.toUpperCase().split('=', 2) as [string, string]))
}

/** A day, null for none, undefined for another format. */
export function untilOf(text: string | undefined): Day | null | undefined {
  if (!text) return null
  const day = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isDay(day) ? day : undefined
}

function mondayFirst(a: number, b: number): number {
  return ((a + 6) % 7) - ((b + 6) % 7)
}
