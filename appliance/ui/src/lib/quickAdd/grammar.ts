import { mod } from '../time/dates'

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** One way to say something. `match` is a regular expression in which `{slot}` stands for a word or number. */
export interface Pattern {
  means: string
  match?: string
  days?: number
  weeks?: number
  plus?: number
  minutes?: number
  sign?: number
  /** The clock of 24 hours: 6:45 is in the morning. */
  exact?: boolean
  every?: number
  unit?: Unit
  /** Only right after the day: "Sunday 6". */
  afterDay?: true
}

/** Words of a title that look as if they say more than was understood, and what they seem to be about. */
interface Doubt {
  part: 'day' | 'time' | 'repeat'
  match: string
}

/**
 * How a language says days, times and repetitions: `grammar/<language>.json`. Words are in lower case, with ' for both
 * apostrophes. Weekdays count from 0, Sunday; day parts are minutes since midnight; the ordinal -1 is the last. Patterns
 * are tried in their order.
 */
export interface Grammar {
  weekdays: Record<string, number>
  weekdayGroups: Record<string, number[]>
  weekdayPlurals: Record<string, number>
  months: Record<string, number>
  numbers: Record<string, number>
  ordinals: Record<string, number>
  units: Record<string, Unit>
  dayParts: Record<string, number>
  halves: Record<string, 'am' | 'pm'>
  adverbs: Record<string, Unit>
  slots: Record<string, string>
  /**
   * Before a name: words that go with it, and words after which it stays in the title. After it: an ending, or '', and
   * words before which it stays, with others between them. In a language with cases: what stands in place of a name's
   * ending.
   */
  people: {
    drops: string
    keeps: string
    keptBy?: string
    possessive: string
    endings?: Record<string, string>
  }
  /** Around the name of a calendar or list. */
  place: { before: string; after: string }
  /** Before the last day of a repetition. */
  until: string
  /** Before the last month of one, where it is not `until`. */
  untilMonth?: string
  /** Words before the name of a holiday that go with it. */
  holiday: string
  /** A birthday, which is every year; not the party, and not the fiftieth. */
  birthday: string
  doubts: Doubt[]
  patterns: Pattern[]
  /** Units of amounts, words after a number that make it no amount, and what joins unit and thing, with its space. */
  items: { units: string[]; not: string; of: string }
}

const files = import.meta.glob<Grammar>('./grammar/*.json', { import: 'default' })
const FALLBACK = './grammar/en.json'

/** The grammar of a language of the UI; the English one where it has none. */
export function loadGrammar(language: string): Promise<Grammar> {
  const load = files[`./grammar/${language}.json`] ?? files[FALLBACK]!
  return load()
}

/** Marks recognised text, so that no pattern matches it again. Positions stay. */
export const TAKEN = '\u0001'

/** The words of each slot. `number` is digits only. */
const WORDS: Record<string, keyof Grammar> = {
  weekday: 'weekdays',
  weekdayGroup: 'weekdayGroups',
  weekdayPlural: 'weekdayPlurals',
  month: 'months',
  ordinal: 'ordinals',
  unit: 'units',
  dayPart: 'dayParts',
  half: 'halves',
  adverb: 'adverbs',
}
const compiled = new WeakMap<Grammar, Map<string, RegExp>>()

/** The regular expression of a pattern, on whole words. Named groups hold its slots: `weekday`, `weekday2`. */
export function expressionOf(grammar: Grammar, match: string): RegExp {
  let known = compiled.get(grammar)
  if (!known) compiled.set(grammar, (known = new Map()))
  let found = known.get(match)
  if (!found) known.set(match, (found = wholeWords(expand(grammar, match, true))))
  return found
}

/** An expression that matches neither inside a word nor inside a number. */
function wholeWords(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu')
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function expand(grammar: Grammar, source: string, named: boolean): string {
  return source.replace(/(?<!\\p)\{([a-zA-Z]+)(\d?)\}/g, (_, name: string, number: string) => {
    const table = grammar[(WORDS[name] ?? name) as keyof Grammar]
    const inner =
      name === 'number'
        ? '\\d+(?:[.,]\\d+)?'
        : grammar.slots[name] !== undefined
          ? expand(grammar, grammar.slots[name], false)
          : words(table as Record<string, unknown>)
    return named && name !== 'and' && name !== 'to' ? `(?<${name}${number}>${inner})` : `(?:${inner})`
  })
}

function words(table: Record<string, unknown>): string {
  return Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .map((word) => escaped(word).replace(/ /g, '\\s+').replace(/'/g, "['’]"))
    .join('|')
}

/** The weekdays from one to another, over the end of the week. */
export function weekdaysBetween(first: number, last: number): number[] {
  return Array.from({ length: mod(last - first, 7) + 1 }, (_, at) => mod(first + at, 7))
}
