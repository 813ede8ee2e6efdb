import type { Widget } from '$lib/api/types'
import { GRIDS, type Orientation, type WidgetKind } from './grid'

/** Arrangements to begin with, by the number of people. */
export const PRESETS = [1, 2, 4, 8] as const
export type Preset = (typeof PRESETS)[number]

type Row = [kind: WidgetKind, x: number, y: number, width: number, height: number]

const WIDE: Row[] = [
  ['clock', 0, 0, 11, 2],
  ['weather', 11, 0, 9, 2],
  ['add', 20, 0, 4, 2],
]
const UPRIGHT: Row[] = [
  ['clock', 0, 0, 11, 2],
  ['add', 11, 0, 5, 2],
  ['weather', 0, 2, 10, 2],
  ['goal', 10, 2, 6, 2],
]

const ROWS: Record<Orientation, Record<Preset, Row[]>> = {
  landscape: {
    1: [
      ...WIDE,
      ['people', 0, 2, 10, 14],
      ['today', 10, 2, 7, 5],
      ['goal', 10, 7, 7, 2],
      ['lists', 10, 9, 7, 4],
      ['notes', 10, 13, 7, 3],
      ['days', 17, 2, 7, 9],
      ['meals', 17, 11, 7, 2],
      ['countdowns', 17, 13, 7, 3],
    ],
    2: [
      ...WIDE,
      ['people', 0, 2, 12, 14],
      ['today', 12, 2, 6, 5],
      ['goal', 12, 7, 6, 2],
      ['lists', 12, 9, 6, 4],
      ['notes', 12, 13, 6, 3],
      ['days', 18, 2, 6, 9],
      ['meals', 18, 11, 6, 2],
      ['countdowns', 18, 13, 6, 3],
    ],
    4: [
      ...WIDE,
      ['people', 0, 2, 24, 9],
      ['today', 0, 11, 7, 5],
      ['days', 7, 11, 7, 5],
      ['goal', 14, 11, 5, 2],
      ['lists', 14, 13, 5, 3],
      ['meals', 19, 11, 5, 2],
      ['notes', 19, 13, 5, 3],
    ],
    8: [
      ...WIDE,
      ['people', 0, 2, 18, 13],
      ['meals', 0, 15, 18, 1],
      ['today', 18, 2, 6, 5],
      ['days', 18, 7, 6, 4],
      ['goal', 18, 11, 6, 1],
      ['lists', 18, 12, 6, 2],
      ['notes', 18, 14, 6, 2],
    ],
  },
  portrait: {
    1: [
      ...UPRIGHT,
      ['people', 0, 4, 16, 10],
      ['today', 0, 14, 8, 4],
      ['days', 0, 18, 8, 6],
      ['lists', 8, 14, 8, 4],
      ['meals', 8, 18, 8, 2],
      ['notes', 8, 20, 8, 4],
    ],
    2: [
      ...UPRIGHT,
      ['people', 0, 4, 16, 11],
      ['today', 0, 15, 8, 4],
      ['days', 0, 19, 8, 5],
      ['lists', 8, 15, 8, 4],
      ['meals', 8, 19, 8, 2],
      ['notes', 8, 21, 8, 3],
    ],
    4: [
      ...UPRIGHT,
      ['people', 0, 4, 16, 13],
      ['today', 0, 17, 8, 3],
      ['lists', 0, 20, 8, 2],
      ['notes', 0, 22, 8, 2],
      ['meals', 8, 17, 8, 2],
      ['days', 8, 19, 8, 5],
    ],
    8: [
      ...UPRIGHT,
      ['people', 0, 4, 16, 16],
      ['today', 0, 20, 6, 4],
      ['days', 6, 20, 5, 4],
      ['lists', 11, 20, 5, 2],
      ['notes', 11, 22, 5, 2],
    ],
  },
}

/** The preset for a number of people. */
export const presetFor = (people: number): Preset => PRESETS.find((preset) => people <= preset) ?? 8

/** The widgets of a preset. The board of a screen that nobody has arranged is one. */
export function presetOf(orientation: Orientation, preset: Preset): Widget[] {
  return ROWS[orientation][preset].map(([kind, x, y, width, height]) => widgetOf(kind, { x, y, width, height }))
}

/** Adding is always there: below the others where they have no place for it. */
export function withAdd(widgets: Widget[], orientation: Orientation): Widget[] {
  if (widgets.some(({ kind }) => kind === 'add')) return widgets
  const { columns, rows } = GRIDS[orientation]
  return [...widgets, widgetOf('add', { x: 0, y: rows, width: columns, height: 1 })]
}

export function widgetOf(
  kind: WidgetKind,
  place: Pick<Widget, 'x' | 'y' | 'width' | 'height'>,
  more: Partial<Widget> = {},
): Widget {
  return { id: kind, kind, ...place, memberIds: [], listId: null, ...more }
}
