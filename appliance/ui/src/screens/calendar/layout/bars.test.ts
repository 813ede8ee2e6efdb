import { expect, test } from 'vitest'
import { barOf, marksOf } from './bars'
import type { Lane } from './lanes'

const person = (color: string) => ({ color })

const dot = (color: string, away: number) =>
  `radial-gradient(closest-side, ${color} 85%, transparent) right ${away}px center / 8px 8px no-repeat`

test('one dot per member, the last at the edge', () => {
  expect(marksOf([], 5)).toBe('linear-gradient(transparent, transparent)')
  expect(marksOf([person('#aa0000')], 5)).toBe(dot('#aa0000', 5))
  expect(marksOf([person('#aa0000'), person('#00bb00')], 15)).toBe(`${dot('#aa0000', 23)}, ${dot('#00bb00', 15)}`)
})

const lane = (event: object, rest: object = {}) =>
  ({
    of: { event: { title: 'Party', allDay: false, ...event }, emoji: null, color: '#123456', people: [], start: 900 },
    lane: 1,
    column: 2,
    columns: 3,
    before: false,
    after: false,
    ...rest,
  }) as unknown as Lane

test('a bar shows its time only where it begins, and its grid position', () => {
  expect(barOf(lane({})).time.trim()).toMatch(/^(15:00|3:00)/)
  expect(barOf(lane({}))).toMatchObject({ kind: 'tint', title: 'Party', tasks: undefined })
  expect(barOf(lane({})).style).toContain('grid-area: 2 / 3 / auto / span 3')
  expect(barOf(lane({ allDay: true })).time).toBe('')
  expect(barOf(lane({ linkedItemCount: 2 }, { before: true, after: true }))).toMatchObject({
    kind: 'tint before after',
    time: '',
    tasks: 2,
  })
})
