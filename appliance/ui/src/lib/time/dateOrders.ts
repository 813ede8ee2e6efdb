/** How dates are written: as the language does, or as the household has chosen the order of day, month and year. */
export type DateOrder = 'auto' | 'dmy' | 'mdy' | 'ymd'

type Part = Intl.DateTimeFormatPart

const ORDERS = { dmy: ['day', 'month', 'year'], mdy: ['month', 'day', 'year'], ymd: ['year', 'month', 'day'] }

/**
 * A formatted date in another order: 3 nov. 2026, nov. 3, 2026 or 2026 nov. 3; in numbers 03/11/2026 or 2026-11-03. What
 * stands around it, a weekday or a time, stays.
 */
export function inOrder(parts: readonly Part[], order: Exclude<DateOrder, 'auto'>): string {
  const found = parts.filter(({ type }) => ORDERS[order].includes(type))
  const wanted = ORDERS[order].flatMap((name) => found.find(({ type }) => type === name) ?? [])
  const numbers = found.every(({ value }) => /^\d+$/.test(value))
  const dashed = numbers && order === 'ymd'
  if (!dashed && wanted.every((part, at) => part === found[at])) return text(parts)
  const [first, last] = [parts.indexOf(found[0]!), parts.indexOf(found.at(-1)!)]
  const separator = dashed ? '-' : numbers ? parts[first + 1]!.value : ' '
  const words = wanted.map(({ value }) => value)
  if (!numbers && order === 'mdy' && words.length === 3) words[1] += ','
  return text(parts.slice(0, first)) + words.join(separator) + text(parts.slice(last + 1))
}

function text(parts: readonly Part[]): string {
  return parts.map(({ value }) => value).join('')
}
