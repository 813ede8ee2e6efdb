import { isDecimal, withForm } from '$lib/amounts/amounts'
import { language } from '$lib/i18n/language.svelte'
import type { Ingredient } from '$lib/api/types'

/** Parts of a cup or a spoon that people have. */
const PARTS = [
  [0, ''],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [1 / 2, '½'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [1, ''],
] as const
const WHOLE_FROM = 10

/**
 * A number of a unit, rounded to what a kitchen can measure. As `appliance/meals/portions.py` of the server; both are
 * tested with the same cases.
 */
function amountText(amount: number, unit: string, tag: string): string {
  if (isDecimal(unit)) return decimalText(amount, tag)
  if (amount <= 0) return '0'
  if (amount >= WHOLE_FROM) return String(Math.round(amount))
  if (amount < 3 / 16) return '1/8'
  const whole = Math.floor(amount)
  const [part, glyph] = PARTS.reduce((best, one) =>
    Math.abs(one[0] - (amount - whole)) < Math.abs(best[0] - (amount - whole)) ? one : best,
  )
  return part === 1 ? String(whole + 1) : `${whole || (glyph ? '' : 0)}${glyph}`
}

function decimalText(amount: number, tag: string): string {
  const step = amount >= 100 ? 1 : amount >= 10 ? 0.5 : 0.01
  const rounded = Math.max(Math.round(amount / step), amount > 0 ? 1 : 0) * step
  const text = String(+rounded.toFixed(2))
  return tag === 'en' ? text : text.replace('.', ',')
}

/** Amount and unit of an ingredient for `wanted` of the `portions` of its recipe; without an amount only the unit. */
export function quantityText(
  { amount, amountTo, unit }: Ingredient,
  portions: number,
  wanted: number,
  tag: string = language.tag,
): string {
  if (typeof amount !== 'number' || amount <= 0) return unit ?? ''
  const scaled = [amount, amountTo].filter((one) => typeof one === 'number').map((one) => (one * wanted) / portions)
  const texts = scaled.map((one) => amountText(one, unit ?? '', tag))
  return [[...new Set(texts)].join('–'), withForm(scaled.at(-1)!, unit ?? '', tag)].filter(Boolean).join(' ')
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
