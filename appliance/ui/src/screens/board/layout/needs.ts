import type { BoardEvent, Meal } from '$lib/api/types'
import type { OwnChores } from '../dayContent'
import type { Plan } from '../boardDay'
import type { Coming, Due } from '../dayContent'
import { linesOf, type Metrics } from './metrics'
import type { Needed } from './share'

/*
 * About how much room the widgets need, in px, at a width: from what they show and the sizes of their rows. The rows
 * themselves are measured where they are drawn; this only divides the board, before anything is drawn.
 */
/** A card's padding, its heading and the rows below it. `first` are the rows that it needs to be of use. */
export function cardNeed(rows: readonly number[], m: Metrics, first = 2): Needed {
  const frame = 32 * m.u + 6 * m.u + m.body * 1.3
  const least = total(rows.slice(0, first)) + (rows.length > first ? Math.max(m.small * 1.4, 36 * m.u) : 0)
  return { least: frame + Math.min(least, total(rows)), wanted: frame + total(rows) }
}

export function dueNeed(due: readonly Due[], width: number, m: Metrics, more: number): Needed {
  const inner = width - 36 * m.u
  const rows = due.map((one) => {
    if ('event' in one) return eventHeight(one.event, inner, m, one.at > 0)
    if ('chore' in one) return Math.max(m.tap, rowHeight(one.chore.title, m.body, inner - 64 * m.u))
    return 'later' in one ? 36 * m.u : Math.max(m.tap, rowHeight(one.item.title, m.body, inner * 0.6))
  })
  return cardNeed(more ? [...rows, m.small * 1.8] : rows, m)
}

export function comingNeed(coming: readonly Coming[], width: number, m: Metrics): Needed {
  const inner = width - 36 * m.u
  const rows = coming.map((one, at) => {
    const heading = one.date && one.date !== coming[at - 1]?.date ? 10 * m.u + m.body * 1.2 : 0
    if ('event' in one) return heading + eventHeight(one.event, inner, m, true)
    if ('countdown' in one) return Math.max(m.tap, rowHeight(one.countdown.title, m.body, inner * 0.65))
    return heading + 16 * m.u + m.body * 1.3
  })
  return cardNeed(rows.length ? rows : [m.body * 1.3], m, 1)
}

/** Rows of one line, as high as a finger. */
export const rowsNeed = (count: number, m: Metrics): Needed => cardNeed(Array<number>(count).fill(m.tap), m, 1)

export function notesNeed(bodies: readonly string[], width: number, m: Metrics): Needed {
  const inner = width - 36 * m.u - 3 * m.body
  const rows = bodies.map((body) => linesOf(body, m.body, inner, 6) * m.body * 1.25 + m.small * 1.3 + 12 * m.u)
  const { least, wanted } = cardNeed(rows, m, 1)
  return { least: Math.min(least, 54 * m.u + 4 * m.body + m.small), wanted }
}

/** What the board says of the day's meals: what there is for dinner, or all where nothing is planned for it. */
export function tonight(meals: readonly Meal[]) {
  const dinner = meals.filter(({ slot }) => slot === 'dinner')
  return dinner.length ? dinner : meals
}

/** Whole titles, and when to begin; the first has room always. */
export const mealsNeed = (meals: readonly Meal[], width: number, m: Metrics): Needed =>
  cardNeed(tonight(meals).map(({ title }) => (linesOf(title, m.body, width - 36 * m.u, 9) + 1) * m.body * 1.25), m, 1) // prettier-ignore

/** In rem: a lower card shows no chores. */
const LOWEST_CARD = 10.8

interface Person {
  plan: Plan
  chores: OwnChores
  goal: boolean
}

export function personNeed({ plan, chores, goal }: Person, width: number, m: Metrics): Needed {
  const inner = width - 36 * m.u
  const isWide = width >= 35 * m.rem
  const part = isWide ? (inner - 28 * m.u) / 2 : inner
  const events = plan.rows.length
    ? plan.rows.map(({ event, when }, at) => eventHeight(event, part, m, at > 0 && when !== 'now' && when !== 'next'))
    : [m.body * 1.3 + 16 * m.u]
  const all = [...chores.open, ...chores.done]
  const ticks = all.map(({ title }) => Math.max(m.tap, rowHeight(title, m.body, part - 66 * m.u)))
  if (chores.later) ticks.push(40 * m.u)
  const beside = (one: number, other: number) => (isWide ? Math.max(one, other) : one + other)
  const frame = 140 * m.u
  // What comes in the next days is shown only where there is room.
  return {
    least: Math.max(LOWEST_CARD * m.rem, frame + beside(events[0]!, ticks[0] ?? 0)),
    wanted: frame + beside(total(events), total(ticks)) + (goal ? 12 * m.u + m.tap : 0),
  }
}

/** A row of an event with the gap below it; a small one has its time beside its title where there is room. */
function eventHeight(
  event: Pick<BoardEvent, 'title' | 'location' | 'leaveAt'>,
  width: number,
  m: Metrics,
  small: boolean,
) {
  const isNarrow = width < 17 * m.rem
  const title = `${event.title}  `
  if (!small) {
    const more = (event.leaveAt ? 1 : 0) + (event.location && !isNarrow ? 1 : 0)
    const text = linesOf(title, m.what, width - 38 * m.u) * m.what * 1.15 + more * m.body * 1.3
    return 28 * m.u + m.body * 1.25 + text
  }
  const text = isNarrow
    ? m.small * 1.25 + linesOf(title, m.body, width - 30 * m.u) * m.body * 1.15
    : linesOf(title, m.body, width - 50 * m.u - 4.2 * m.body) * m.body * 1.15
  return 8 * m.u + Math.max(m.tap, 12 * m.u + text)
}

const rowHeight = (text: string, size: number, width: number) => linesOf(`${text}  `, size, width) * size * 1.2 + 4
const total = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0)
