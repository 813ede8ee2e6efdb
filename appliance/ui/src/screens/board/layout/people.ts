import type { Widget } from '$lib/api/types'
import { rowSizes } from '../boardDay'
import type { Orientation } from './grid'
import type { Slice } from './slices'

/** How many cards stand side by side, by the number of people. */
const COLUMNS: Record<Orientation, number[]> = {
  landscape: [1, 1, 2, 3, 4, 3, 3, 4, 4],
  portrait: [1, 1, 1, 1, 2, 2, 2, 2, 2],
}
/** In pixels of a wall of 1920 by 1080. */
const NARROWEST = 200

/** Cards in rows that are as even as possible, as many side by side as the width allows. */
export function cardSlices<T>(cards: readonly T[], orientation: Orientation, width: number, u: number): Slice<T> {
  const known = COLUMNS[orientation]
  const columns = Math.min(known[cards.length] ?? known.at(-1)!, Math.max(1, Math.floor(width / (NARROWEST * u))))
  let next = 0
  const down = rowSizes(cards.length, columns).map((size) => {
    const across = cards.slice(next, (next += size)).map((one) => ({ weight: 1, one }))
    return { weight: 1, across }
  })
  return { weight: 1, down }
}

/** Whom a widget shows: all, or those who were chosen; once they are all deleted those whom no other widget shows. */
export function membersOf<T extends { id: string }>(widget: Widget, widgets: readonly Widget[], members: T[]): T[] {
  const chosen = ({ memberIds }: Widget) =>
    memberIds?.length ? members.filter(({ id }) => memberIds.includes(id)) : members
  const own = chosen(widget)
  if (own.length) return own
  const others = widgets.filter(({ kind, id }) => kind === 'people' && id !== widget.id).flatMap(chosen)
  return members.filter((member) => !others.includes(member))
}
