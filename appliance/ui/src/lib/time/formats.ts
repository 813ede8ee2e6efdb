import { language } from '../i18n/language.svelte'
import { arranged, dateOrder, hourCycle } from './clockStyle.svelte'
import { type Day, mod } from './dates'

/** Limits the cache: a wall's page shows new days for months. */
const MEMO_LIMIT = 200
const TIME = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
const formatters = new Map<string, Formatter>()

/** Formats in the UI's language; callers pass the household's zone where needed. */
class Formatter {
  readonly own: Intl.DateTimeFormat
  /** Formatting a range is slow, and a calendar repeats the same ranges. */
  readonly #memo = new Map<string, string>()

  constructor(
    locale: string,
    options: Intl.DateTimeFormatOptions,
    readonly write?: ReturnType<typeof arranged>,
  ) {
    this.own = new Intl.DateTimeFormat(locale, options)
  }

  format(from: number, to = from): string {
    const key = `${from} ${to}`
    let text = this.#memo.get(key)
    if (text === undefined) {
      if (this.#memo.size >= MEMO_LIMIT) this.#memo.clear()
      this.#memo.set(key, (text = this.#written(from, to)))
    }
    return text
  }

  #written(from: number, to: number): string {
    if (from === to) return this.write?.(this.own.formatToParts(from)) ?? this.own.format(from)
    const usual = !this.write || this.format(from) === this.own.format(from)
    return usual ? this.own.formatRange(from, to) : `${this.format(from)} – ${this.format(to)}`
  }
}

/** One for each set of options and language; a household’s clock style and order of dates go before the language’s. */
export function formatter(given: Intl.DateTimeFormatOptions): Formatter {
  const cycle = given.hour ? hourCycle() : undefined
  const options = cycle ? { ...given, hourCycle: cycle } : given
  const locale = given.hour ? language.locale : localeOfDates()
  // A month in words is where the language's grammar puts it.
  const write = given.day && given.month !== 'long' ? arranged() : undefined
  const key = locale + JSON.stringify(options) + (write ? dateOrder() : '')
  let found = formatters.get(key)
  if (!found) formatters.set(key, (found = new Formatter(locale, options, write)))
  return found
}

/** English alone has two orders of dates in words: 23 November, November 23. */
function localeOfDates(): string {
  const order = language.tag === 'en' ? dateOrder() : 'auto'
  return order === 'dmy' ? 'en-GB' : order === 'mdy' ? 'en-US' : language.locale
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
  return formatter(TIME).format(mod(minutes, 1440) * 60_000)
}

/**
 * A range of times, the same everywhere: 16:00 – 17:15, or 4:00 – 5:15 PM. `formatRange` of Intl is not used: its
 * separator and its spaces differ between languages, and between one day and two.
 */
export function formatTimes(start: number, end: number): string {
  const [from, to] = [formatMinutes(start), formatMinutes(end)]
  const halfDay = dayPeriodOf(from)
  return `${halfDay && halfDay === dayPeriodOf(to) && start < end ? from.replace(halfDay, '') : from} – ${to}`
}

/** The AM or PM that ends a time, with the space before it; empty with a 24-hour clock. */
function dayPeriodOf(time: string): string {
  return /\s\p{L}.*$/u.exec(time)?.[0] ?? ''
}

export function formatInstant(instant: string | number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: zone }).format(typeof instant === 'number' ? instant : Date.parse(instant))
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language.locale, options).format(value)
}
