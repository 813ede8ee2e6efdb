import { escaped, type Grammar, TAKEN } from './grammar'
import type { Named } from './types'

/** A member's name in the line. */
interface Mention {
  id: string
  from: number
  to: number
  possessive: boolean
  /** In a case that only goes with other words: "for" before it, or a word of the title. */
  inflected: boolean
}

/** How a name may be typed, as a regular expression. */
interface Spelling {
  word: string
  id: string
  source: string
  inflected: boolean
}

/**
 * The members named in a line, and the line without those names that only say who. A name stays in the title inside a
 * sentence ("pick up Ida from school") and with a possessive ("Ida's birthday").
 */
export function findPeople(line: string, grammar: Grammar, people: readonly Named[]): { ids: string[]; rest: string } {
  const mentions = mentionsOf(line, grammar, people)
  let rest = line
  let open = mentions.filter(({ possessive }) => !possessive)
  for (let before = -1; before !== open.length;) {
    before = open.length
    open = open.filter((mention) => {
      const { to } = mention
      const start = startOf(rest, mention, grammar)
      if (start === null) return true
      rest = rest.slice(0, start) + TAKEN.repeat(to - start) + rest.slice(to)
      return false
    })
  }
  const named = new Set(mentions.map(({ id }) => id))
  return { ids: people.map(({ id }) => id).filter((id) => named.has(id)), rest }
}

/** Longer names first; no text is two names. */
function mentionsOf(line: string, grammar: Grammar, people: readonly Named[]): Mention[] {
  const found: Mention[] = []
  for (const { word, id, source, inflected } of spellings(people, grammar)) {
    const [before, after] = /[\p{L}\p{N}]/u.test(word)
      ? ['(?<![\\p{L}\\p{M}\\p{N}])', '(?![\\p{L}\\p{M}\\p{N}])']
      : ['', '']
    const expression = new RegExp(`${before}${source}(${grammar.people.possessive}(?=\\s\\S))?${after}`, 'giu')
    for (const match of line.matchAll(expression)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (found.some((other) => from < other.to && other.from < to)) continue
      found.push({ id, from, to, possessive: Boolean(match[1]), inflected })
    }
  }
  return found
}

/** Full names, first names that only one member has, and the other cases of both; longest first. */
function spellings(people: readonly Named[], grammar: Grammar): Spelling[] {
  const full = people.filter(({ name }) => name.trim()).map(({ id, name }) => ({ id, word: name.trim() }))
  const firsts = full.map(({ id, word }) => ({ id, word: word.split(/\s+/)[0]! }))
  const same = (word: string) => (one: { word: string }) => one.word.toLowerCase() === word.toLowerCase()
  const unique = firsts.filter(
    ({ word }) => /\p{L}/u.test(word) && firsts.filter(same(word)).length === 1 && !full.some(same(word)),
  )
  const asTyped = [...full, ...unique].map((one) => ({ ...one, source: escaped(one.word), inflected: false }))
  const cases = asTyped.flatMap((one) => {
    const source = casesOf(one.word, grammar)
    return source ? [{ ...one, source, inflected: true }] : []
  })
  return [...asTyped, ...cases].sort((a, b) => b.word.length - a.word.length)
}

/** The other cases of a name, by the longest ending that the grammar knows; null where it has none. */
function casesOf(word: string, grammar: Grammar): string | null {
  const endings = Object.keys(grammar.people.endings ?? {}).filter((each) => word.toLowerCase().endsWith(each))
  const ending = endings.sort((a, b) => b.length - a.length)[0]
  if (ending === undefined || !/^\p{L}+$/u.test(word)) return null
  return `${escaped(word.slice(0, word.length - ending.length))}(?:${grammar.people.endings![ending]})`
}

/**
 * Where the text to remove starts, with a word such as "for" before the name. null when the name stays: it stands
 * neither at an end of the line nor beside recognised text, or follows or precedes a word that needs it.
 */
function startOf(line: string, { from, to, inflected }: Mention, grammar: Grammar): number | null {
  const [before, after] = [line.slice(0, from), line.slice(to)]
  const { keeps, keptBy, drops } = grammar.people
  if (new RegExp(`(?:^|[\\s${TAKEN}])(?:${keeps})\\s*$`, 'iu').test(before)) return null
  if (keptBy && new RegExp(`^[^,;:${TAKEN}]*?\\s(?:${keptBy})(?![\\p{L}\\p{N}])`, 'iu').test(after)) return null
  const dropped = new RegExp(`(?<![\\p{L}\\p{N}])${drops}\\s*$`, 'iu').exec(before)
  const between = `(?:${grammar.slots.and}|[\\s,;:])*`
  const ends = new RegExp(`^${between}(?:$|[${TAKEN}])`, 'iu').test(after)
  const starts = new RegExp(`(?:^|[${TAKEN}])${between}$`, 'iu').test(before)
  if (dropped) return dropped.index
  if (inflected) return null
  return ends || starts ? from : null
}
