import { expect, test } from 'vitest'
import { dayAfterKey } from './gridKeys'
import { monthWeeks } from './period'

const weeks = monthWeeks('2026-11-25', 1, true)

test.each([
  ['ArrowRight', '2026-11-29', '2026-11-30'],
  ['ArrowUp', '2026-11-30', '2026-11-23'],
  ['Home', '2026-11-26', '2026-11-23'],
  ['End', '2026-11-26', '2026-11-29'],
  ['ArrowLeft', '2026-11-23', undefined],
  ['ArrowDown', '2026-12-27', undefined],
  ['Enter', '2026-11-26', undefined],
])('%s on %s', (key, from, to) => {
  expect(dayAfterKey(key, from, weeks)).toBe(to)
})
