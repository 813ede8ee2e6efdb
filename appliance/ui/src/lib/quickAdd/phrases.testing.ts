import { timeText } from '../time/dates'
import type { Grammar } from './grammar'
import { parseItems } from './items'
import { parseLine } from './parse'
import type { Context } from './types'

/** People or places whose ids are their names. */
export const named = (...names: string[]) => names.map((name) => ({ id: name, name }))

/** Says what a grammar understands of a line: title, days and times, people, rule and calendar, as far as there are. */
export function understanding(grammar: Grammar, context: Context): (line: string, more?: Partial<Context>) => string {
  return (line, more = {}) => {
    const parsed = parseLine(line, grammar, { ...context, ...more })
    const { title, memberIds, placeId, location, day, moreDays, last, start, duration, rrule } = parsed
    const doubts = parsed.doubts.map(({ part, text }) => `${part}? ${text}`).join(', ')
    const when = [
      day,
      ...moreDays.map((one) => `+${one}`),
      last && `..${last}`,
      start !== null && timeText(start),
      duration && `+${duration}`,
    ]
    const parts = [
      when.filter(Boolean).join(' '),
      memberIds.join(','),
      rrule,
      placeId,
      location && `@ ${location}`,
      doubts,
    ].filter(Boolean)
    return [title, ...parts].filter(Boolean).join(' | ')
  }
}

/** Says which items a grammar understands in a line: "500 g × flour | eggs". */
export function itemsIn(grammar: Grammar, line: string): string {
  const items = parseItems(line, grammar.items)
  return items.map(({ title, quantity }) => (quantity ? `${quantity} × ${title}` : title)).join(' | ')
}
