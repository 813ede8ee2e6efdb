import { expect, test } from 'vitest'
import { countdown, waitingTime } from './timeLeft'

test.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [245_000, '4:05'],
  [900, '0:01'],
  [-5, '0:00'],
])('a countdown of %i ms', (ms, expected) => {
  expect(countdown(ms)).toBe(expected)
})

test.each([
  [900_000, '15 minutes'],
  [841_000, '15 minutes'],
  [60_001, '2 minutes'],
  [60_000, 'less than a minute'],
])('a wait of %i ms', (ms, expected) => {
  expect(waitingTime(ms)).toBe(expected)
})
