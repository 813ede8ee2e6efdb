import { escaped, type Grammar } from './grammar'

/** One item typed into a quick add field. */
export interface TypedItem {
  title: string
  quantity: string | null
}

const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?(?:\s*[-–/]\s*\d+)?|\d*[½⅓⅔¼¾])`
const COUNTED = new RegExp(String.raw`^(${NUMBER})\s*[x×]\s*(?=\D)(.+)$`, 'iu')
const TRAILING = new RegExp(String.raw`^(.*\D)\s+[x×]\s*(\d+)$`, 'iu')
const BULLET = /^(?:[-*•–—]|\[[ xX]?\])\s+/

/**
 * Parses items separated by line breaks, commas or semicolons. A comma between digits belongs to the number. A leading
 * amount becomes the quantity: "2 milk", "500 g flour", "3x eggs", "1,5 l Milch". Without the words of a language only
 * "3x eggs" and "eggs x3" have one.
 */
export function parseItems(text: string, words: Grammar['items'] | undefined): TypedItem[] {
  const measuredItem = words ? measuredItemParser(words) : () => undefined
  return text
    .split(/\n|;|,(?!\d)/u)
    .flatMap(splitBeforeDigits)
    .map((part) => part.replace(/\s+/gu, ' ').trim().replace(BULLET, ''))
    .filter(Boolean)
    .map((part) => countedItem(part) ?? measuredItem(part) ?? trailingCount(part) ?? { title: part, quantity: null })
}

function countedItem(text: string): TypedItem | undefined {
  const found = COUNTED.exec(text)
  return found ? { title: found[2]!.trim(), quantity: found[1]! } : undefined
}

function trailingCount(text: string): TypedItem | undefined {
  const found = TRAILING.exec(text)
  return found ? { title: found[1]!, quantity: found[2]! } : undefined
}

function measuredItemParser(words: Grammar['items']): (text: string) => TypedItem | undefined {
  const units = words.units.map(escaped).join('|')
  const measured = new RegExp(String.raw`^(${NUMBER})\s*(${units})\.?\s+(?:${words.of})?(.+)$`, 'iu')
  // "3 pm" and "9 o'clock" are times, not amounts.
  const plain = new RegExp(String.raw`^(${NUMBER})\s+(?!${words.not}\b)(?!(?:${units})\.?$)(\D.*)$`, 'iu')
  return (text) => {
    const weighed = measured.exec(text)
    if (weighed) return { title: weighed[3]!, quantity: `${weighed[1]} ${weighed[2]}` }
    const amount = plain.exec(text)
    return amount ? { title: amount[2]!, quantity: amount[1]! } : undefined
  }
}

/** Splits "milk,2 eggs" but not "1,5 l": a comma between two digits is part of a number. */
function splitBeforeDigits(text: string): string[] {
  const parts = ['']
  for (const [at, sign] of [...text].entries()) {
    if (sign === ',' && !/\d/.test([...text][at - 1] ?? '')) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}
