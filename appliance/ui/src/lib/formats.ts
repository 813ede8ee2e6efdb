import { type Day, timeText } from './dates'

const cache = new Map<string, Intl.DateTimeFormat>()

/** The reader's own language and habits; the household's zone is told where it matters. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  let found = cache.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(globalThis.navigator?.language, options)
    cache.set(key, found)
  }
  return found
}

/** A household date in words; the options are Intl's (weekday, day, month, year). */
export function formatDay(date: Day, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: 'UTC' }).format(Date.parse(date))
}

/** Minutes since midnight as the reader writes a time: 16:00 or 4:00 PM. */
export function formatMinutes(minutes: number): string {
  return formatter({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(Date.parse(`2024-01-01T${timeText(minutes)}Z`))
}

export function formatInstant(instant: string | number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter({ ...options, timeZone: zone }).format(typeof instant === 'number' ? instant : Date.parse(instant))
}

/** Whether the reader's clock has twelve hours. */
export function twelveHours(): boolean {
  return formatter({ hour: 'numeric' }).resolvedOptions().hour12 === true
}

/** How large a file is, in the unit that suits it. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(globalThis.navigator?.language, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(globalThis.navigator?.language).format(value)
}
