// As text: the service worker has its own part of this file.
import english from '../../words/en.json?raw'
import type { TextTree } from './dictionary'

/** Texts of the two languages for tests: they show what is cut, what is fixed, and what is not translated. */
const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž']
    .join('')
    .match(/../gu)!
    .map((pair) => [...pair] as [string, string]),
)
const PLACEHOLDER = /(\{\w+\})/
const LONGER_BY = 0.4
const PADDING = 'lorem ipsum dolor '
const RIGHT_TO_LEFT = '\u202E'
const END = '\u202C'

/** All texts in a pseudo language. */
export function pseudoTexts(language: string, tree = JSON.parse(english) as TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, each]) => [
      key,
      typeof each === 'string' ? pseudoText(language, each) : pseudoTexts(language, each),
    ]),
  )
}

/** A text in a pseudo language. Placeholders stay as they are. */
export function pseudoText(language: string, text: string): string {
  return language === 'ar-XB' ? reversed(text) : long(text)
}

/** Accented, and 40 % longer: `[Šåṽé lor]`. */
function long(text: string): string {
  const accented = text
    .split(PLACEHOLDER)
    .map((part) => (PLACEHOLDER.test(part) ? part : [...part].map((letter) => ACCENTS[letter] ?? letter).join('')))
    .join('')
  const more = Math.ceil(text.length * LONGER_BY)
  return `${accented} ${PADDING.repeat(Math.ceil(more / PADDING.length))
    .slice(0, more)
    .trim()}`
}

/** Shown from right to left, word by word, so that texts keep their length. */
function reversed(text: string): string {
  return text
    .split(PLACEHOLDER)
    .map((part) => (PLACEHOLDER.test(part) ? part : part.replace(/\p{L}+/gu, `${RIGHT_TO_LEFT}$&${END}`)))
    .join('')
}
