import { mix, parseHex, toHex, type Rgb } from '$lib/colour/colour'
import type { Category, EventInstance, Member, Settings } from '$lib/api/types'

/** What the colour of an event stands for: a household setting. */
export type EventColors = Settings['eventColors']

/** How an event is drawn. All colours are safe to be put into a style attribute. */
export interface Look {
  /** The colour of its background, which is mixed with the surface. */
  color: string
  /** A CSS image for its left edge: one colour, or a stripe for each person. */
  stripes: string
  emoji: string | null
  category: string | null
}

type Coloured = Pick<Member, 'color'>

/** Used where a colour is not in hexadecimal form. */
const PLAIN = '#8d7f74'
/** Of events of the whole family: the mean of many colours is grey. */
const FESTIVE = '#f08c2e'

/** Whether these are all the people of a household that has several. */
export function isFamily(people: readonly unknown[], household: readonly unknown[]): boolean {
  return household.length > 1 && people.length === household.length
}

/** The appearance of an event from its people and its category, which are already looked up; `family`: it is of all. */
export function lookOf(
  event: Pick<EventInstance, 'color'>,
  people: readonly Coloured[],
  category: Pick<Category, 'name' | 'color' | 'emoji'> | undefined,
  by: EventColors,
  family = false,
): Look {
  const byCategory = by === 'categories' && category
  const own = byCategory ? [category.color] : people.map((one) => one.color)
  const colors = (own.length ? own : [event.color ?? PLAIN]).map(hex)
  return {
    color: family && !byCategory ? FESTIVE : average(colors),
    stripes: stripesOf(colors),
    emoji: category?.emoji ?? null,
    category: category?.name ?? null,
  }
}

/** Equal stripes from top to bottom, as a CSS image. */
export function stripesOf(colors: readonly string[]): string {
  const share = 100 / colors.length
  const stops = colors.map((color, at) => `${color} ${round(at * share)}% ${round((at + 1) * share)}%`)
  return `linear-gradient(${stops.join(', ')})`
}

function average(colors: readonly string[]): string {
  if (colors.length === 1) return colors[0]!
  return toHex(colors.map((color) => parseHex(color) as Rgb).reduce((sum, one, at) => mix(one, sum, 1 / (at + 1))))
}

function hex(color: string): string {
  return parseHex(color) ? color : PLAIN
}

function round(share: number): number {
  return Math.round(share * 10) / 10
}
