/** A household date, YYYY-MM-DD. */
export type Day = string

/** Local time in a zone: the date and the minutes since its midnight. */
export interface Local {
  date: Day
  minutes: number
}

const DAY_MS = 86_400_000
const MEMO_LIMIT = 2_000
const formatters = new Map<string, Intl.DateTimeFormat>()
/** Per zone, by minute since the epoch. Plain numbers, because a wall's page stores thousands of them. */
const offsets = new Map<string, Map<number, number>>()

/** An instant as local date and time in `zone`. */
export function localOf(instant: string | number | Date, zone: string): Local {
  const at = instant instanceof Date ? instant.getTime() : typeof instant === 'number' ? instant : Date.parse(instant)
  const wall = at + cachedOffset(at, zone)
  return { date: dayOf(wall), minutes: Math.floor(mod(wall, DAY_MS) / 60_000) }
}

/**
 * The instant of a local time in `zone`, UTC with milliseconds and Z. A time that does not exist (`gap`) moves forward
 * by the gap; of a time that occurs twice (`overlap`) the first is used.
 */
export function instantOf(date: Day, minutes: number, zone: string): { iso: string; gap: boolean; overlap: boolean } {
  const wall = Date.parse(date) + minutes * 60_000
  const before = offset(wall - DAY_MS, zone)
  const candidates = [before, offset(wall + DAY_MS, zone)].map((shift) => wall - shift)
  const valid = [...new Set(candidates.filter((at) => wallTime(at, zone) === wall))].sort((a, b) => a - b)
  const at = valid[0] ?? wall - before
  return { iso: new Date(at).toISOString(), gap: valid.length === 0, overlap: valid.length > 1 }
}

export function todayIn(zone: string, now: number | Date): Day {
  return localOf(now, zone).date
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
}

export function addDays(date: Day, days: number): Day {
  return dayOf(Date.parse(date) + days * DAY_MS)
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** 0 is Sunday. */
export function weekday(date: Day): number {
  return new Date(date).getUTCDay()
}

/** The day with which a week begins: 0 Sunday, 1 Monday, 6 Saturday. */
export type FirstWeekday = 0 | 1 | 6

/** The first day of the week that holds `date`. */
export function weekStart(date: Day, first: FirstWeekday): Day {
  return addDays(date, -mod(weekday(date) - first, 7))
}

export function week(date: Day, first: FirstWeekday): Day[] {
  return range(weekStart(date, first), 7)
}

export function range(from: Day, days: number): Day[] {
  return Array.from({ length: days }, (_, at) => addDays(from, at))
}

export function monthStart(date: Day): Day {
  return `${date.slice(0, 7)}-01`
}

/** The same day in another month, or that month's last day where it is shorter. */
export function addMonths(date: Day, months: number): Day {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(day, last)))
}

/** Whole weeks that cover the month of `date`: four to six rows of seven days. */
export function monthGrid(date: Day, first: FirstWeekday): Day[][] {
  const start = weekStart(monthStart(date), first)
  const next = addMonths(monthStart(date), 1)
  const rows = Math.ceil(daysBetween(start, next) / 7)
  return Array.from({ length: rows }, (_, row) => range(addDays(start, row * 7), 7))
}

/**
 * The household days an event covers. `last` is inclusive; minutes count from the midnight of the first and last day.
 */
export interface Span {
  first: Day
  last: Day
  startMinutes: number
  endMinutes: number
}

/** The span of an event: dates with an exclusive end when all-day, otherwise instants. */
export function spanOf(event: { start: string; end: string; allDay: boolean }, zone: string): Span {
  if (event.allDay) {
    const [first, end] = [event.start.slice(0, 10), event.end.slice(0, 10)]
    return { first, last: end > first ? addDays(end, -1) : first, startMinutes: 0, endMinutes: 1440 }
  }
  const start = localOf(event.start, zone)
  const end = localOf(event.end, zone)
  // An event that ends at midnight belongs to the day before.
  const back = end.minutes === 0 && end.date > start.date
  return {
    first: start.date,
    last: back ? addDays(end.date, -1) : end.date,
    startMinutes: start.minutes,
    endMinutes: back ? 1440 : end.minutes,
  }
}

/** Minutes since midnight from HH:MM; NaN when it is not a time of day. */
export function parseTime(text: string): number {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return found ? Number(found[1]) * 60 + Number(found[2]) : NaN
}

/** HH:MM, 24 hours, as in the API. */
export function timeText(minutes: number): string {
  const within = mod(minutes, 1440)
  return `${pad(Math.floor(within / 60))}:${pad(within % 60)}`
}

function dayOf(utc: number): Day {
  return new Date(utc).toISOString().slice(0, 10)
}

/** The local time of an instant, expressed as UTC milliseconds. */
function wallTime(at: number, zone: string): number {
  return at + offset(at, zone)
}

/** `offset`, computed once per minute. */
function cachedOffset(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000)
  let known = offsets.get(zone)
  if (!known || known.size >= MEMO_LIMIT) offsets.set(zone, (known = new Map()))
  let found = known.get(minute)
  if (found === undefined) known.set(minute, (found = offset(minute * 60_000, zone)))
  return found
}

function offset(at: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterFor(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

function formatterFor(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone)
  if (!found) {
    const numeric = 'numeric' as const
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    formatters.set(zone, found)
  }
  return found
}

/** Modulo that is never negative. */
export function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** Whether a time of day lies in a range that may pass midnight; in minutes, the end excluded. */
export function within(from: number, to: number, minutes: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}
