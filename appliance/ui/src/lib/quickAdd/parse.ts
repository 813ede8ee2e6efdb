import { escaped, expressionOf, type Grammar, type Pattern, TAKEN } from './grammar'
import { findPeople } from './people'
import { readers, type Moment } from './readers'
import { resolve } from './resolve'
import type { Context, Named, Parsed } from './types'

const DATES = new Set(['date', 'isoDate', 'numericDate', 'dayMonth', 'monthDay', 'weekday', 'day', 'nextUnit'])

/** Understands a line such as "Dentist Thu 3pm Ida". Words that no pattern knows are the title. */
export function parseLine(line: string, grammar: Grammar, context: Context): Parsed {
  const text = line.replaceAll(TAKEN, ' ').replace(/\s+/g, ' ').trim()
  const moment: Moment = {}
  let rest = text
  let memberIds: string[] = []
  let placeId: string | null = null
  const take = (from: number, to: number) => (rest = rest.slice(0, from) + TAKEN.repeat(to - from) + rest.slice(to))

  for (const pattern of grammar.patterns) {
    if (pattern.means === 'people') {
      const found = findPeople(rest, grammar, context.people)
      memberIds = [...new Set([...memberIds, ...found.ids])]
      rest = found.rest
    } else if (pattern.means === 'place') {
      const found = findPlace(rest, grammar, context.places)
      if (found) {
        placeId = found.id
        take(found.from, found.to)
      }
    } else if (pattern.means === 'until') {
      for (const date of grammar.patterns.filter(({ means }) => DATES.has(means))) {
        const found = matchOf(grammar, rest, { ...date, match: grammar.until + (date.match ?? '').replace(/^\^/, '') })
        const read = found && readers[date.means]!({ ...date, slots: found.groups ?? {}, grammar, context })
        if (!read?.day) continue
        moment.until = read.day
        take(found!.index, found!.index + found![0].length)
        break
      }
    } else {
      const found = matchOf(grammar, rest, pattern)
      const read = found && readers[pattern.means]!({ ...pattern, slots: found.groups ?? {}, grammar, context })
      if (!found || !read || !fits(moment, read)) continue
      Object.assign(moment, read)
      take(found.index, found.index + found[0].length)
    }
  }
  const title = tidy(rest, grammar)
  return { title, memberIds, placeId, ...resolve(moment, context) }
}

function matchOf(grammar: Grammar, rest: string, { match = '' }: Pattern): RegExpExecArray | null {
  return expressionOf(grammar, match).exec(rest)
}

/** The line without the name of a calendar or list at its end. */
export function splitPlace(
  line: string,
  grammar: Grammar,
  places: readonly Named[],
): { rest: string; placeId: string | null } {
  const found = findPlace(line, grammar, places)
  if (!found) return { rest: line.trim(), placeId: null }
  return { rest: (line.slice(0, found.from) + line.slice(found.to)).trim(), placeId: found.id }
}

/** Each thing is said once. */
function fits(moment: Moment, read: Moment): boolean {
  return Object.keys(read).every((key) => moment[key as keyof Moment] === undefined)
}

function findPlace(rest: string, grammar: Grammar, places: readonly Named[]) {
  for (const { id, name } of [...places].sort((a, b) => b.name.length - a.name.length)) {
    if (!name.trim()) continue
    const { before, after } = grammar.place
    const found = new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${before})${escaped(name.trim())}${after}(?=\\s*(?:$|[,;${TAKEN}]))`,
      'iu',
    ).exec(rest)
    if (found) return { id, from: found.index, to: found.index + found[0].length }
  }
  return null
}

/** The words left over, without the commas and joining words around what was taken; a new first word is capitalised. */
function tidy(rest: string, grammar: Grammar): string {
  const words = rest
    .replace(new RegExp(`${TAKEN}+`, 'g'), TAKEN)
    .replace(new RegExp(`(?:${grammar.slots.and}|\\s*[,;:–-]\\s*)+${TAKEN}`, 'giu'), TAKEN)
    .replace(new RegExp(`${TAKEN}(?:\\s*[,;:–-]\\s*)+`, 'gu'), ` ${TAKEN} `)
    .replaceAll(TAKEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+(?=[,;:])/g, '')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  return rest.startsWith(TAKEN) ? words.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase()) : words
}
