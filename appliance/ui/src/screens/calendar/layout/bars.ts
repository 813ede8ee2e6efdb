import { formatMinutes } from '$lib/time/formats'
import type { Lane } from './lanes'

/** A bar of the month view as plain text and styles: a month has a hundred of them. */
export interface Bar {
  kind: string
  style: string
  /** The start and the emoji, with a space after them; empty where the bar does not begin, or lasts all day. */
  lead: string
  title: string
  /** Number of linked tasks. */
  tasks: number | undefined
  /** Id and start of the occurrence. */
  event: string
  start: string
}

export function barOf({ of, lane, column, columns, before, after }: Lane): Bar {
  const { event, emoji, color, stripes } = of
  const time = event.allDay || before ? '' : formatMinutes(of.start)
  return {
    kind: `tint${time && ' timed'}${before ? ' before' : ''}${after ? ' after' : ''}${event.declined ? ' declined' : ''}`,
    style: `--c: ${color}; --stripes: ${stripes}; grid-area: ${lane + 1} / ${column + 1} / auto / span ${columns}`,
    lead: time && `${[time.replaceAll(' ', '\u00a0'), emoji].filter(Boolean).join(' ')} `,
    title: emoji && !time ? `${emoji} ${event.title}` : event.title,
    tasks: event.linkedItemCount || undefined,
    event: event.id,
    start: event.occurrenceStart ?? event.start,
  }
}
