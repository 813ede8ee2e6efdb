import type { Item } from '../api/types'
import units from '../../../../lists/amounts/units.json'

/** A number of a unit, as typed, as a fraction; without a unit it is one of pieces. */
interface Amount {
  top: number
  bottom: number
  unit: string
}

const MEASURES = units.measures as unknown as Record<string, [kind: string, size: number]>
const PIECES = new Set(units.pieces)
/** The forms of a word by language: for one, for several; in Polish for one, for some, for many. */
const WORDS = Object.entries(units.words).map(
  ([tag, rows]) => [tag, rows.map((row) => row.split(' '))] as [string, string[][]],
)
const GLYPHS: Record<string, [number, number]> = { '¼': [1, 4], '½': [1, 2], '¾': [3, 4], '⅓': [1, 3], '⅔': [2, 3] }
/** Three digits after a point or a comma may be thousands: such a number is not read. */
const NUMBER =
  /^(?:(?<decimal>[0-9]{1,6}(?:[.,][0-9]{1,2})?)|(?<whole>[0-9]{0,6})\s?(?<glyph>[¼½¾⅓⅔])|(?<over>[0-9]{1,3})\/(?<under>[0-9]{1,3}))(?![0-9.,/–-])\s*(?<unit>[^0-9].*)?$/u

/**
 * Two quantities as one. Amounts are added where their units agree; others stand beside each other: "2 l + 1 bag". The
 * server has the same rule (`appliance/lists/amounts`), and both are tested with the same cases.
 */
export function addedAmounts(first: string | null, second: string | null, language: string): string | null {
  if (!first || !second) return first || second || null
  const parts = partsOf(first).map(read)
  for (const part of partsOf(second)) {
    const amount = read(part)
    let found = false
    for (let at = 0; at < parts.length && !found; at++) {
      const total = sum(parts[at]!, amount, language)
      if (total === undefined) continue
      parts[at] = total
      found = true
    }
    if (!found) parts.push(amount)
  }
  const style = `${first} ${second}`
  return parts.map((part) => (typeof part === 'string' ? part : written(part, style, language))).join(' + ')
}

function partsOf(quantity: string): string[] {
  return quantity.split('+').flatMap((part) => part.trim() || [])
}

/** The amount that a text is, or the text itself. */
function read(text: string): Amount | string {
  const found = NUMBER.exec(text)?.groups
  if (!found || Number(found.under) === 0) return text
  const unit = (found.unit ?? '').trim()
  const [top, bottom] = valueOf(found)
  return { top, bottom, unit: /^[xX×]$/.test(unit) ? '' : unit }
}

function valueOf({ decimal, whole, glyph, over, under }: Record<string, string | undefined>): [number, number] {
  if (decimal) {
    const [units, parts = ''] = decimal.split(/[.,]/)
    return [Number(units + parts), 10 ** parts.length]
  }
  if (!glyph) return [Number(over), Number(under)]
  const [top, bottom] = GLYPHS[glyph]!
  return [Number(whole || 0) * bottom + top, bottom]
}

/** Two parts of quantities as one, or undefined where they do not agree. */
function sum(first: Amount | string, second: Amount | string, language: string): Amount | string | undefined {
  if (typeof first === 'string' || typeof second === 'string') {
    const same = typeof first === 'string' && typeof second === 'string' && lower(first) === lower(second)
    return same ? first : undefined
  }
  const [unit, other] = [wordOf(first.unit), wordOf(second.unit)]
  const plain = plus(first.top, first.bottom, second.top, second.bottom)
  if (unit === other) return inflected(plain, first.unit, language)
  if ([unit, other].every((word) => word === '' || PIECES.has(word)))
    return inflected(plain, first.unit || second.unit, language)
  const [measure, otherMeasure] = [MEASURES[unit], MEASURES[other]]
  if (measure && otherMeasure && measure[0] === otherMeasure[0]) {
    const [, size] = measure
    const [, otherSize] = otherMeasure
    const larger = Math.max(size, otherSize)
    const total = plus(first.top * size, first.bottom * larger, second.top * otherSize, second.bottom * larger)
    return inflected(total, size >= otherSize ? first.unit : second.unit, language)
  }
  return rowOf([unit, other], language) ? inflected(plain, first.unit, language) : undefined
}

function plus(top: number, bottom: number, otherTop: number, otherBottom: number): [number, number] {
  const [sum, whole] = [top * otherBottom + otherTop * bottom, bottom * otherBottom]
  const divisor = greatestDivisor(sum, whole)
  return [sum / divisor, whole / divisor]
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a || 1 : greatestDivisor(b, a % b)
}

const lower = (text: string) => text.toLowerCase()

function wordOf(unit: string): string {
  return lower(unit.replace(/\.+$/, ''))
}

/** The language and the forms of a word, where all of `words` are forms of it; the household's language first. */
function rowOf(words: string[], language: string): [string, string[]] | undefined {
  const ranked = [...WORDS].sort(([a], [b]) => Number(a !== language) - Number(b !== language))
  for (const [tag, rows] of ranked) {
    const forms = rows.find((row) => words.every((word) => row.some((form) => lower(form) === word)))
    if (forms) return [tag, forms]
  }
  return undefined
}

/** Whether amounts of a unit are written with decimals, not with fractions: those of the metric system. */
export const isDecimal = (unit: string): boolean => ['mass', 'volume'].includes(MEASURES[wordOf(unit)]?.[0] ?? '')

/** A unit in the form that goes with a number: "cups" for 2 and "cup". */
export function withForm(value: number, unit: string, language: string): string {
  const whole = Math.abs(value - Math.round(value)) < 1e-9
  return inflected(whole ? [Math.round(value), 1] : [Math.round(value * 1000), 1000], unit, language).unit
}

/** The amount with the form of its unit that goes with the number. */
function inflected([top, bottom]: [number, number], unit: string, language: string): Amount {
  const row = rowOf([wordOf(unit)], language)
  const form = row && row[1][formOf(top, bottom, row[0], row[1].length)]!
  return { top, bottom, unit: form && lower(form) !== wordOf(unit) ? form : unit }
}

/** Which of the forms of a word goes with a number. */
function formOf(top: number, bottom: number, tag: string, forms: number): number {
  if (top === bottom || forms === 1 || (tag === 'fr' && top < 2 * bottom)) return 0
  if (forms < 3 || bottom > 1) return 1
  return [2, 3, 4].includes(top % 10) && ![12, 13, 14].includes(top % 100) ? 1 : 2
}

/** An amount as the family writes amounts: `style` are its own. */
function written({ top, bottom, unit }: Amount, style: string, language: string): string {
  return [numberText(top, bottom, style, language), unit].filter(Boolean).join(' ')
}

function numberText(top: number, bottom: number, style: string, language: string): string {
  const whole = Math.floor(top / bottom)
  const rest = top - whole * bottom
  if (rest === 0) return String(whole)
  const glyph = Object.entries(GLYPHS).find(([, [over, under]]) => over * bottom === rest * under)?.[0]
  if (glyph && /[¼½¾⅓⅔]|[0-9]\/[0-9]/.test(style)) return `${whole || ''}${glyph}`
  const comma = /[0-9],[0-9]/.test(style) || (language !== 'en' && !/[0-9]\.[0-9]/.test(style))
  const hundredths = Math.floor((top * 100) / bottom + 0.5)
  const text = String(hundredths / 100)
  return comma ? text.replace('.', ',') : text
}

export interface Duplicate {
  /** The open item that is on the list already. */
  item: Item
  title: string
  quantity: string | null
  /** The amount of both together. */
  sum: string | null
}

/** The open item of nobody in particular that has the title of a typed one. */
export function duplicateOf(
  items: readonly Item[],
  { title, quantity }: { title: string; quantity: string | null },
  language: string,
): Duplicate | undefined {
  const same = title.trim().toLowerCase()
  const item = items.find((one) => !one.done && !one.memberId && one.title.toLowerCase() === same)
  return item && { item, title, quantity, sum: addedAmounts(item.quantity, quantity, language) }
}

/** Whether merging changes the item. */
export const changesAmount = ({ item, sum }: Duplicate): boolean => sum !== item.quantity
