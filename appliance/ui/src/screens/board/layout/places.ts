import type { Cells } from './grid'
import { type Needed, shared } from './share'
import type { Slice } from './slices'

/** A place on the screen, in px; `x` in the direction of reading. */
export type Place = Cells
export interface Placed<T> {
  of: T
  place: Place
}

/** What a widget needs at a width, in px. */
export type NeedOf<T> = (of: T, width: number) => Needed

/** Places the widgets: widths as they are arranged, heights by what each has to show. In the order of reading. */
export function placesOf<T>(slice: Slice<T>, room: Place, gap: number, needOf: NeedOf<T>): Placed<T>[] {
  if ('one' in slice) return [{ of: slice.one, place: room }]
  if ('woven' in slice)
    return slice.woven.map(({ of, cells }) => ({ of, place: wovenPlace(cells, slice.within, room, gap) }))
  const [parts, isDown] = 'down' in slice ? [slice.down, true] : [slice.across, false]
  const length = (isDown ? room.height : room.width) - gap * (parts.length - 1)
  const sizes = isDown
    ? shared(length, parts.map((part) => ({ ...needOfSlice(part, room.width, gap, needOf), weight: part.weight }))) // prettier-ignore
    : widths(parts, length)
  let at = 0
  return parts.flatMap((part, index) => {
    const size = sizes[index]!
    const within = isDown ? { ...room, y: room.y + at, height: size } : { ...room, x: room.x + at, width: size }
    at += size + gap
    return placesOf(part, within, gap, needOf)
  })
}

/** What the widgets of a slice need together. */
export function needOfSlice<T>(slice: Slice<T>, width: number, gap: number, needOf: NeedOf<T>): Needed {
  if ('one' in slice) return needOf(slice.one, width)
  if ('woven' in slice) {
    const room = { x: 0, y: 0, width, height: 0 }
    const all = slice.woven.map(({ of, cells }) => {
      const need = needOf(of, wovenPlace(cells, slice.within, room, gap).width)
      return scaled(need, slice.within.height / cells.height)
    })
    return largest(all)
  }
  if ('down' in slice) {
    const all = slice.down.map((part) => needOfSlice(part, width, gap, needOf))
    const gaps = gap * (all.length - 1)
    return { least: total(all, 'least') + gaps, wanted: total(all, 'wanted') + gaps }
  }
  const sizes = widths(slice.across, width - gap * (slice.across.length - 1))
  return largest(slice.across.map((part, at) => needOfSlice(part, sizes[at]!, gap, needOf)))
}

const widths = (parts: readonly Slice<unknown>[], length: number) =>
  shared(length, parts.map(({ weight }) => ({ least: 0, wanted: 0, weight }))) // prettier-ignore

const scaled = ({ least, wanted }: Needed, by: number): Needed => ({ least: least * by, wanted: wanted * by })
const total = (needs: readonly Needed[], name: keyof Needed) => needs.reduce((sum, need) => sum + need[name], 0)
const largest = (needs: readonly Needed[]): Needed => ({
  least: Math.max(...needs.map(({ least }) => least)),
  wanted: Math.max(...needs.map(({ wanted }) => wanted)),
})

/** The place of cells in a room that all of the cells fill. */
function wovenPlace(of: Cells, within: Cells, room: Place, gap: number): Place {
  const across = (room.width + gap) / within.width
  const down = (room.height + gap) / within.height
  return {
    x: room.x + (of.x - within.x) * across,
    y: room.y + (of.y - within.y) * down,
    width: of.width * across - gap,
    height: of.height * down - gap,
  }
}
