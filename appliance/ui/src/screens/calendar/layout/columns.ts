import { language } from '$lib/i18n/language.svelte'
import type { Day } from '$lib/time/dates'
import type { Placed } from './placed'

/** The part of a timed event on one day, in minutes of local time. */
export interface Segment {
  of: Placed
  start: number
  end: number
}

/** Position of a segment among those it overlaps: `span` of `columns` columns, from `column`. */
export interface Block extends Segment {
  column: number
  columns: number
  span: number
  /** How many running events it lies on; it is indented by as many steps, so that they stay visible. */
  depth: number
  /** A fold is on its right edge: its text leaves room for it. */
  beside: boolean
  /** Minutes from its start until an event lies on it, or until its end. */
  clear: number
}

/** Events that do not fit beside the others, from the start of the first one. */
interface Fold {
  start: number
  /** Where its mark is drawn: on the first line of the last block in the rightmost column. */
  at: number
  hidden: Segment[]
}

export interface DayLayout {
  blocks: Block[]
  folds: Fold[]
}

const DAY = 1440
/** An event shorter than this many minutes takes that much space, so that it can be read and touched. */
export const LEAST = 30
/** Events folded within this many minutes share a mark. */
const FOLD = 60
const MAX_DEPTH = 3

/** The timed events of a day, split at midnight. What began the evening before begins at `from`, in minutes. */
export function segmentsOf(placed: readonly Placed[], day: Day, from = 0): Segment[] {
  const segments: Segment[] = []
  for (const of of placed) {
    if (of.bar || of.first > day || of.last < day) continue
    const start = of.first === day ? of.start : from
    const end = of.last === day ? of.end : DAY
    segments.push({ of, start, end: end > start ? end : Math.min(DAY, start + minutes(of)) })
  }
  return segments.sort(
    (a, b) => a.start - b.start || b.end - a.end || a.of.event.title.localeCompare(b.of.event.title, language.locale),
  )
}

/**
 * Places the segments of a column that holds `most` legible blocks side by side. Overlapping segments that need no more
 * stand beside each other. Otherwise each lies on those that began at least half an hour earlier, and the ones whose
 * first half hour finds no place are folded.
 */
export function layOut(segments: readonly Segment[], most: number): DayLayout {
  const found: DayLayout = { blocks: [], folds: [] }
  for (const group of groupsOf(segments)) {
    const beside = columnsOf(group)
    if (beside[0]!.columns <= most) found.blocks.push(...beside)
    else stack(group, most, found)
  }
  return found
}

/** The hours of a grid that are drawn: from the first event to the last one, and the current time. */
export interface Hours {
  from: number
  to: number
}

const WORKING: Hours = { from: 7, to: 19 }
/** An event just after the hour has its label above it. */
const LABEL = 15

/**
 * What is left of the day when the empty hours before and after all events are folded. `now` is a minute of a shown day.
 * Of a night the last hour counts: what began the evening before does not decide where the day begins, and is drawn from
 * there on.
 */
export function hoursOf(placed: readonly Placed[], days: readonly Day[], now?: number): Hours {
  const starts = now === undefined ? [] : [now]
  const ends = [...starts]
  for (const day of days)
    for (const { of, start, end } of segmentsOf(placed, day)) {
      starts.push(of.first < day ? Math.max(start, end - 60) : start)
      ends.push(Math.max(end, start + LEAST))
    }
  if (!starts.length) return WORKING
  const from = Math.max(0, Math.floor((Math.min(...starts) - LABEL) / 60))
  return { from, to: Math.min(24, Math.max(Math.ceil((Math.max(...ends) + LABEL) / 60), from + 8)) }
}

/** The events that go on from the evening before in the hours before `from`, which are folded. */
export function runningBefore(placed: readonly Placed[], days: readonly Day[], from: number): Placed[] {
  return placed.filter((of) => from > 0 && days.some((day) => of.first < day && segmentsOf([of], day).length > 0))
}

/** Segments that overlap each other, directly or through others. */
function groupsOf(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = []
  let end = -1
  for (const segment of segments) {
    if (segment.start >= end) groups.push([])
    groups[groups.length - 1]!.push(segment)
    end = Math.max(end, touchEnd(segment))
  }
  return groups
}

/** Side by side, each in the first free column and extended to the right where space is free. */
function columnsOf(group: readonly Segment[]): Block[] {
  const blocks: Block[] = []
  for (const segment of group) {
    const busy = new Set(blocks.filter((one) => touchEnd(one) > segment.start).map((one) => one.column))
    let column = 0
    while (busy.has(column)) column += 1
    blocks.push({ ...segment, column, columns: 1, span: 1, depth: 0, beside: false, clear: tall(segment) })
  }
  const columns = Math.max(...blocks.map((one) => one.column)) + 1
  for (const block of blocks) block.columns = columns
  for (const block of blocks) block.span = freeSpan(block, blocks)
  return blocks
}

function stack(group: readonly Segment[], most: number, into: DayLayout): void {
  const blocks: Block[] = []
  const folds: Fold[] = []
  for (const segment of group) {
    const depths = Array.from({ length: most }, (_, column) => depthIn(column, segment, blocks))
    const depth = Math.min(...depths)
    const fold = folds[folds.length - 1]
    if (depth < Infinity)
      blocks.push({
        ...segment,
        column: depths.indexOf(depth),
        columns: most,
        span: 1,
        depth,
        beside: false,
        clear: tall(segment),
      })
    else if (fold && segment.start < fold.start + FOLD) fold.hidden.push(segment)
    else folds.push({ start: segment.start, at: lastIn(most - 1, blocks).start, hidden: [segment] })
  }
  for (const block of blocks) {
    block.span = freeSpan(block, blocks)
    const next = blocks.find((one) => one.column === block.column && one.start > block.start)
    if (next) block.clear = Math.min(block.clear, next.start - block.start)
    block.beside =
      block.column + block.span === most && folds.some(({ at }) => at < touchEnd(block) && block.start < at + LEAST)
  }
  into.blocks.push(...blocks)
  into.folds.push(...folds)
}

function lastIn(column: number, blocks: readonly Block[]): Block {
  return blocks.filter((one) => one.column === column).reverse()[0] ?? blocks[blocks.length - 1]!
}

/** The number of running events under a segment in a column; infinite where it would cover the start of one. */
function depthIn(column: number, segment: Segment, blocks: readonly Block[]): number {
  const running = blocks.filter((one) => one.column === column && touchEnd(one) > segment.start)
  if (running.some((one) => segment.start < one.start + LEAST)) return Infinity
  return Math.min(MAX_DEPTH, running.length)
}

function freeSpan(block: Block, all: readonly Block[]): number {
  const beside = all.filter(
    (other) => other.column > block.column && other.start < touchEnd(block) && touchEnd(other) > block.start,
  )
  return Math.min(block.columns, ...beside.map((other) => other.column)) - block.column
}

function touchEnd(segment: Segment): number {
  return segment.start + tall(segment)
}

function tall(segment: Segment): number {
  return Math.max(LEAST, segment.end - segment.start)
}

/** When clocks go back, an event may end at an earlier local time than it began. */
function minutes(of: Placed): number {
  return Math.max(0, (Date.parse(of.event.end) - Date.parse(of.event.start)) / 60_000)
}
