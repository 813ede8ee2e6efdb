import { formatMinutes } from '$lib/time/formats'
import type { Lane } from './lanes'
import type { Member } from '$lib/api/types'

/** A bar of the month view as plain text and styles: a month has a hundred of them. */
export interface Bar {
  kind: string
  style: string
  title: string
  /** Begins with a space, where the line may break; empty if there is no time. */
  time: string
  /** Number of linked tasks. */
  tasks: number | undefined
}

const MOST = 4
const MARK_PX = 8
const EDGE_PX = 5
const GAP_PX = 4
/** Space for the continuation arrow. */
const ARROW_PX = 10

export function barOf({ of, lane, column, columns, before, after }: Lane): Bar {
  const { event, emoji, color, people } = of
  const seen = people.slice(0, MOST)
  const edge = EDGE_PX + (after ? ARROW_PX : 0)
  return {
    kind: `tint${before ? ' before' : ''}${after ? ' after' : ''}`,
    style:
      `--c: ${color}; --marks: ${marksOf(seen, edge)}; --end: ${edge + (seen.length && GAP_PX + seen.length * MARK_PX)}px; ` +
      `grid-area: ${lane + 1} / ${column + 1} / auto / span ${columns}`,
    title: emoji ? `${emoji} ${event.title}` : event.title,
    time: event.allDay || before ? '' : ` ${formatMinutes(of.start).replaceAll(' ', '\u00a0')}`,
    tasks: event.linkedItemCount || undefined,
  }
}

/** Members' colours as a background of dots, the last one `edge` px from the right. */
export function marksOf(people: readonly Pick<Member, 'color'>[], edge: number): string {
  const dots = people.map(({ color }, at) => {
    const away = edge + (people.length - 1 - at) * MARK_PX
    return `radial-gradient(closest-side, ${color} 85%, transparent) right ${away}px center / ${MARK_PX}px ${MARK_PX}px no-repeat`
  })
  return dots.join(', ') || 'linear-gradient(transparent, transparent)'
}
