import { describe, expect, test } from 'vitest'
import { clockText, secondsLeft } from './timer'

const START = 1_000_000

describe('what is left of two minutes', () => {
  test.each([
    [START, 120],
    [START + 1, 120],
    [START + 1000, 119],
    [START + 119_001, 1],
    [START + 120_000, 0],
    // The screen slept for an hour.
    [START + 3_600_000, 0],
    // The clock was set back.
    [START - 60_000, 120],
  ])('at %d it is %d', (now, left) => {
    expect(secondsLeft(120, START, now)).toBe(left)
  })
})

test.each([
  [120, '2:00'],
  [65, '1:05'],
  [9, '0:09'],
  [0, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
