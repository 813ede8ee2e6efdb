import { t } from '$lib/i18n/translate'
import type { Placed } from '../layout/placed'
import { changeTimes } from './changeTimes'
import type { DragHost } from './dragHost'
import { drawn, moved, movedToDay, placedAt, type Rect, resized } from './geometry'
import type { Grid } from './grid'
import { addressOf, dayOf, type WallMinutes, wallOf, type WallSpan } from '$lib/time/wallTime'
import { timeText, whenText } from './words'

/** What a drag changes. Points are client coordinates. */
export interface Drag {
  readonly title: string
  readonly color: string
  readonly stripes?: string
  /** Drops on days instead of times. */
  readonly cells: boolean
  begin(x: number, y: number): void
  /** The new span; null where nothing can be dropped. */
  at(x: number, y: number, moved: boolean): WallSpan | null
  look(span: WallSpan, x: number): { boxes: Rect[]; label: string }
  drop(host: DragHost, span: WallSpan): void
}

/** Moves an event in the columns of hours. */
export function movingTime(grid: Grid, span: WallSpan, placed: Placed): Drag {
  let grabbed: WallMinutes = span.from
  return {
    ...appearance(placed),
    cells: false,
    begin: (x, y) => (grabbed = grid.timeAt(x, y) ?? grabbed),
    at: (x, y, hasMoved) => {
      const pointer = grid.timeAt(x, y)
      return pointer === null || !hasMoved ? span : moved(span, grabbed, pointer)
    },
    look: (now, x) => ({
      boxes: grid.boxesOf(now, x),
      label: dayOf(now.from) === dayOf(span.from) ? timeText(now) : whenText(now, false),
    }),
    drop: (_, now) => void (now.from !== span.from && changeTimes(placed.event, now, 'move')),
  }
}

/** Moves the lower edge of an event. */
export function resizing(grid: Grid, span: WallSpan, placed: Placed): Drag {
  let offset = 0
  return {
    ...appearance(placed),
    cells: false,
    begin: (x, y) => (offset = (grid.timeAt(x, y) ?? span.to) - span.to),
    at: (x, y, hasMoved) => {
      const pointer = grid.timeAt(x, y)
      return pointer === null || !hasMoved ? span : resized(span, pointer, offset)
    },
    look: (now, x) => ({ boxes: grid.boxesOf(now, x), label: timeText(now) }),
    drop: (_, now) => void (now.to !== span.to && changeTimes(placed.event, now, 'resize')),
  }
}

/** Moves a bar, or an event of a month, by whole days. */
export function movingDays(grid: Grid, span: WallSpan, placed: Placed): Drag {
  let grabbed = dayOf(span.from)
  return {
    ...appearance(placed),
    cells: true,
    begin: (x, y) => (grabbed = grid.dayAt(x, y) ?? grabbed),
    at: (x, y) => {
      const pointer = grid.dayAt(x, y)
      return pointer === null ? null : movedToDay(span, grabbed, pointer)
    },
    look: (now) => ({ boxes: grid.daysOf(now), label: whenText(now, placed.event.allDay) }),
    drop: (_, now) => void (now.from !== span.from && changeTimes(placed.event, now, 'move')),
  }
}

/** Draws a new event over empty time. A finger that does not move makes one of an hour. */
export function creating(grid: Grid, touch: boolean): Drag {
  let anchor: WallMinutes = wallOf('1970-01-01')
  return {
    title: t('common.newEvent'),
    color: 'var(--accent)',
    cells: false,
    begin: (x, y) => (anchor = grid.timeAt(x, y) ?? anchor),
    at: (x, y, hasMoved) => (touch && !hasMoved ? placedAt(anchor) : drawn(anchor, grid.timeAt(x, y) ?? anchor)),
    look: (now, x) => ({ boxes: grid.boxesOf(now, x), label: timeText(now) }),
    drop: (host, now) => host.create(addressOf(now)),
  }
}

function appearance({ event, color, stripes, emoji }: Placed): Pick<Drag, 'title' | 'color' | 'stripes'> {
  return { title: emoji ? `${emoji} ${event.title}` : event.title, color, stripes }
}
