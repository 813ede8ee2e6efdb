import { isRightToLeft } from '$lib/i18n/direction'
import type { Day } from '$lib/time/dates'
import { columnAt, minutesAt, partsOf, type Rect } from './geometry'
import { DAY, type WallMinutes, wallOf, type WallSpan } from '$lib/time/wallTime'

/** A day on the screen: a column of hours, or a cell of a month. */
export interface Cell extends Rect {
  day: Day
}

/** The drawn event at a point: those of a month lie below the cells that take the presses. */
export function eventAt(target: Element, x: number, y: number): HTMLElement | null {
  const own = target.closest<HTMLElement>('[data-event]')
  if (own) return own
  const row = target.closest('[data-day]')?.parentElement
  const drawn = [...(row?.querySelectorAll<HTMLElement>('[data-event]') ?? [])]
  return drawn.find((one) => contains(one.getBoundingClientRect(), x, y)) ?? null
}

/** The key of the event that an element draws, as `keyOf` gives it. */
export function keyOfElement({ dataset }: HTMLElement): string {
  return `${dataset.event}@${dataset.start}`
}

/** The element of an event by its key. */
export function elementOf(root: HTMLElement, key: string): HTMLElement | null {
  const drawn = [...root.querySelectorAll<HTMLElement>('[data-event]')]
  return drawn.find((one) => keyOfElement(one) === key) ?? null
}

/** The columns and cells of a view, measured once and again after it scrolled. */
export class Grid {
  readonly scroller: HTMLElement | null
  #columns: Cell[] | null = null
  #cells: Cell[] | null = null

  constructor(readonly root: HTMLElement) {
    const column = root.querySelector('[data-column]')
    this.scroller = column && scrollerOf(column, root)
  }

  /** Columns of hours; empty in a month. */
  get columns(): Cell[] {
    return (this.#columns ??= this.#measure('column'))
  }

  /** Days to drop on: cells of a month, or columns of any height. */
  get cells(): Cell[] {
    return this.columns.length ? this.columns : (this.#cells ??= this.#measure('day'))
  }

  /** The visible part of the columns. */
  get clip(): Rect {
    const { left, top, right, bottom } = (this.scroller ?? this.root).getBoundingClientRect()
    const first = this.columns[0]
    // The hours beside the first column stay in place while the columns scroll below them.
    const gutter = this.scroller?.querySelector('[data-gutter]')?.getBoundingClientRect()
    return isRightToLeft()
      ? { left, top, right: Math.min(right, gutter?.left ?? first?.right ?? right), bottom }
      : { left: Math.max(left, gutter?.right ?? first?.left ?? left), top, right, bottom }
  }

  forget(): void {
    this.#columns = null
    this.#cells = null
  }

  /** The local time at a point of the columns. */
  timeAt(x: number, y: number): WallMinutes | null {
    const column = columnAt(x, this.columns)
    return column && wallOf(column.day, Math.min(minutesAt(y, column.top, column.bottom - column.top), DAY - 1))
  }

  /** The day at a point; null beside the cells of a month. */
  dayAt(x: number, y: number): Day | null {
    if (this.columns.length) return columnAt(x, this.columns)!.day
    return this.cells.find((cell) => contains(cell, x, y))?.day ?? null
  }

  /** The boxes of a span in the columns; `x` selects among several columns of one day. */
  boxesOf(span: WallSpan, x: number): Rect[] {
    return partsOf(span).flatMap(({ day, start, end }) => {
      const column = columnAt(
        x,
        this.columns.filter((one) => one.day === day),
      )
      if (!column) return []
      const minute = (column.bottom - column.top) / DAY
      return [{ ...column, top: column.top + start * minute, bottom: column.top + end * minute }]
    })
  }

  /** The cells of the days that a span covers. */
  daysOf(span: WallSpan): Rect[] {
    const days = new Set(partsOf(span).map(({ day }) => day))
    return this.cells.filter(({ day }) => days.has(day))
  }

  #measure(kind: 'column' | 'day'): Cell[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect()
      return { day: node.dataset[kind]!, left, top, right, bottom }
    })
  }
}

function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom
}

function scrollerOf(node: Element, root: HTMLElement): HTMLElement | null {
  for (let at = node.parentElement; at && at !== root; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}
