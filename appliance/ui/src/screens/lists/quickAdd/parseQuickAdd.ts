/** One item typed into the quick add field. */
export interface Typed {
  title: string
  quantity: string | null
}

const UNITS =
  'g|gr|kg|dag|mg|ml|cl|dl|l|liter|litre|litres|liters|lb|lbs|oz|pint|pints|cup|cups|tbsp|tsp|el|tl|pfund|' +
  'pack|packs|packet|packets|pkt|can|cans|tin|tins|bottle|bottles|bag|bags|box|boxes|jar|jars|bunch|bunches|loaf|loaves|' +
  'slice|slices|roll|rolls|tube|tubes|dozen|pair|pairs|piece|pieces|pcs|stk|stück|packung|packungen|dose|dosen|flasche|' +
  'flaschen|becher|bund|glas|gläser|tüte|tüten|beutel|kiste|kisten|scheiben|rolle|rollen'
const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?(?:\s*[-–/]\s*\d+)?|\d*[½⅓⅔¼¾])`
// "3 pm" and "9 o'clock" are times, not amounts.
const TIME = String.raw`(?!(?:am|pm|a\.m\.|p\.m\.|o['’]clock|uhr)\b)`
const COUNTED = new RegExp(String.raw`^(${NUMBER})\s*[x×]\s*(?=\D)(.+)$`, 'iu')
const MEASURED = new RegExp(String.raw`^(${NUMBER})\s*(${UNITS})\.?\s+(?:of\s+)?(.+)$`, 'iu')
const PLAIN = new RegExp(String.raw`^(${NUMBER})\s+${TIME}(?!(?:${UNITS})\.?$)(\D.*)$`, 'iu')
const TRAILING = new RegExp(String.raw`^(.*\D)\s+[x×]\s*(\d+)$`, 'iu')
const BULLET = /^(?:[-*•–—]|\[[ xX]?\])\s+/

/**
 * Parses items separated by line breaks, commas or semicolons. A comma between digits belongs to the number. A leading
 * amount becomes the quantity: "2 milk", "500 g flour", "3x eggs", "1,5 l Milch".
 */
export function parseTyped(text: string): Typed[] {
  return text
    .split(/\n|;|,(?!\d)/u)
    .flatMap(splitBeforeDigits)
    .map((part) => part.replace(/\s+/gu, ' ').trim().replace(BULLET, ''))
    .filter(Boolean)
    .map(parseOne)
}

function parseOne(text: string): Typed {
  const counted = COUNTED.exec(text)
  if (counted) return { title: counted[2]!.trim(), quantity: counted[1]! }
  const measured = MEASURED.exec(text)
  if (measured) return { title: measured[3]!, quantity: `${measured[1]} ${measured[2]}` }
  const plain = PLAIN.exec(text)
  if (plain) return { title: plain[2]!, quantity: plain[1]! }
  const trailing = TRAILING.exec(text)
  if (trailing) return { title: trailing[1]!, quantity: trailing[2]! }
  return { title: text, quantity: null }
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
