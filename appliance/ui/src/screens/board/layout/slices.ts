import type { Cells } from './grid'

/**
 * Parts of the board that share their room: one below the other, or side by side. `weight` is the part's length in cells.
 * Widgets that no line separates are `woven`: each keeps its share of the room.
 */
export type Slice<T> = { weight: number } & (
  { one: T } | { down: Slice<T>[] } | { across: Slice<T>[] } | { woven: { of: T; cells: Cells }[]; within: Cells }
)

/** Separates widgets along lines that cross none of them. Free cells between them are left to their neighbours. */
export function slicesOf<T extends Cells>(widgets: readonly T[], weight = 1): Slice<T> {
  const [first, ...others] = widgets
  if (first && others.length === 0) return { weight, one: first }
  const rows = groups(widgets, 'y', 'height')
  if (rows.length > 1) return { weight, down: rows.map((row) => slicesOf(row, extent(row, 'y', 'height'))) }
  const columns = groups(widgets, 'x', 'width')
  if (columns.length > 1)
    return { weight, across: columns.map((column) => slicesOf(column, extent(column, 'x', 'width'))) }
  const [x, y] = [start(widgets, 'x'), start(widgets, 'y')]
  const within = { x, y, width: extent(widgets, 'x', 'width'), height: extent(widgets, 'y', 'height') }
  return { weight, woven: widgets.map((of) => ({ of, cells: of })), within }
}

type Axis = 'x' | 'y'
type Length = 'width' | 'height'

/** The widgets between the lines across one axis, in the axis' order. */
function groups<T extends Cells>(widgets: readonly T[], axis: Axis, length: Length): T[][] {
  const found: T[][] = []
  let end = -Infinity
  for (const widget of [...widgets].sort((a, b) => a[axis] - b[axis])) {
    if (widget[axis] >= end) found.push([])
    found.at(-1)!.push(widget)
    end = Math.max(end, widget[axis] + widget[length])
  }
  return found
}

const start = (widgets: readonly Cells[], axis: Axis) => Math.min(...widgets.map((widget) => widget[axis]))

function extent(widgets: readonly Cells[], axis: Axis, length: Length): number {
  return Math.max(...widgets.map((widget) => widget[axis] + widget[length])) - start(widgets, axis)
}
