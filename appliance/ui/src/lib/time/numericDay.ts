import { language } from '../i18n/language.svelte'
import type { DateOrder } from './clockStyle.svelte'
import { type Day } from './dates'

const ORDERS = { dmy: ['day', 'month', 'year'], mdy: ['month', 'day', 'year'], ymd: ['year', 'month', 'day'] } as const
const NUMERIC = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const

/** A household date in numbers, in the given order: 31.12.2026, 12/31/2026, 2026-12-31. */
export function numericDay(date: Day, order: DateOrder): string {
  const format = new Intl.DateTimeFormat(language.locale, NUMERIC)
  if (order === 'auto') return format.format(Date.parse(date))
  const parts = format.formatToParts(Date.parse(date))
  const separator = order === 'ymd' ? '-' : parts.find(({ type }) => type === 'literal')!.value
  return ORDERS[order].map((name) => parts.find(({ type }) => type === name)!.value).join(separator)
}
