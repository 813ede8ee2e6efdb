import { fold } from '$lib/fold'

/** A part of a text, and whether it is what was searched for. */
export interface Part {
  text: string
  found: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a query as the server compares them. A single letter is left out beside longer words. */
export function wordsOf(query: string): string[] {
  const words = [...query.matchAll(WORD)].map(([word]) => fold(word))
  const longer = words.filter((word) => word.length > 1)
  return longer.length ? longer : words
}

/** The text in parts: the beginnings of words that the query asks for are marked. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(WORD)) {
    const length = lengthFound(match[0], words)
    if (!length) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), found: false })
    parts.push({ text: text.slice(match.index, match.index + length), found: true })
    from = match.index + length
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false })
  return parts
}

/** How many characters of a word are the longest of these beginnings; 0 when it begins with none. */
function lengthFound(word: string, beginnings: readonly string[]): number {
  const folded = fold(word)
  const wanted = Math.max(0, ...beginnings.filter((one) => folded.startsWith(one)).map((one) => one.length))
  if (!wanted) return 0
  // One character may fold to two, or to none.
  let length = 0
  let seen = ''
  for (const character of word) {
    const next = seen + fold(character)
    if (seen.length >= wanted && next.length > seen.length) break
    seen = next
    length += character.length
  }
  return length
}
