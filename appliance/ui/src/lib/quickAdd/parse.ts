import { escaped, expressionOf, type Grammar, type Pattern, TAKEN } from './grammar'
import { type HolidayMention, holidaysIn, saysTheDay, withName } from './holidays'
import { findPeople } from './people'
import { readers, type Moment } from './readers'
import { resolve } from './resolve'
import type { Context, Named, Parsed } from './types'

const DATES = new Set(['date', 'isoDate', 'numericDate', 'dayMonth', 'monthDay', 'weekday', 'day', 'nextUnit'])

/** Understands a line such as "Dentist Thu 3pm Ida". Words that no pattern knows are the title. */
export function parseLine(line: string, grammar: Grammar, context: Context): Parsed {
  const text = line.replaceAll(TAKEN, ' ').replace(/\s+/g, ' ').trim()
  for (const holiday of holidaysIn(text, grammar, context.holidays ?? [])) {
    const parsed = parseText(text, grammar, context, holiday)
    if (parsed) return parsed
  }
  return parseText(text, grammar, context, null)!
}

/** null when another day is said beside the holiday, or the holiday's name is only a word of the title. */
function parseText(text: string, grammar: Grammar, context: Context, holiday: HolidayMention | null): Parsed | null {
  const moment: Moment = holiday ? { [holiday.before === 'until' ? 'until' : 'day']: holiday.date } : {}
  let rest = text
  let memberIds: string[] = []
  let placeId: string | null = null
  let location: string | null = null
  let dayEnd = -1
  const take = (from: number, to: number) => (rest = rest.slice(0, from) + TAKEN.repeat(to - from) + rest.slice(to))
  if (holiday) {
    take(holiday.from, holiday.to)
    if (moment.day) dayEnd = holiday.to
  }

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
      const dates = grammar.patterns.filter(({ means }) => DATES.has(means))
      const month = { means: 'month', match: `(?:${grammar.untilMonth ?? grammar.until}){month}` }
      const last = dates.map((date) => ({ ...date, match: grammar.until + (date.match ?? '').replace(/^\^/, '') }))
      for (const date of [...last, month]) {
        const found = matchOf(grammar, rest, date)
        const read = found && readers[date.means]!({ ...date, slots: found.groups ?? {}, grammar, context })
        if (!read?.day) continue
        if (moment.until) return null
        moment.until = read.day
        take(found!.index, found!.index + found![0].length)
        break
      }
    } else if (pattern.means === 'location') {
      const found = context.withoutLocation ? null : matchOf(grammar, rest, pattern)
      if (!found) continue
      // "at the school every full moon": what is not understood is no place.
      const where = found.groups!.where!
      const doubt = doubtsIn(where, grammar)[0]
      const cut = doubt ? where.length - where.indexOf(doubt.text) : 0
      if (cut === where.length) continue
      location = where.slice(0, where.length - cut).trim()
      take(found.index, found.index + found[0].length - cut)
    } else {
      const found = matchOf(grammar, rest, pattern)
      if (pattern.afterDay && (!found || rest.slice(dayEnd, found.index).trim() || dayEnd < 0)) continue
      const read = found && readers[pattern.means]!({ ...pattern, slots: found.groups ?? {}, grammar, context })
      if (holiday && read?.day && moment.day === holiday.date) return null
      if (!found || !read || !fits(moment, read)) continue
      Object.assign(moment, read)
      if (read.day) dayEnd = found.index + found[0].length
      take(found.index, found.index + found[0].length)
    }
  }
  if (holiday) {
    if (!saysTheDay(holiday, rest)) return null
    rest = withName(holiday, rest)
  }
  const title = tidy(rest, grammar)
  if (isBirthday(title, moment, grammar)) moment.repeat = { unit: 'year', every: 1, weekdays: [], ...moment.date }
  return { title, memberIds, placeId, location, doubts: doubtsIn(title, grammar), ...resolve(moment, context) }
}

/** Whether it is on this date each year: a birthday without a time, and nothing else was said about it. */
function isBirthday(title: string, { date, start, part, repeat, last, span }: Moment, grammar: Grammar): boolean {
  const says = start ?? part ?? repeat ?? last ?? span
  return date !== undefined && says === undefined && expressionOf(grammar, grammar.birthday).test(title)
}

function doubtsIn(title: string, grammar: Grammar): Parsed['doubts'] {
  const found = grammar.doubts.map(({ part, match }) => ({ part, text: expressionOf(grammar, match).exec(title)?.[0] }))
  return found.flatMap(({ part, text }) => (text ? [{ part, text }] : []))
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
