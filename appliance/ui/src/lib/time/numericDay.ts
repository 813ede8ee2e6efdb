import { language } from '../i18n/language.svelte'
import type { DateOrder } from './dateOrders'
import { inOrder } from './dateOrders'
import { type Day } from './dates'

const NUMERIC = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const

/** A household date in numbers, in the given order: 31.12.2026, 12/31/2026, 2026-12-31. */
export function numericDay(date: Day, order: DateOrder): string {
  const format = new Intl.DateTimeFormat(language.locale, NUMERIC)
  return order === 'auto' ? format.format(Date.parse(date)) : inOrder(format.formatToParts(Date.parse(date)), order)
}
