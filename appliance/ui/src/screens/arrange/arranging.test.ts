import { describe, expect, test } from 'vitest'
import type { Widget } from '$lib/api/types'
import { GRIDS, isFree, type Orientation, type WidgetKind } from '../board/layout/grid'
import { PRESETS, presetOf } from '../board/layout/presets'
import { random } from '../board/layout/random.testing'
import { added, moved, removed, resized, stepped } from './arranging'
import { LEAST } from './least'

const ORIENTATIONS = ['landscape', 'portrait'] as const
const KINDS = Object.keys(LEAST) as WidgetKind[]
const cells = (widgets: readonly Widget[], id: string) => {
  const { x, y, width, height } = widgets.find((widget) => widget.id === id)!
  return [x, y, width, height]
}

/** What is wrong with an arrangement. */
function faults(widgets: readonly Widget[], orientation: Orientation): string[] {
  return widgets
    .filter((widget, at) => {
      const others = widgets.filter((_, other) => other !== at)
      return !isFree(widget, others, GRIDS[orientation]) || others.some(({ id }) => id === widget.id)
    })
    .map(({ id }) => id)
}

describe.each(ORIENTATIONS)('%s', (orientation) => {
  test.each(PRESETS)('the preset for %i fills the grid', (preset) => {
    const widgets = presetOf(orientation, preset)
    const { columns, rows } = GRIDS[orientation]
    expect(faults(widgets, orientation)).toEqual([])
    expect(widgets.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(columns * rows)
    for (const { kind, width, height } of widgets) {
      expect(width).toBeGreaterThanOrEqual(LEAST[kind].width)
      expect(height).toBeGreaterThanOrEqual(LEAST[kind].height)
    }
  })

  test('no row of changes makes widgets cover each other, leave the grid or become too small', () => {
    const next = random(7)
    const below = (limit: number) => Math.floor(next() * limit)
    for (let round = 0; round < 60; round += 1) {
      let widgets: readonly Widget[] = presetOf(orientation, PRESETS[below(PRESETS.length)]!)
      for (let change = 0; change < 40; change += 1) {
        const { id, kind } = widgets[below(widgets.length)]!
        const at = { x: below(26) - 1, y: below(26) - 1 }
        const step = below(5)
        if (step === 0) widgets = moved(widgets, id, at, { x: at.x + 1, y: at.y + 1 }, orientation)
        else if (step === 1) widgets = resized(widgets, id, { width: at.x, height: at.y }, orientation)
        else if (step === 2)
          widgets = stepped(widgets, id, (['left', 'right', 'up', 'down'] as const)[below(4)]!, orientation)
        else if (step === 3 && kind !== 'add') widgets = removed(widgets, id)
        else widgets = added(widgets, KINDS[below(KINDS.length)]!, orientation) ?? widgets
        expect(faults(widgets, orientation)).toEqual([])
      }
    }
  })
})

const preset = presetOf('landscape', 8)

test('a widget that is moved onto another one changes places with it', () => {
  const after = moved(preset, 'notes', { x: 18, y: 2 }, { x: 20, y: 3 }, 'landscape')
  expect([cells(after, 'notes'), cells(after, 'today')]).toEqual([cells(preset, 'today'), cells(preset, 'notes')])
})

test('a widget that becomes larger makes its neighbours smaller, and no smaller than they can be', () => {
  const after = resized(preset, 'today', { width: 6, height: 6 }, 'landscape')
  expect([cells(after, 'today'), cells(after, 'days')]).toEqual([[18, 2, 6, 6], [18, 8, 6, 3]]) // prettier-ignore
  expect(resized(preset, 'people', { width: 23, height: 14 }, 'landscape')).toBe(preset)
})

test('a key moves into free cells, and changes places where there are none', () => {
  const free = removed(preset, 'notes')
  expect(cells(stepped(free, 'lists', 'down', 'landscape'), 'lists')).toEqual([18, 13, 6, 2])
  const after = stepped(preset, 'clock', 'right', 'landscape')
  expect([cells(after, 'clock'), cells(after, 'weather')]).toEqual([cells(preset, 'weather'), cells(preset, 'clock')])
})

test('a new widget takes the free room, or a half of the largest widget', () => {
  expect(cells(added(removed(preset, 'days'), 'photo', 'landscape')!, 'photo')).toEqual([18, 7, 6, 4])
  const after = added(preset, 'week', 'landscape')!
  expect([cells(after, 'people'), cells(after, 'week')]).toEqual([[0, 2, 18, 7], [0, 9, 18, 6]]) // prettier-ignore
  expect(added(preset, 'people', 'landscape', { memberIds: ['ida'] })!.at(-1)).toMatchObject({ id: 'people-2', memberIds: ['ida'] }) // prettier-ignore
})
