import { type Day, mod } from './dates'

/** So many words of one kind are remembered: a wall's page meets new days for months. */
const MEMO_LIMIT = 200
const TIME = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
const formatters = new Map<string, Formatter>()

/** The reader's own language and habits; the household's zone is told where it matters. */
class Formatter {
  readonly own: Intl.DateTimeFormat
  /** Intl takes longer over a span than a screen over drawing it, and a calendar says the same ones again and again. */
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

/** A household date in words; the options are Intl's (weekday, day, month, year). */
export function formatDay(date: Day, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: 'UTC' }).format(Date.parse(date))
}

/** Two days as the reader's language joins them: 16 – 22 November. */
export function formatDays(first: Day, last: Day, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: 'UTC' }).format(Date.parse(first), Date.parse(last))
}

/** Minutes since midnight as the reader writes a time: 16:00 or 4:00 PM. */
export function formatMinutes(minutes: number): string {
  return formatTimes(minutes, minutes)
}

/** Two times of one day as the reader's language joins them: 4:00 – 5:15 PM. */
export function formatTimes(start: number, end: number): string {
  return formatter(TIME).format(mod(start, 1440) * 60_000, mod(end, 1440) * 60_000)
}

export function formatInstant(instant: string | number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: zone }).format(typeof instant === 'number' ? instant : Date.parse(instant))
}

/** Whether the reader's clock has twelve hours. */
export function twelveHours(): boolean {
  return formatter({ hour: 'numeric' }).own.resolvedOptions().hour12 === true
}

/** How large a file is, in the unit that suits it. */
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
