import type { BoardMember, Widget } from '$lib/api/types'
import type { View } from '../view'
import type { Orientation } from './grid'
import type { Metrics } from './metrics'
import { personNeed } from './needs'
import { cardSlices } from './people'
import { needOfSlice, type Place, type Placed, placesOf } from './places'
import { type Slice, slicesOf } from './slices'
import { WIDGETS } from './widgets'

/** A widget, or the card of one of its people, with the sizes of its texts. */
interface Card {
  key: string
  widget: Widget
  member: BoardMember | null
  m: Metrics
}

export interface Room {
  place: Place
  gap: number
  orientation: Orientation
  m: Metrics
  /** The sizes of the cards of so many people. */
  personal: (people: number) => Metrics
}

/** The widgets that have something to show, or all where none has. */
function shownWidgets(widgets: readonly Widget[], view: View): Widget[] {
  return widgets.filter((widget) => !WIDGETS[widget.kind].isEmpty?.(view, widget))
}

export interface Board {
  /** What is where, in the order of reading. The cards of people stand in rows within their widget. */
  cards: Placed<Card>[]
  /** How much of the room is needed to show something useful of everything. */
  crowded: number
}

export function boardOf(widgets: readonly Widget[], view: View, { place, gap, ...room }: Room): Board {
  const shown = shownWidgets(widgets, view)
  if (shown.length === 0) return { cards: [], crowded: 0 }

  const rowsOf = (widget: Widget, width: number): Slice<Card> | null => {
    const members = widget.kind === 'people' ? view.membersOf(widget) : []
    const m = room.personal(members.length)
    const cards = members.map((member) => ({ key: `${widget.id} ${member.id}`, widget, member, m }))
    return cards.length ? cardSlices(cards, room.orientation, width, room.m.u) : null
  }
  const needOfCard = ({ member, m }: Card, width: number) => personNeed(personOf(view, member!), width, m)
  const needOf = (widget: Widget, width: number) => {
    const rows = rowsOf(widget, width)
    return rows ? needOfSlice(rows, width, gap, needOfCard) : WIDGETS[widget.kind].need(view, widget, width, room.m)
  }
  const slice = slicesOf(shown)
  const cards = placesOf(slice, place, gap, needOf).flatMap(({ of: widget, place: own }) => {
    const rows = rowsOf(widget, own.width)
    if (rows) return placesOf(rows, own, gap, needOfCard)
    return { of: { key: widget.id, widget, member: null, m: room.m }, place: own }
  })
  return { cards, crowded: needOfSlice(slice, place.width, gap, needOf).least / place.height }
}

const personOf = ({ planOf, choresOf, board }: View, { id }: BoardMember) => ({
  plan: planOf(id),
  chores: choresOf(id),
  goal: board.goals.some(({ memberId }) => memberId === id),
})
