import type { MonthBar } from './monthWeek'

/** A bar of the month view as plain text and styles: a month has a hundred of them. */
export interface Bar {
  kind: string
  style: string
  title: string
  /** Empty where the bar does not begin, or lasts all day. */
  time: string
  /** Number of linked tasks. */
  tasks: number | undefined
  /** Id and start of the occurrence. */
  event: string
  start: string
}

/** In percent. */
const DAY = 100 / 7

/** How a bar is drawn; `time` is its start as text. */
export function barOf({ of, time, ...bar }: MonthBar & { time: string }): Bar {
  const { event, emoji, color, stripes } = of
  const kinds = { before: bar.before, after: bar.after, below: bar.below, declined: event.declined }
  const set = Object.entries(kinds).filter(([, is]) => is)
  const place = `inset-inline-start: ${round(bar.column * DAY)}%; width: calc(${round(bar.columns * DAY)}% - var(--beside))`
  return {
    kind: ['tint', ...set.map(([name]) => name)].join(' '),
    style: `--c: ${color}; --stripes: ${stripes}; --lines: ${bar.lines}; top: ${bar.top}px; height: ${bar.height}px; ${place}`,
    title: emoji && bar.emoji ? `${emoji}\u00a0${bar.title}` : bar.title,
    time: bar.before || !bar.timed ? '' : time,
    tasks: event.linkedItemCount || undefined,
    event: event.id,
    start: event.occurrenceStart ?? event.start,
  }
}

function round(percent: number): number {
  return Math.round(percent * 1000) / 1000
}
