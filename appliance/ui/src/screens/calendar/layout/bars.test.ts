import { expect, test } from 'vitest'
import { barOf } from './bars'
import type { Lane } from './lanes'

const lane = (event: object, rest: object = {}) =>
  ({
    of: {
      event: { id: 'e1', start: 's1', title: 'Party', allDay: false, ...event },
      emoji: null,
      color: '#123456',
      stripes: 'linear-gradient(#123456 0% 100%)',
      people: [],
      start: 900,
    },
    lane: 1,
    column: 2,
    columns: 3,
    before: false,
    after: false,
    ...rest,
  }) as unknown as Lane

test('a bar shows its time only where it begins, and its grid position', () => {
  expect(barOf(lane({})).lead).toMatch(/^(15:00|3:00\sPM) $/)
  expect(barOf(lane({}))).toMatchObject({
    kind: 'tint timed',
    title: 'Party',
    tasks: undefined,
    event: 'e1',
    start: 's1',
  })
  expect(barOf(lane({})).style).toContain('grid-area: 2 / 3 / auto / span 3')
  expect(barOf(lane({})).style).toContain('--stripes: linear-gradient(#123456 0% 100%);')
  expect(barOf(lane({ allDay: true })).lead).toBe('')
  expect(barOf(lane({ linkedItemCount: 2 }, { before: true, after: true }))).toMatchObject({
    kind: 'tint before after',
    lead: '',
    tasks: 2,
  })
})

test('the bar of an occurrence names the start in its series', () => {
  expect(barOf(lane({ occurrenceStart: 'o1' })).start).toBe('o1')
})

test('the emoji of the category follows the time, or comes before the title', () => {
  const sport = lane({ allDay: true })
  expect(barOf({ ...sport, of: { ...sport.of, emoji: '⚽' } })).toMatchObject({ lead: '', title: '⚽ Party' })
  const timed = lane({})
  expect(barOf({ ...timed, of: { ...timed.of, emoji: '⚽' } }).lead).toMatch(/ ⚽ $/)
})
