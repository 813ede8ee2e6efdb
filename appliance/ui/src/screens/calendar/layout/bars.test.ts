import { expect, test } from 'vitest'
import { barOf } from './bars'
import type { MonthBar } from './monthWeek'

const bar = (event: object, rest: object = {}) =>
  ({
    of: {
      event: { id: 'e1', start: 's1', title: 'Party', allDay: false, ...event },
      emoji: '⚽',
      color: '#123456',
      stripes: 'linear-gradient(#123456 0% 100%)',
    },
    column: 2,
    columns: 3,
    top: 30,
    height: 24,
    title: 'Party',
    lines: 1,
    emoji: false,
    below: false,
    timed: true,
    before: false,
    after: false,
    time: '15',
    ...rest,
  }) as unknown as MonthBar & { time: string }

test('a bar has its place, its title and its time', () => {
  const drawn = barOf(bar({}))
  expect(drawn).toMatchObject({ kind: 'tint', title: 'Party', time: '15', tasks: undefined, event: 'e1', start: 's1' })
  expect(drawn.style).toContain('--stripes: linear-gradient(#123456 0% 100%);')
  expect(drawn.style).toContain('top: 30px; height: 24px; inset-inline-start: 28.571%; width: calc(42.857% ')
})

test('a bar shows its time only where it begins', () => {
  expect(barOf(bar({ linkedItemCount: 2 }, { before: true, after: true }))).toMatchObject({
    kind: 'tint before after',
    time: '',
    tasks: 2,
  })
})

test('the bar of an occurrence names the start in its series', () => {
  expect(barOf(bar({ occurrenceStart: 'o1' })).start).toBe('o1')
})

test('the emoji of the category comes before the title where it has room', () => {
  expect(barOf(bar({}, { emoji: true })).title).toBe('⚽\u00a0Party')
})
