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
}

const DAY = 1440

/** The timed events of a day, split at midnight. */
export function segmentsOf(placed: readonly Placed[], day: Day): Segment[] {
  const segments: Segment[] = []
  for (const of of placed) {
    if (of.bar || of.first > day || of.last < day) continue
    const start = of.first === day ? of.start : 0
    const end = of.last === day ? of.end : DAY
    segments.push({ of, start, end: end > start ? end : Math.min(DAY, start + minutes(of)) })
  }
  return segments.sort((a, b) => a.start - b.start || b.end - a.end || a.of.key.localeCompare(b.of.key))
}

/**
 * Places overlapping segments side by side and extends each to the right where space is free. A segment shorter than
 * `least` minutes takes that much space, so that it can be touched.
 */
export function columnsOf(segments: readonly Segment[], least = 30): Block[] {
  const blocks: Block[] = []
  let group: Block[] = []
  let groupEnd = -1
  for (const segment of segments) {
    if (segment.start >= groupEnd) {
      setColumnCount(group)
      group = []
    }
    const column = firstFree(group, segment.start, least)
    const block = { ...segment, column, columns: 1, span: 1 }
    group.push(block)
    blocks.push(block)
    groupEnd = Math.max(groupEnd, touchEnd(block, least))
  }
  setColumnCount(group)
  for (const block of blocks) block.span = freeSpan(block, blocks, least)
  return blocks
}

function setColumnCount(group: Block[]): void {
  const columns = Math.max(0, ...group.map((block) => block.column)) + 1
  for (const block of group) block.columns = columns
}

function firstFree(group: Block[], start: number, least: number): number {
  const busy = new Set(group.filter((block) => touchEnd(block, least) > start).map((block) => block.column))
  let column = 0
  while (busy.has(column)) column += 1
  return column
}

function freeSpan(block: Block, all: Block[], least: number): number {
  const beside = all.filter(
    (other) =>
      other.column > block.column && other.start < touchEnd(block, least) && touchEnd(other, least) > block.start,
  )
  return Math.min(block.columns, ...beside.map((other) => other.column)) - block.column
}

function touchEnd(segment: Segment, least: number): number {
  return Math.max(segment.end, segment.start + least)
}

/** When clocks go back, an event may end at an earlier local time than it began. */
function minutes(of: Placed): number {
  return Math.max(0, (Date.parse(of.event.end) - Date.parse(of.event.start)) / 60_000)
}
