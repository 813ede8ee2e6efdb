import { escaped, type Grammar, TAKEN } from './grammar'
import type { Day } from '../time/dates'
import type { NamedDay } from './types'

/** The name of a holiday in a line, with the words before it that go with it. */
export interface HolidayMention {
  date: Day
  /** The name as typed, without the words before it. */
  name: string
  from: number
  to: number
  /** What stands before the name: "on", "until", or nothing. */
  before: 'preposition' | 'until' | null
}

/** The holidays that a line names; longer names first. */
export function holidaysIn(line: string, grammar: Grammar, holidays: readonly NamedDay[]): HolidayMention[] {
  const named = [...holidays].sort((a, b) => b.name.length - a.name.length)
  return named.flatMap(({ name, date }) => {
    const source = escaped(name).replace(/['’]/g, "['’]").replace(/\s+/g, '\\s+')
    const expression = new RegExp(
      `(?<![\\p{L}\\p{N}])(?:(?<until>${grammar.until})|(?<preposition>${grammar.holiday}))?(?<name>${source})(?![\\p{L}\\p{N}])`,
      'iu',
    )
    const found = expression.exec(line)
    if (!found) return []
    const { until, preposition, name: typed } = found.groups!
    const before = until ? 'until' : preposition ? 'preposition' : null
    return [{ date, name: typed!, from: found.index, to: found.index + found[0].length, before }]
  })
}

/**
 * Whether a name says the day in a line whose other words were read: after "on", at an end, or beside what was read. A
 * name in the middle of a sentence is a word of the title: "buy a Halloween costume".
 */
export function saysTheDay({ from, to, before }: HolidayMention, rest: string): boolean {
  return before !== null || from === 0 || new RegExp(`^\\s*(?:$|[,;:${TAKEN}])`).test(rest.slice(to))
}

/** The line with the name put back where it begins a title: "Halloween party". Without a title the name is it. */
export function withName({ name, from, to, before }: HolidayMention, rest: string): string {
  const isTitle = from === 0 && before === null && /^\s*\p{L}/u.test(rest.slice(to))
  const isAlone = !rest.replaceAll(TAKEN, ' ').trim()
  return isTitle || isAlone ? rest.slice(0, to - name.length) + name + rest.slice(to) : rest
}
