import { expect, test } from 'vitest'
import { isNight } from './night'

const none = { quietFrom: null, quietTo: null }
const nap = { quietFrom: '13:00', quietTo: '14:30' }

test.each([
  [none, 20 * 60 + 59, false],
  [none, 21 * 60, true],
  [none, 3 * 60, true],
  [none, 7 * 60, false],
  [undefined, 23 * 60, true],
  [nap, 13 * 60, true],
  [nap, 14 * 60 + 30, false],
  [nap, 23 * 60, false],
])('%o at minute %i', (quiet, minutes, expected) => {
  expect(isNight(quiet, minutes)).toBe(expected)
})
