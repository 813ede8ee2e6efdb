import type { Widget } from '$lib/api/types'
import { type Cells, GRIDS, isFree, type Orientation, overlap } from '../board/layout/grid'
import { widgetOf } from '../board/layout/presets'
import type { WidgetKind } from '../board/layout/grid'
import { LEAST } from './least'

/**
 * What becomes of an arrangement by a touch or a key. Every result is one that can be stored: each widget is on the grid
 * and covers no other. Where a change is not possible, the same arrangement comes back.
 */
type Widgets = readonly Widget[]

const least = ({ kind }: Pick<Widget, 'kind'>) => LEAST[kind]
const cellsOf = ({ x, y, width, height }: Cells): Cells => ({ x, y, width, height })
const without = (widgets: Widgets, id: string) => widgets.filter((widget) => widget.id !== id)
const placed = (widgets: Widgets, id: string, cells: Cells): Widget[] =>
  widgets.map((widget) => (widget.id === id ? { ...widget, ...cells } : widget))

/** Moves a widget to a free place, or changes it with the widget that has the cell under the finger. */
export function moved(
  widgets: Widgets,
  id: string,
  to: { x: number; y: number },
  finger: Pick<Cells, 'x' | 'y'>,
  orientation: Orientation,
): Widgets {
  const grid = GRIDS[orientation]
  const own = widgets.find((widget) => widget.id === id)
  if (!own) return widgets
  const x = clamp(to.x, 0, grid.columns - own.width)
  const y = clamp(to.y, 0, grid.rows - own.height)
  const others = without(widgets, id)
  if (x === own.x && y === own.y) return widgets
  if (isFree({ ...own, x, y }, others, grid)) return placed(widgets, id, { ...cellsOf(own), x, y })
  const other = others.find((one) => overlap(one, { ...finger, width: 1, height: 1 }))
  if (!other) return widgets
  return placed(placed(widgets, id, cellsOf(other)), other.id, cellsOf(own))
}

const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
export type Direction = keyof typeof STEPS

/** Moves a widget by one cell where that is free, else changes it with its neighbour there. */
export function stepped(widgets: Widgets, id: string, direction: Direction, orientation: Orientation): Widgets {
  const own = widgets.find((widget) => widget.id === id)
  if (!own) return widgets
  const [dx, dy] = STEPS[direction]
  const beyond = {
    x: dx > 0 ? own.x + own.width : dx < 0 ? own.x - 1 : own.x,
    y: dy > 0 ? own.y + own.height : dy < 0 ? own.y - 1 : own.y,
  }
  return moved(widgets, id, { x: own.x + dx, y: own.y + dy }, beyond, orientation)
}

/** Gives a widget another size; what it then covers becomes smaller, or the size stays. */
export function resized(
  widgets: Widgets,
  id: string,
  size: { width: number; height: number },
  orientation: Orientation,
): Widgets {
  const own = widgets.find((widget) => widget.id === id)
  if (!own) return widgets
  const grid = GRIDS[orientation]
  const [small, wide, high] = [least(own), grid.columns - own.x, grid.rows - own.y]
  const width = clamp(size.width, Math.min(small.width, wide), wide)
  const height = clamp(size.height, Math.min(small.height, high), high)
  if (width === own.width && height === own.height) return widgets
  const after = { ...own, width, height }
  const result: Widget[] = []
  for (const widget of widgets) {
    if (widget.id === id) result.push(after)
    else if (!overlap(widget, after)) result.push(widget)
    else {
      const rest = besideOrBelow(widget, after)
      if (!rest) return widgets
      result.push(rest)
    }
  }
  return result
}

/** What is left of a widget beside or below another one, whichever is larger; null where both are too small. */
function besideOrBelow(widget: Widget, other: Cells): Widget | null {
  const right = other.x + other.width
  const bottom = other.y + other.height
  const small = least(widget)
  const beside = { ...widget, x: right, width: widget.x + widget.width - right }
  const below = { ...widget, y: bottom, height: widget.y + widget.height - bottom }
  const possible = [beside, below].filter(({ width, height }) => width >= small.width && height >= small.height)
  return possible.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}

export const removed = without

/** Adds a widget where the largest free room is, or in a half of the largest widget that has two; null without room. */
export function added(
  widgets: Widgets,
  kind: WidgetKind,
  orientation: Orientation,
  more: Partial<Widget> = {},
): Widget[] | null {
  const small = LEAST[kind]
  const id = freeId(widgets, kind)
  const free = largestFree(widgets, orientation)
  if (free && free.width >= small.width && free.height >= small.height)
    return [...widgets, widgetOf(kind, free, { ...more, id })]
  const halves = widgets
    .filter((widget) => widget.height >= least(widget).height + small.height && widget.width >= small.width)
    .sort((a, b) => b.width * b.height - a.width * a.height)
  const [split] = halves
  if (!split) return null
  const height = Math.max(small.height, Math.min(Math.floor(split.height / 2), split.height - least(split).height))
  const y = split.y + split.height - height
  return [
    ...placed(widgets, split.id, { ...cellsOf(split), height: split.height - height }),
    widgetOf(kind, { x: split.x, y, width: split.width, height }, { ...more, id }),
  ]
}

/** The largest free rectangle of the grid. */
function largestFree(widgets: Widgets, orientation: Orientation): Cells | null {
  const { columns, rows } = GRIDS[orientation]
  let best: Cells | null = null
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      let width = columns - x
      for (let height = 1; y + height <= rows && width > 0; height += 1) {
        while (width > 0 && !isFree({ x, y, width, height }, widgets, { columns, rows })) width -= 1
        if (width > 0 && (!best || width * height > best.width * best.height)) best = { x, y, width, height }
      }
    }
  return best
}

function freeId(widgets: Widgets, kind: WidgetKind): string {
  let id: string = kind
  for (let number = 2; widgets.some((widget) => widget.id === id); number += 1) id = `${kind}-${number}`
  return id
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
