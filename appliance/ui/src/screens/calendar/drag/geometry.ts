import type { Day } from '$lib/time/dates'
import { DAY, dayOf, minutesOf, type WallMinutes, type WallSpan, wallOf } from '$lib/time/wallTime'

/** Times snap to this many minutes; it is also the shortest duration. */
export const STEP = 15
/** A timed event stays shorter than a day, because a longer one is drawn as a bar. */
const LONGEST = DAY - STEP
/** Duration of an event created without a drag. */
const NEW_MINUTES = 60
/** Without a drag, a new event starts at a half hour. */
const NEW_STEP = 30

/** A day's column on the screen, in px. */
export interface Column {
  day: Day
  left: number
  right: number
}

export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/** The column at `x`, or the nearest one. Null without columns. */
export function columnAt<C extends Pick<Column, 'left' | 'right'>>(x: number, columns: readonly C[]): C | null {
  let nearest: C | null = null
  let distance = Infinity
  for (const column of columns) {
    const away = Math.max(column.left - x, x - column.right, 0)
    if (away < distance) [nearest, distance] = [column, away]
  }
  return nearest
}

/** Minutes since midnight at `y` in a column that begins at `top`; from 0 to 1440. */
export function minutesAt(y: number, top: number, height: number): number {
  return clamp((y - top) / height, 0, 1) * DAY
}

/**
 * An event moved by a pointer from where it was grabbed. The start snaps to quarter hours and stays on the pointer's
 * day; a drag to the side keeps the exact time.
 */
export function moved(span: WallSpan, grabbed: WallMinutes, pointer: WallMinutes): WallSpan {
  const days = wholeDays(grabbed, pointer)
  const minutes = pointer - grabbed - days * DAY
  const start = minutesOf(span.from)
  const snapped = Math.abs(minutes) < STEP / 2 ? start : clamp(snap(start + minutes), 0, DAY - STEP)
  return shifted(span, days * DAY + snapped - start)
}

/** Moves by whole days: bars and the events of a month keep their time. */
export function movedToDay(span: WallSpan, grabbed: Day, pointer: Day): WallSpan {
  return shifted(span, wholeDays(wallOf(grabbed), wallOf(pointer)) * DAY)
}

/** Moves the lower edge to the pointer; `offset` is the pointer's distance below the edge when it was grabbed. */
export function resized({ from, to }: WallSpan, pointer: WallMinutes, offset = 0): WallSpan {
  const end = pointer - offset
  if (Math.abs(end - to) < STEP / 2) return { from, to }
  return { from, to: clamp(snap(end), from + STEP, from + LONGEST) }
}

/** Moves the lower edge by some minutes. */
export function resizedBy({ from, to }: WallSpan, minutes: number): WallSpan {
  return { from, to: clamp(to + minutes, Math.min(to, from + STEP), Math.max(to, from + LONGEST)) }
}

export function shifted({ from, to }: WallSpan, minutes: number): WallSpan {
  return { from: from + minutes, to: to + minutes }
}

/** The span drawn by a drag over empty time, up or down, within the day where it began. */
export function drawn(anchor: WallMinutes, pointer: WallMinutes): WallSpan {
  const midnight = anchor - minutesOf(anchor)
  const [low, high] = [Math.min(anchor, pointer), Math.max(anchor, pointer)]
  const from = Math.max(midnight, Math.floor(low / STEP) * STEP)
  const to = Math.min(midnight + DAY, Math.ceil(high / STEP) * STEP)
  return { from: Math.min(from, midnight + DAY - STEP), to: Math.max(to, from + STEP) }
}

/** The span of a new event where a pointer rests on empty time. */
export function placedAt(pointer: WallMinutes): WallSpan {
  const midnight = pointer - minutesOf(pointer)
  const from = Math.min(Math.floor(pointer / NEW_STEP) * NEW_STEP, midnight + DAY - NEW_STEP)
  return { from, to: Math.min(from + NEW_MINUTES, midnight + DAY) }
}

/** The parts of a span on single days, in minutes since each midnight. */
export function partsOf({ from, to }: WallSpan): { day: Day; start: number; end: number }[] {
  const parts = []
  for (let midnight = from - minutesOf(from); midnight < to; midnight += DAY)
    parts.push({
      day: dayOf(midnight),
      start: Math.max(from - midnight, 0),
      end: Math.min(to - midnight, DAY),
    })
  return parts
}

/**
 * Scroll speed in px per second for a pointer at `at` between the edges `from` and `to`: 0 in the middle, growing
 * towards and beyond an edge up to `most`, negative at `from`.
 */
export function scrollSpeed(at: number, from: number, to: number, zone = 48, most = 900): number {
  const width = Math.min(zone, (to - from) / 4)
  const depth = at < from + width ? at - (from + width) : at > to - width ? at - (to - width) : 0
  const share = clamp(depth / width, -1, 1)
  return share * Math.abs(share) * most
}

/** Whether a point lies more than `tolerance` px outside. */
export function isOutside(x: number, y: number, { left, top, right, bottom }: Rect, tolerance = 24): boolean {
  return x < left - tolerance || x > right + tolerance || y < top - tolerance || y > bottom + tolerance
}

function wholeDays(from: WallMinutes, to: WallMinutes): number {
  return Math.floor(to / DAY) - Math.floor(from / DAY)
}

function snap(minutes: number): number {
  return Math.round(minutes / STEP) * STEP
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
