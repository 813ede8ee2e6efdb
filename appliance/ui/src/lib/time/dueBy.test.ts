import { expect, test } from 'vitest'
import { isPast } from './dueBy'

const ZONE = 'Europe/Berlin'

test.each<[string | null, string, string, boolean]>([
  [null, '2026-11-20', '2026-11-20T22:00:00Z', false],
  ['17:30', '2026-11-20', '2026-11-20T16:29:59Z', false],
  ['17:30', '2026-11-20', '2026-11-20T16:30:00Z', true],
  ['00:00', '2026-11-20', '2026-11-19T23:00:00Z', true],
  ['23:59', '2026-11-20', '2026-11-20T22:58:00Z', false],
  // The night in which the clocks are set back, after the first 02:30.
  ['02:30', '2026-10-25', '2026-10-25T01:10:00Z', true],
  ['02:30', '2026-03-29', '2026-03-29T01:29:00Z', false],
])('%s of %s at %s', (dueBy, day, now, past) => {
  expect(isPast(dueBy, day, ZONE, Date.parse(now))).toBe(past)
})
