import { type Day, mod } from './dates'

/** Limits the cache: a wall's page shows new days for months. */
const MEMO_LIMIT = 200
const TIME = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
const formatters = new Map<string, Formatter>()

/** Formats in the reader's language; callers pass the household's zone where needed. */
class Formatter {
  readonly own: Intl.DateTimeFormat
  /** Formatting a range is slow, and a calendar repeats the same ranges. */
  readonly #memo = new Map<string, string>()

  constructor(options: Intl.DateTimeFormatOptions) {
    this.own = new Intl.DateTimeFormat(globalThis.navigator?.language, options)
  }

  format(from: number, to = from): string {
    const key = `${from} ${to}`
    let text = this.#memo.get(key)
    if (text === undefined) {
      if (this.#memo.size >= MEMO_LIMIT) this.#memo.clear()
      this.#memo.set(key, (text = from === to ? this.own.format(from) : this.own.formatRange(from, to)))
    }
    return text
  }
}

function formatter(options: Intl.DateTimeFormatOptions): Formatter {
  const key = JSON.stringify(options)
  let found = formatters.get(key)
  if (!found) formatters.set(key, (found = new Formatter(options)))
  return found
}

/** A household date as text; options as in Intl.DateTimeFormat. */
export function formatDay(date: Day, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: 'UTC' }).format(Date.parse(date))
}

/** A range of days in the reader's language: 16 – 22 November. */
export function formatDays(first: Day, last: Day, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: 'UTC' }).format(Date.parse(first), Date.parse(last))
}

/** Minutes since midnight in the reader's format: 16:00 or 4:00 PM. */
export function formatMinutes(minutes: number): string {
  return formatTimes(minutes, minutes)
}

/** A range of times of one day in the reader's language: 4:00 – 5:15 PM. */
export function formatTimes(start: number, end: number): string {
  return formatter(TIME).format(mod(start, 1440) * 60_000, mod(end, 1440) * 60_000)
}

export function formatInstant(instant: string | number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: zone }).format(typeof instant === 'number' ? instant : Date.parse(instant))
}

/** Whether the reader uses a 12-hour clock. */
export function twelveHours(): boolean {
  return formatter({ hour: 'numeric' }).own.resolvedOptions().hour12 === true
}

/** A file size with a suitable unit. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(globalThis.navigator?.language, {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(value)
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(globalThis.navigator?.language).format(value)
}
