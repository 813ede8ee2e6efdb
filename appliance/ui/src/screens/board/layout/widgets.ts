import type { Widget } from '$lib/api/types'
import type { View } from '../view'
import type { WidgetKind } from './grid'
import { cardNeed, comingNeed, dueNeed, mealsNeed, notesNeed, rowsNeed } from './needs'
import type { Needed } from './share'
import type { Metrics } from './metrics'

/** What the board knows of a kind of widget before it is drawn. */
export interface WidgetType {
  /** Whether it has nothing to show now: then its room is for the others. */
  isEmpty?: (view: View, widget: Widget) => boolean
  need: (view: View, widget: Widget, width: number, m: Metrics) => Needed
}

const fixed = (height: number): Needed => ({ least: height, wanted: height })

const waitingIn = ({ board }: View) => board.chores.filter(({ pending }) => pending).length

/** Each kind of widget. What it draws is in `widgets/shown.ts`. `people` is divided into cards: see `board.ts`. */
export const WIDGETS: Record<WidgetKind, WidgetType> = {
  clock: {
    // The time, and the date beside it or below it.
    need: (_view, _widget, width, m) => fixed((width < 880 * m.u ? 170 : 112) * m.u),
  },
  add: { need: (_view, _widget, _width, m) => fixed(m.tap + 8 * m.u) },
  weather: {
    isEmpty: ({ board }) => !board.weather,
    // Higher than one row it has hours and days.
    need: (_view, { height }, _width, m) => ({ least: 100 * m.u, wanted: (height > 1 ? 440 : 100) * m.u }),
  },
  people: {
    isEmpty: (view, widget) => view.board.members.length > 0 && view.membersOf(widget).length === 0,
    need: (_view, _widget, _width, m) => fixed(300 * m.u),
  },
  today: {
    isEmpty: ({ due, board }) => !due.length && !board.leftOut.items,
    need: ({ due, board }, _widget, width, m) => dueNeed(due, width, m, board.leftOut.items),
  },
  days: {
    need: ({ coming }, _widget, width, m) => comingNeed(coming, width, m),
  },
  week: {
    need: (_view, _widget, _width, m) => ({ least: 180 * m.u, wanted: 420 * m.u }),
  },
  list: {
    need: (_view, _widget, _width, m) => ({ ...rowsNeed(2, m), wanted: 500 * m.u }),
  },
  lists: {
    isEmpty: ({ board }) => !board.shopping.listId && !board.lists.length,
    need: ({ board }, _widget, _width, m) => {
      const shopping = board.shopping.listId && !board.lists.some(({ id }) => id === board.shopping.listId)
      const rows = board.lists.map(({ items }) => m.tap + (items.length ? m.small * 1.4 + 12 * m.u : 0))
      return cardNeed(shopping ? [m.tap, ...rows] : rows, m, 1)
    },
  },
  countdowns: {
    isEmpty: ({ board }) => !board.countdowns.length,
    need: ({ board }, _widget, _width, m) => rowsNeed(board.countdowns.length, m),
  },
  goal: {
    isEmpty: (view) => !view.hasGoal,
    need: (_view, _widget, _width, m) => ({ least: m.tap + 16 * m.u, wanted: 28 * m.u + m.small * 4.4 }),
  },
  notes: {
    isEmpty: ({ board }) => !board.notes.length,
    need: ({ board }, _widget, width, m) => notesNeed(board.notes.map(({ body }) => body), width, m), // prettier-ignore
  },
  meals: {
    isEmpty: ({ board }) => !board.meals.length,
    need: ({ board }, _widget, width, m) => mealsNeed(board.meals, width, m),
  },
  photo: {
    need: (_view, _widget, width, m) => ({ least: 160 * m.u, wanted: width * 0.75 }),
  },
  leaders: {
    isEmpty: (view) => !view.hasLeaders,
    need: ({ board }, _widget, _width, m) => rowsNeed(board.members.length, m),
  },
  waiting: {
    isEmpty: (view) => !waitingIn(view),
    need: (view, _widget, _width, m) => rowsNeed(waitingIn(view), m),
  },
}
