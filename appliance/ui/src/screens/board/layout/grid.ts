import type { BoardLayouts, Widget } from '$lib/api/types'

export type Orientation = keyof BoardLayouts
export type WidgetKind = Widget['kind']

/** A place on the grid, in cells. */
export type Cells = Pick<Widget, 'x' | 'y' | 'width' | 'height'>

export const GRIDS: Record<Orientation, { columns: number; rows: number }> = {
  landscape: { columns: 24, rows: 16 },
  portrait: { columns: 16, rows: 24 },
}

export function overlap(one: Cells, other: Cells): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** Whether a place is on the grid, and covers none of the others. */
export function isFree(place: Cells, others: readonly Cells[], { columns, rows }: { columns: number; rows: number }) {
  const inside = place.x >= 0 && place.y >= 0 && place.x + place.width <= columns && place.y + place.height <= rows
  return inside && !others.some((other) => overlap(place, other))
}
