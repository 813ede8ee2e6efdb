import { language } from './i18n/language.svelte'
import { formatNumber } from './time/formats'

/** What points are worth, in the reader's language: 80 points as €4.00. Empty without a value. */
export function worthOf(
  points: number,
  value: { points: number; amount: number; currency: string } | null | undefined,
): string {
  if (!value) return ''
  const amount = (points * value.amount) / value.points
  try {
    return formatNumber(amount, { style: 'currency', currency: value.currency })
  } catch {
    return `${amount.toFixed(2)} ${value.currency}`
  }
}

/** In ISO 4217, codes with X are metals, funds and tests, but for the currencies that several countries share. */
const NO_MONEY = /^X(?!AF|CD|CG|OF|PF)/

/** The currencies that this browser knows, by code. */
export function currencies(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language.locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter((code) => !NO_MONEY.test(code))
    .map((code) => ({ code, name: names.of(code) ?? code }))
}
