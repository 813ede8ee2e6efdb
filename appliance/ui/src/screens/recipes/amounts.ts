import { formatNumber } from '$lib/time/formats'
import type { Ingredient } from '$lib/api/types'

/** What is read off a scale or a jug; anything else is measured in fractions. As `recipes/portions.py` of the server. */
const METRIC = new Set([
  'g',
  'gr',
  'gramm',
  'gram',
  'grams',
  'dag',
  'kg',
  'kilo',
  'ml',
  'cl',
  'dl',
  'l',
  'liter',
  'litre',
])
const STEPS = [
  [100, 5],
  [10, 1],
  [1, 0.25],
  [0, 0.01],
] as const
const PARTS = [
  [0, ''],
  [1 / 8, '⅛'],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [1 / 2, '½'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [1, ''],
] as const
const WHOLE_FROM = 10

/** An amount that a kitchen can measure: `1 ½`, `335`. */
export function amountText(amount: number, unit: string | null): string {
  if (METRIC.has((unit ?? '').replace(/\.$/, '').toLowerCase())) {
    const step = STEPS.find(([least]) => amount >= least)![1]
    return formatNumber(Math.max(step, Math.round(amount / step) * step), { maximumFractionDigits: 2 })
  }
  if (amount >= WHOLE_FROM) return formatNumber(Math.round(amount))
  const whole = Math.floor(amount)
  const parts = whole ? PARTS.filter(([part]) => part !== 1 / 8) : PARTS.slice(1)
  const [part, glyph] = parts.reduce((best, one) =>
    Math.abs(one[0] - (amount - whole)) < Math.abs(best[0] - (amount - whole)) ? one : best,
  )
  const full = whole + (part === 1 ? 1 : 0)
  return [full ? formatNumber(full) : '', glyph].filter(Boolean).join(' ')
}

/** Amount and unit of an ingredient for `wanted` of the `portions` of its recipe; empty without an amount. */
export function quantityText({ amount, amountTo, unit }: Ingredient, portions: number, wanted: number): string {
  if (typeof amount !== 'number' || amount <= 0) return unit ?? ''
  const scaled = [amount, amountTo].filter((one) => typeof one === 'number').map((one) => (one * wanted) / portions)
  const texts = scaled.map((one) => amountText(one, unit ?? null))
  return [[...new Set(texts)].join('–'), unit].filter(Boolean).join(' ')
}

/** An ingredient as a line that the server reads again. */
export function lineOf({ amount, amountTo, unit, name, note }: Ingredient): string {
  const amounts = [amount, amountTo].filter((one) => typeof one === 'number').map((one) => String(+one.toFixed(4)))
  return [amounts.join('-'), unit, name, note && `(${note})`].filter(Boolean).join(' ')
}

/** The ingredients that a step names: those with a word of it that is long enough to mean something. */
export function ingredientsOf(step: string, ingredients: readonly Ingredient[]): Ingredient[] {
  const text = step.toLowerCase()
  return ingredients.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => word.length >= 3 && text.includes(word.length > 5 ? word.slice(0, -1) : word)),
  )
}
