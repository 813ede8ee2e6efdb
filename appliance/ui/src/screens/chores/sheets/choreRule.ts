import { type Day, isDay } from '$lib/time/dates'
import { formatDay } from '$lib/time/formats'
import { t, type TextKey } from '$lib/i18n/translate'

/** Rules the form can edit. Other rules are described in words and kept unchanged. */
export interface Repeat {
  kind: 'once' | 'daily' | 'weekly'
  /** 0 is Sunday; empty means the weekday of creation. */
  weekdays: number[]
  until: Day | null
}

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const UNITS: Record<string, TextKey> = {
  DAILY: 'chores.repeat.daily',
  WEEKLY: 'chores.repeat.weekly',
  MONTHLY: 'chores.repeat.monthly',
  YEARLY: 'chores.repeat.yearly',
}

/** Parses a rule; null when the form could not write it back unchanged. */
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

/** Describes when a chore is due; quotes a rule that cannot be described. */
export function describeRule(rrule: string | null, dueDate: Day | null): string {
  if (!rrule) return dueDate ? t('chores.repeat.on', { what: dayText(dueDate) }) : t('chores.repeat.never')
  const parts = partsOf(rrule)
  const unit = UNITS[parts.get('FREQ') ?? '']
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST']
  const days = daysOf(parts)
  const until = untilOf(parts.get('UNTIL'))
  if (!unit || days === null || until === undefined || [...parts.keys()].some((key) => !known.includes(key))) {
    return t('chores.repeat.rule', { rule: rrule.replace(/^RRULE:/i, '') })
  }
  const words = [t(unit, { count: Number(parts.get('INTERVAL') ?? 1) })]
  if (days) words.push(t('chores.repeat.onDays', { what: days }))
  if (until) words.push(t('chores.repeat.until', { day: dayText(until) }))
  if (parts.has('COUNT')) words.push(t('chores.repeat.times', { count: Number(parts.get('COUNT')) }))
  return words.join(' ').replace(' ,', ',')
}

export function weekdayName(day: number, length: 'long' | 'short' | 'narrow' = 'long'): string {
  // 4 January 1970 was a Sunday.
  return formatDay(`1970-01-${String(4 + day).padStart(2, '0')}`, { weekday: length })
}

/** The weekdays or dates of a rule in words; empty for none, null when that is not possible. */
function daysOf(parts: Map<string, string>): string | null {
  const [days, dates] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')]
  if (days && dates) return null
  if (dates)
    return joinList(
      dates
        .split(',')
        .map((date) => (date === '-1' ? t('chores.repeat.lastDay') : t('chores.repeat.date', { day: date }))),
    )
  if (!days) return ''
  const named = days.split(',').map((day) => {
    const [, nth = '', name = ''] = /^(-?\d*)([A-Z]{2})$/.exec(day) ?? []
    const at = NAMES.indexOf(name)
    if (at < 0 || !['', '-1', '1', '2', '3', '4'].includes(nth)) return null
    if (!nth) return weekdayName(at)
    return t(nth === '-1' ? 'chores.repeat.nthLast' : (`chores.repeat.nth${nth}` as TextKey), { day: weekdayName(at) })
  })
  if (named.includes(null)) return null
  return parts.get('FREQ') === 'WEEKLY' && days.split(',').sort().join() === 'FR,MO,TH,TU,WE'
    ? t('chores.repeat.schoolDays')
    : joinList(named as string[])
}

function joinList(words: string[]): string {
  return new Intl.ListFormat('en').format(words)
}

function dayText(day: Day): string {
  return formatDay(day, { day: 'numeric', month: 'long', year: 'numeric' })
}

function partsOf(rrule: string): Map<string, string> {
  const pairs = rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter(Boolean)
  return new Map(pairs.map((pair) => pair.toUpperCase().split('=', 2) as [string, string]))
}

/** A day, null for none, undefined for another format. */
function untilOf(text: string | undefined): Day | null | undefined {
  if (!text) return null
  const day = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isDay(day) ? day : undefined
}

function mondayFirst(a: number, b: number): number {
  return ((a + 6) % 7) - ((b + 6) % 7)
}
