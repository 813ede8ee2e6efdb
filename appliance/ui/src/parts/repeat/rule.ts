import { addDays, type Day, isDay, localOf, weekday } from '$lib/time/dates'
import { formatList } from '$lib/i18n/textList'
import { formatDay } from '$lib/time/formats'
import { t, type MessageKey } from '$lib/i18n/translate'

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'yearly'

/** A rule that the form can edit. Other rules are kept unchanged and described in words. */
export interface Repeat {
  frequency: Frequency
  every: number
  /** 0 is Sunday; only for weekly rules. */
  weekdays: number[]
  /** Monthly: on the start's date, or on its weekday, for example the second Tuesday. */
  by: 'date' | 'weekday'
  until: Day | null
  count: number | null
  /** Only of a stored rule that says when its weeks begin (WKST). Without it the server takes the household's day. */
  weekStart?: string
}

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const FREQUENCIES: Record<string, Frequency> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
}
const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'UNTIL', 'COUNT', 'WKST'])

/** Parses the rule of a series that starts on `start`; null when the form could not write it back unchanged. */
export function parseRule(rrule: string, start: Day, zone: string): Repeat | null {
  const parts = partsOf(rrule)
  const frequency = FREQUENCIES[parts.get('FREQ') ?? '']
  if (!frequency || [...parts.keys()].some((key) => !KNOWN.has(key))) return null
  const until = untilOf(parts.get('UNTIL'), zone)
  if (until === undefined) return null
  const repeat: Repeat = {
    frequency,
    every: Number(parts.get('INTERVAL') ?? 1),
    weekdays: [],
    by: 'date',
    until,
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
  }
  const days = parts.get('BYDAY')?.split(',')
  const weekStart = parts.get('WKST')
  if (weekStart) repeat.weekStart = weekStart
  if (frequency === 'weekly') repeat.weekdays = days ? days.map((name) => NAMES.indexOf(name)) : [weekday(start)]
  else if (frequency === 'monthly' && days) {
    if (days.length > 1 || days[0] !== nthOf(start)) return null
    repeat.by = 'weekday'
  } else if (days) return null
  if (repeat.weekdays.includes(-1)) return null
  if (
    !matchesStart(
      parts.get('BYMONTHDAY'),
      Number(start.slice(8)),
      frequency !== 'weekly' && frequency !== 'daily' && !days,
    )
  )
    return null
  return matchesStart(parts.get('BYMONTH'), Number(start.slice(5, 7)), frequency === 'yearly') ? repeat : null
}

/** The RRULE text. */
export function formatRule(repeat: Repeat, start: Day): string {
  const parts = [`FREQ=${repeat.frequency.toUpperCase()}`]
  if (repeat.every > 1) parts.push(`INTERVAL=${repeat.every}`)
  if (repeat.frequency === 'weekly' && repeat.weekdays.length > 0) {
    parts.push(
      `BYDAY=${[...repeat.weekdays]
        .sort(mondayFirst)
        .map((day) => NAMES[day])
        .join(',')}`,
    )
  }
  if (repeat.frequency === 'monthly' && repeat.by === 'weekday') parts.push(`BYDAY=${nthOf(start)}`)
  if (repeat.until) parts.push(`UNTIL=${repeat.until.replaceAll('-', '')}`)
  else if (repeat.count) parts.push(`COUNT=${repeat.count}`)
  if (repeat.weekStart && repeat.frequency === 'weekly' && repeat.every > 1) parts.push(`WKST=${repeat.weekStart}`)
  return parts.join(';')
}

/** A weekly rule on one weekday follows its start to another day. */
export function moveRepeat(repeat: Repeat | null, from: Day, to: Day): Repeat | null {
  const follows = repeat?.frequency === 'weekly' && repeat.weekdays.join() === String(weekday(from))
  return follows ? { ...repeat, weekdays: [weekday(to)] } : repeat
}

/** Describes a rule in words; quotes it when that is not possible. */
export function describeRule(rrule: string, start: Day, zone: string): string {
  const repeat = parseRule(rrule, start, zone)
  if (!repeat)
    return describeMonthlyRule(rrule, zone) ?? t('calendar.repeat.custom', { rule: rrule.replace(/^RRULE:/i, '') })
  const every = t(`calendar.repeat.${repeat.frequency}`, { count: repeat.every })
  return every + dayText(repeat, start) + endText(repeat.until, repeat.count)
}

/** The start's weekday in its month, in words: the third Friday. */
export function nthText(day: Day): string {
  return nthName(nthOf(day))
}

/** The n-th weekday of a month as in an RRULE: 3FR. The fifth is the last (-1). */
function nthOf(day: Day): string {
  const nth = Math.ceil(Number(day.slice(8)) / 7)
  return `${nth > 4 ? -1 : nth}${NAMES[weekday(day)]}`
}

function dayText(repeat: Repeat, start: Day): string {
  if (repeat.frequency === 'weekly') {
    const days = [...repeat.weekdays].sort(mondayFirst)
    if (days.length === 7) return ''
    if (days.join() === '1,2,3,4,5') return ` ${t('calendar.repeat.workdays')}`
    return ` ${t('calendar.repeat.on', { what: formatList(days.map((day) => weekdayName(day))) })}`
  }
  if (repeat.frequency === 'daily') return ''
  if (repeat.frequency === 'yearly')
    return ` ${t('calendar.repeat.on', { what: formatDay(start, { day: 'numeric', month: 'long' }) })}`
  const what = repeat.by === 'weekday' ? nthText(start) : t('calendar.repeat.date', { day: Number(start.slice(8)) })
  return ` ${t('calendar.repeat.on', { what })}`
}

/** Describes monthly rules on another n-th weekday or on the last day, which the form cannot edit. */
function describeMonthlyRule(rrule: string, zone: string): string | null {
  const parts = partsOf(rrule)
  const until = untilOf(parts.get('UNTIL'), zone)
  const [day, date] = [parts.get('BYDAY') ?? '', parts.get('BYMONTHDAY') ?? '']
  const extra = [...parts.keys()].some(
    (key) => !['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST'].includes(key),
  )
  if (extra || until === undefined || parts.get('FREQ') !== 'MONTHLY' || (day && date)) return null
  const what = /^(-1|[1-4])(SU|MO|TU|WE|TH|FR|SA)$/.test(day)
    ? nthName(day)
    : date === '-1'
      ? t('calendar.repeat.lastDay')
      : /^\d+$/.test(date)
        ? t('calendar.repeat.date', { day: Number(date) })
        : null
  if (!what) return null
  const every = t('calendar.repeat.monthly', { count: Number(parts.get('INTERVAL') ?? 1) })
  return `${every} ${t('calendar.repeat.on', { what })}${endText(until, Number(parts.get('COUNT') ?? 0))}`
}

function nthName(nth: string): string {
  const ordinal = nth.slice(0, -2)
  const word = (ordinal === '-1' ? 'calendar.repeat.last' : `calendar.repeat.nth${ordinal}`) as MessageKey
  const day = NAMES.indexOf(nth.slice(-2))
  return t(word, { day: weekdayName(day), weekday: day })
}

function endText(until: Day | null, count: number | null): string {
  if (until)
    return `, ${t('calendar.repeat.until', { day: formatDay(until, { day: 'numeric', month: 'long', year: 'numeric' }) })}`
  return count ? `, ${t('calendar.repeat.times', { count })}` : ''
}

function partsOf(rrule: string): Map<string, string> {
  const pairs = rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter(Boolean)
  return new Map(pairs.map((pair) => pair.toUpperCase().split('=', 2) as [string, string]))
}

/** A day, null for none, undefined when invalid. */
function untilOf(text: string | undefined, zone: string): Day | null | undefined {
  if (!text) return null
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text)
  if (!found) return undefined
  const [, year, month, date, hour, minute, second, utc] = found
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return undefined
  return utc ? localOf(`${day}T${hour}:${minute}:${second}Z`, zone).date : day
}

function matchesStart(text: string | undefined, own: number, allowed: boolean): boolean {
  return text === undefined || (allowed && Number(text) === own)
}

function mondayFirst(a: number, b: number): number {
  return ((a + 6) % 7) - ((b + 6) % 7)
}

/** 4 January 1970 was a Sunday. */
function weekdayName(day: number): string {
  return formatDay(addDays('1970-01-04', day), { weekday: 'long' })
}
