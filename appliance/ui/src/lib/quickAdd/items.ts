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
 * amount becomes the quantity: "2 milk", "500 g flour", "3x eggs", "1,5 l Milch".
 */
export function parseItems(text: string, words: Grammar['items']): TypedItem[] {
  const parseOne = itemParser(words)
  return text
    .split(/\n|;|,(?!\d)/u)
    .flatMap(splitBeforeDigits)
    .map((part) => part.replace(/\s+/gu, ' ').trim().replace(BULLET, ''))
    .filter(Boolean)
    .map(parseOne)
}

function itemParser(words: Grammar['items']): (text: string) => TypedItem {
  const units = words.units.map(escaped).join('|')
  const measured = new RegExp(String.raw`^(${NUMBER})\s*(${units})\.?\s+(?:${words.of})?(.+)$`, 'iu')
  // "3 pm" and "9 o'clock" are times, not amounts.
  const plain = new RegExp(String.raw`^(${NUMBER})\s+(?!${words.not}\b)(?!(?:${units})\.?$)(\D.*)$`, 'iu')
  return (text) => {
    const counted = COUNTED.exec(text)
    if (counted) return { title: counted[2]!.trim(), quantity: counted[1]! }
    const weighed = measured.exec(text)
    if (weighed) return { title: weighed[3]!, quantity: `${weighed[1]} ${weighed[2]}` }
    const amount = plain.exec(text)
    if (amount) return { title: amount[2]!, quantity: amount[1]! }
    const trailing = TRAILING.exec(text)
    if (trailing) return { title: trailing[1]!, quantity: trailing[2]! }
    return { title: text, quantity: null }
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
